// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Logging
import Pushing
import Store

extension ServerConfiguration {
  /// The settings for starting a server. The raw values are the flags.
  public enum Setting: String, Hashable, Sendable, CustomStringConvertible {
    case host, port, data, database, replica
    case logLevel = "log-level"
    case publicURL = "public-url"
    case stopTimeout = "stop-timeout"
    case limits = "limit"
    case trustedProxies = "trusted-proxies"
    case maximumConnections = "max-connections"
    case assetNetworks = "asset-networks"
    case logFormat = "log-format"
    case metricsPort = "metrics-port"
    case metricsHost = "metrics-host"
    /// Numbers of days.
    case keepEvents = "keep-events"
    case keepTimelines = "keep-timelines"
    case keepDecisions = "keep-decisions"
    case keepAnonymousPeople = "keep-anonymous-people"
    case encryptionKeyFile = "encryption-key-file"
    /// Where pushes are sent to, if not to Apple.
    case apnsHost = "apns-host"
    case apnsSandboxHost = "apns-sandbox-host"
    case apnsPort = "apns-port"
    case apnsCA = "apns-ca"
    case roles
    /// yes or no
    case migrate = "no-migrate"

    public var variable: String {
      switch self {
      case .limits: "MARTLET_LIMITS"
      case .migrate: "MARTLET_MIGRATE"
      default: "MARTLET_" + rawValue.uppercased().replacing("-", with: "_")
      }
    }

    public var description: String { "--\(rawValue) (\(variable))" }
  }

