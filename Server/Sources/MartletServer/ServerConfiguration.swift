// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import HTTPSupport
public import Logging
import MartletCore
public import Pushing
import Store

/// How to run a server. Flags win over `MARTLET_*` variables, which win over the defaults.
public struct ServerConfiguration: Sendable {
  public var host: String
  /// 0 for any free port.
  public var port: Int
  public var storage: Storage
  public var logLevel: Logger.Level
  /// The URL for browsers and devices when it is not host and port: behind a proxy, with TLS.
  public var publicURL: PublicURL?
  /// How long stopping may take: answering pending requests, and closing the data.
  public var stopTimeout = Duration.seconds(10)
  /// How much callers may do. A server that is started on the command line uses
  /// `RateLimits.standard`.
  public var limits = RateLimits.none
  /// The proxies that are trusted to say for whom they ask.
  public var trustedProxies = TrustedProxies.local
  /// Fewer connections are used when the system allows fewer open files.
  public var connections = ConnectionLimits()
  /// From where the server fetches the assets of campaigns for the Device Lab.
  public var fetches = FetchPolicy.publicAddresses
  /// How much may wait to be stored.
  public var load = LoadLimits()

  public var logFormat = LogFormat.text
  /// nil serves `/metrics` with everything else. 0 means any free port.
  public var metricsPort: Int?
  public var metricsHost = "127.0.0.1"
  /// Whether data of an older version is migrated at the start, or refused.
  public var migratesAtStart = true

  /// What this server does. A data file has one server, which does everything.
  public var roles = Set(ServerRole.allCases)

  /// How long growing data is kept.
  public var retention = RetentionPolicy()

  /// The key that encrypts APNs keys, or its file. nil: a file beside the data folder.
  public var encryption: KeySafe.Source?

  /// Where the key is that encrypts APNs keys. Never inside the data folder, so that a copy of the
  /// data is not enough to read them.
  public var encryptionKey: KeySafe.Source {
    if let encryption { return encryption }
    return storage.folder.map { .file(DataFolder.absolute($0) + ".key") } ?? .memory
  }

  /// Where pushes are sent to: Apple's servers, or what takes their place in a test environment or
  /// as a proxy.
  public var pushHosts = PushHosts.apple

  public enum Storage: Hashable, Sendable {
    /// A folder that contains all data; created if it does not exist.
    case directory(String)
    /// A PostgreSQL database, and a folder for what belongs to this machine.
    case database(DatabaseAddress, folder: String)
    /// Nothing is stored permanently. For tests and trials.
    case memory
  }

  public init(
    host: String = "127.0.0.1", port: Int = 8080, storage: Storage = .directory("data"),
    logLevel: Logger.Level = .notice,
    publicURL: PublicURL? = nil
  ) {
    self.host = host
    self.port = port
    self.storage = storage
    self.logLevel = logLevel
    self.publicURL = publicURL
  }

  public enum LogFormat: String, Sendable, CaseIterable {
    /// Lines for people to read.
    case text
    /// Lines for programs to read; see `docs/operations.md`.
    case json
  }

  /// Logs to standard error; standard output is for the output of commands.
  func makeLogger(environment: MartletCore.Environment) -> Logger {
    var logger = Logger(label: "martlet") { label in
      switch logFormat {
      case .text: StreamLogHandler.standardError(label: label)
      case .json: JSONLogHandler(label: label, now: environment.now)
      }
    }
    logger.logLevel = logLevel
    return logger
  }
}
