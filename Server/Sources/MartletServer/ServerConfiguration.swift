// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPSupport
public import Logging
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

  /// Words as a person wrote them, not checked yet; nil: not given.
  public struct Words: Sendable {
    public var host: String?
    public var port: String?
    public var dataDirectory: String?
    public var logLevel: String?
    public var publicURL: String?
    public var stopTimeout: String?
    public var limits: [String]
    public var trustedProxies: String?
    public var maximumConnections: String?
    public var logFormat: String?
    public var metricsPort: String?
    public var metricsHost: String?
    /// Numbers of days.
    public var keepEvents: String?
    public var keepTimelines: String?
    public var keepDecisions: String?
    /// yes or no
    public var migrate: String?

    public init(
      host: String? = nil, port: String? = nil, dataDirectory: String? = nil, logLevel: String? = nil, publicURL: String? = nil,
      stopTimeout: String? = nil, limits: [String] = [], trustedProxies: String? = nil, maximumConnections: String? = nil
    ) {
      self.host = host
      self.port = port
      self.dataDirectory = dataDirectory
      self.logLevel = logLevel
      self.publicURL = publicURL
      self.stopTimeout = stopTimeout
      self.limits = limits
      self.trustedProxies = trustedProxies
      self.maximumConnections = maximumConnections
    }
  }

  /// Throws for the first word that makes no sense; the error names flag and variable.
  public init(flags: Words, variables: [String: String]) throws(StartProblem) {
    self.init()
    func word(_ flag: String?, _ variable: String) -> String? {
      flag ?? variables[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let text = word(flags.host, "MARTLET_HOST") { host = text }
    if let text = word(flags.port, "MARTLET_PORT") {
      guard let number = Int(text), (0...65_535).contains(number) else {
        throw .configuration(field: "--port (MARTLET_PORT)", "'\(text)' is not a port: expected a number from 0 to 65535.")
      }
      port = number
    }
    if let text = word(flags.dataDirectory, "MARTLET_DATA") { storage = .directory(text) }
    if let text = word(flags.logLevel, "MARTLET_LOG_LEVEL") {
      guard let level = Logger.Level(rawValue: text.lowercased()) else {
        let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        throw .configuration(field: "--log-level (MARTLET_LOG_LEVEL)", "'\(text)' is not a log level: expected one of \(known).")
      }
      logLevel = level
    }
    if let text = word(flags.publicURL, "MARTLET_PUBLIC_URL") {
      guard let url = PublicURL(text) else {
        throw .configuration(
          field: "--public-url (MARTLET_PUBLIC_URL)", "'\(text)' is not a URL: expected one like https://martlet.example.com.")
      }
      publicURL = url
    }
    if let text = word(flags.stopTimeout, "MARTLET_STOP_TIMEOUT") {
      guard let seconds = Int(text), (1...3_600).contains(seconds) else {
        throw .configuration(
          field: "--stop-timeout (MARTLET_STOP_TIMEOUT)", "'\(text)' is not a time: expected a number of seconds from 1 to 3600.")
      }
      stopTimeout = .seconds(seconds)
    }
    limits = .standard
    for text in [variables["MARTLET_LIMITS"] ?? ""] + flags.limits {
      if let problem = limits.change(text) { throw .configuration(field: "--limit (MARTLET_LIMITS)", problem) }
    }
    if let text = word(flags.trustedProxies, "MARTLET_TRUSTED_PROXIES") {
      guard let proxies = TrustedProxies(text) else {
        throw .configuration(
          field: "--trusted-proxies (MARTLET_TRUSTED_PROXIES)",
          "'\(text)' is not a list of addresses: expected one like 10.0.0.0/8,192.0.2.1."
        )
      }
      trustedProxies = proxies
    }
    if let text = word(flags.maximumConnections, "MARTLET_MAX_CONNECTIONS") {
      guard let number = Int(text), (1...1_000_000).contains(number) else {
        throw .configuration(
          field: "--max-connections (MARTLET_MAX_CONNECTIONS)", "'\(text)' is not a number of connections: expected one from 1 to 1000000.")
      }
      connections.maximumConnections = number
    }
    try readOperation(flags, word: word)
  }
}