  /// - Parameter flags: Values as a person wrote them, not checked yet; nil, or no entry, when not
  ///   given.
  /// - Throws: An error for the first value that is not valid; the error names the flag and the
  ///   variable.
  public init(flags: [Setting: String?], variables: [String: String]) throws(StartProblem) {
    self.init()
    func word(_ setting: Setting) -> String? {
      (flags[setting] ?? nil) ?? variables[setting.variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    func read<Value>(_ setting: Setting, orSay problem: String, _ read: (String) -> Value?)
      throws(StartProblem) -> Value?
    {
      guard let text = word(setting) else { return nil }
      if let value = read(text) { return value }
      throw .configuration(field: setting.description, "'\(text)' is \(problem)")
    }
    func number(_ setting: Setting, in range: ClosedRange<Int>, orSay problem: String) throws(StartProblem)
      -> Int?
    {
      try read(setting, orSay: problem) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
    }
    func port(_ setting: Setting) throws(StartProblem) -> Int? {
      try number(setting, in: 0...65_535, orSay: "not a port: expected a number from 0 to 65535.")
    }
    func days(_ setting: Setting) throws(StartProblem) -> Duration? {
      let problem = "not a number of days from 1 to 36500. Leave it out to keep data forever."
      return try number(setting, in: 1...36_500, orSay: problem).map { .seconds($0 * 86_400) }
    }

    host = word(.host) ?? host
    self.port = try port(.port) ?? self.port
    if let folder = word(.data) { storage = .directory(folder) }
    let replica = try database(.replica, flags[.replica] ?? nil, word(.replica))
    if let database = try database(.database, flags[.database] ?? nil, word(.database)) {
      storage = .database(replica.map(database.reading) ?? database, folder: storage.folder ?? "data")
    } else if replica != nil {
      throw .configuration(
        field: Setting.replica.description, "it is a replica of a database: add --database.")
    }
    let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
    logLevel =
      try read(.logLevel, orSay: "not a log level: expected one of \(levels).") {
        Logger.Level(rawValue: $0.lowercased())
      } ?? logLevel
    publicURL = try read(.publicURL, orSay: "not a URL: expected one like https://martlet.example.com.") {
      PublicURL($0)
    }
    let seconds = try number(
      .stopTimeout, in: 1...3_600, orSay: "not a time: expected a number of seconds from 1 to 3600.")
    stopTimeout = seconds.map { .seconds($0) } ?? stopTimeout
    limits = .standard
    for text in [variables[Setting.limits.variable], flags[.limits] ?? nil].compactMap(\.self) {
      if let problem = limits.change(text) {
        throw .configuration(field: Setting.limits.description, problem)
      }
    }
    trustedProxies =
      try read(.trustedProxies, orSay: "not a list of addresses: expected one like 10.0.0.0/8,192.0.2.1.") {
        TrustedProxies($0)
      }
      ?? trustedProxies
    connections.maximumConnections =
      try number(
        .maximumConnections, in: 1...1_000_000,
        orSay: "not a number of connections: expected one from 1 to 1000000.")
      ?? connections.maximumConnections
    fetches =
      try read(.assetNetworks, orSay: "not a list of addresses: expected one like 10.0.0.0/8,192.0.2.1.") {
        FetchPolicy($0)
      } ?? fetches
    logFormat =
      try read(.logFormat, orSay: "not a format: expected text or json.") {
        LogFormat(rawValue: $0.lowercased())
      } ?? logFormat
    metricsHost = word(.metricsHost) ?? metricsHost
    metricsPort = try port(.metricsPort)
    retention = RetentionPolicy(
      events: try days(.keepEvents), timelines: try days(.keepTimelines), decisions: try days(.keepDecisions),
      anonymousPeople: try days(.keepAnonymousPeople))
    func name(_ setting: Setting) throws(StartProblem) -> String? {
      try read(setting, orSay: "not a host: expected a name or an address, without a port.") { text in
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
          && text.count { $0 == ":" } != 1 ? text : nil
      }
    }
    let apnsPort = try number(
      .apnsPort, in: 1...65_535, orSay: "not a port: expected a number from 1 to 65535.")
    let hosts = PushHosts(
      production: try name(.apnsHost), development: try name(.apnsSandboxHost), port: apnsPort,
      authorities: word(.apnsCA))
    guard let hosts else {
      throw .configuration(
        field: Setting.apnsCA.description,
        "'\(word(.apnsCA) ?? "")' cannot be read, or has no certificate. It is a file with PEM certificates.")
    }
    pushHosts = hosts
    encryption = try encryption(file: word(.encryptionKeyFile), variables)
    let names = ServerRole.allCases.map(\.rawValue).joined(separator: ", ")
    let roles = try read(.roles, orSay: "not a list of roles: expected some of \(names), with commas.") {
      ServerRole.set($0)
    }
    if let roles {
      guard case .database = storage else {
        throw .configuration(
          field: Setting.roles.description,
          "a data file has one server, which does everything. Servers that share a database can divide the work: add --database."
        )
      }
      self.roles = roles
    }
    migratesAtStart =
      try read(.migrate, orSay: "neither yes nor no.") { ["yes": true, "no": false][$0.lowercased()] }
      ?? migratesAtStart
  }

  /// - Parameter flag: The address, if it is in a flag.
  private func database(_ setting: Setting, _ flag: String?, _ text: String?) throws(StartProblem)
    -> DatabaseAddress?
  {
    guard let text else { return nil }
    do throws(StoreError) {
      let address = try DatabaseAddress(text)
      if flag != nil, address.hasPassword {
        throw .cannotOpen(
          "the address has a password, which everybody on this machine can see. Write the address into \(setting.variable), or the password into PGPASSWORD or ~/.pgpass."
        )
      }
      return address
    } catch {
      throw .configuration(field: setting.description, error.reason)
    }
  }

  /// The variable of the key itself. There is no flag, because everybody on the machine can see
  /// flags.
  static let encryptionKeyVariable = "MARTLET_ENCRYPTION_KEY"

  private func encryption(file: String?, _ variables: [String: String]) throws(StartProblem) -> KeySafe
    .Source?
  {
    if let text = variables[Self.encryptionKeyVariable], !text.isEmpty {
      guard let key = KeySafe.key(text) else {
        throw .configuration(
          field: Self.encryptionKeyVariable,
          "it is not 32 bytes as Base64. Make one with: openssl rand -base64 32")
      }
      return .key(key)
    }
    guard let file else { return nil }
    let path = DataFolder.absolute(file)
    if let data = storage.folder, (path + "/").hasPrefix(DataFolder.absolute(data) + "/") {
      throw .configuration(
        field: Setting.encryptionKeyFile.description,
        "'\(file)' is inside the data folder, so a copy of the data would include it. Choose a path elsewhere."
      )
    }
    return .file(path)
  }
}
