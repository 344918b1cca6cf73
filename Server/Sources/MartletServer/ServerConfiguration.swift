// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPSupport
public import Logging
import MartletCore
public import Store

/// How a server is to run. Flags win over `MARTLET_*` variables, which win over the defaults.
public struct ServerConfiguration: Sendable {
  public var host: String
  /// 0: any free one.
  public var port: Int
  public var storage: Storage
  public var logLevel: Logger.Level
  /// What browsers and devices use when it is not host and port: behind a proxy, with TLS.
  public var publicURL: PublicURL?
  /// How long a stop may take: answering what is under way, and closing the data.
  public var stopTimeout = Duration.seconds(10)
  /// What callers may do. A server that is started on the command line has those of `RateLimits.standard`.
  public var limits = RateLimits.none
  /// Who is believed when they say for whom they ask.
  public var trustedProxies = TrustedProxies.local
  /// Fewer connections than this when the system allows fewer open files.
  public var connections = ConnectionLimits()
  /// How much may wait to be stored.
  public var load = LoadLimits()

  public var logFormat = LogFormat.text
  /// nil: `/metrics` is served with everything else. 0: any free one.
  public var metricsPort: Int?
  public var metricsHost = "127.0.0.1"
  /// Whether data of an older version are brought to this one's form, or refused.
  public var migratesAtStart = true

  /// How long what grows is kept.
  public var retention = RetentionPolicy()

  public enum Storage: Hashable, Sendable {
    /// A folder that holds the SQLite file; made when it is not there.
    case directory(String)
    /// Nothing is kept. For tests and trials.
    case memory
  }

  public init(
    host: String = "127.0.0.1", port: Int = 8080, storage: Storage = .directory("data"), logLevel: Logger.Level = .notice,
    publicURL: PublicURL? = nil
  ) {
    self.host = host
    self.port = port
    self.storage = storage
    self.logLevel = logLevel
    self.publicURL = publicURL
  }

  public enum LogFormat: String, Sendable, CaseIterable {
    /// Lines for people.
    case text
    /// Lines for programs; see `docs/operations.md`.
    case json
  }

  /// Writes to standard error; standard output belongs to what commands print.
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
