// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct DataOptions: ParsableArguments {
  @Option(name: .customLong("data"), help: "Folder of the data file (MARTLET_DATA; default: data).")
  var dataDirectory: String?

  @Option(
    help:
      "PostgreSQL database instead of the data file, such as postgres://martlet@db.example.com/martlet (MARTLET_DATABASE). The folder then holds what belongs to this machine."
  )
  var database: String?
}

struct ServerOptions: ParsableArguments {
  @Option(help: "Address to listen on (MARTLET_HOST; default: 127.0.0.1).")
  var host: String?

  @Option(help: "Port to listen on, or 0 for any free port (MARTLET_PORT; default: 8080).")
  var port: String?

  @OptionGroup var data: DataOptions

  @Option(
    help:
      "Log level: trace, debug, info, notice, warning, error or critical (MARTLET_LOG_LEVEL; default: notice)."
  )
  var logLevel: String?

  @Option(
    name: .customLong("public-url"),
    help: "URL that browsers and devices use, if not host and port (MARTLET_PUBLIC_URL).")
  var publicURL: String?

  @Option(help: "Seconds to wait for a clean stop (MARTLET_STOP_TIMEOUT; default: 10).")
  var stopTimeout: String?

  @Option(
    name: .customLong("limit"),
    help:
      "Rate limit, as NAME=RATE/BURST or NAME=off. Repeat it, or use commas in MARTLET_LIMITS. See docs/operations.md."
  )
  var limits: [String] = []

  @Option(
    help: "Trusted reverse proxies besides this machine, such as 10.0.0.0/8,… (MARTLET_TRUSTED_PROXIES).")
  var trustedProxies: String?

  @Option(
    name: .customLong("max-connections"),
    help:
      "Maximum number of connections (MARTLET_MAX_CONNECTIONS; default: 10000, or what the system allows).")
  var maximumConnections: String?

  /// - Parameter further: Values of further groups of options.
  func configuration(with further: [ServerConfiguration.Setting: String?] = [:]) throws(StartProblem)
    -> ServerConfiguration
  {
    let words: [ServerConfiguration.Setting: String?] = [
      .host: host, .port: port, .logLevel: logLevel, .publicURL: publicURL, .stopTimeout: stopTimeout,
      .limits: limits.joined(separator: ","), .trustedProxies: trustedProxies,
      .maximumConnections: maximumConnections,
    ]
    return try data.configuration(with: words.merging(further) { $1 })
  }
}

extension DataOptions {
  func configuration(with further: [ServerConfiguration.Setting: String?] = [:]) throws(StartProblem)
    -> ServerConfiguration
  {
    try ServerConfiguration(
      flags: further.merging([.data: dataDirectory, .database: database]) { $1 },
      variables: ProcessInfo.processInfo.environment)
  }
}

/// Runs a command; an error becomes one line on standard error and that exit code.
func reportingProblems(status: Int32 = 1, _ body: () async throws -> Void) async throws {
  do {
    try await body()
  } catch let code as ExitCode {
    throw code
  } catch {
    // Whatever the error's text, it is printed as one line.
    let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    say("martlet: " + line, to: .standardError)
    throw ExitCode(status)
  }
}

/// Options for running a server for others.
struct OperationOptions: ParsableArguments {
  @Option(help: "Log format: text or json (MARTLET_LOG_FORMAT; default: text).")
  var logFormat: String?

  @Option(
    help:
      "Separate port for /metrics, /livez, /readyz and /version. /metrics is then not available on the main port (MARTLET_METRICS_PORT; default: none)."
  )
  var metricsPort: String?

  @Option(help: "Address of that port (MARTLET_METRICS_HOST; default: 127.0.0.1).")
  var metricsHost: String?

  @Option(
    help:
      "File of the key that encrypts APNs keys, outside the data folder (MARTLET_ENCRYPTION_KEY_FILE, or the key itself in MARTLET_ENCRYPTION_KEY; default: the data folder’s name with .key)."
  )
  var encryptionKeyFile: String?

  @OptionGroup var pushes: PushOptions

  @Option(
    help:
      "Replica of the PostgreSQL database, from which reports and counts are read while it is at most a minute behind (MARTLET_REPLICA)."
  )
  var replica: String?

  @Option(
    help:
      "What this server does, of several with one database: api (answers apps and programs), console (pages and the Device Lab), worker (pushes, audiences, winners, old data), with commas (MARTLET_ROLES; default: everything)."
  )
  var roles: String?

  @Option(
    help:
      "Networks besides public addresses from which the Device Lab may fetch assets, over http too, such as 127.0.0.1,10.0.0.0/8 (MARTLET_ASSET_NETWORKS; default: none)."
  )
  var assetNetworks: String?

  @Flag(help: "Refuse to start with data of an older version, instead of migrating it (MARTLET_MIGRATE=no).")
  var noMigrate = false

  var words: [ServerConfiguration.Setting: String?] {
    [
      .logFormat: logFormat, .metricsPort: metricsPort, .metricsHost: metricsHost,
      .migrate: noMigrate ? "no" : nil,
      .encryptionKeyFile: encryptionKeyFile, .assetNetworks: assetNetworks, .roles: roles, .replica: replica,
    ].merging(pushes.words) { $1 }
  }
}

/// Options for sending pushes to something that takes Apple's place.
struct PushOptions: ParsableArguments {
  @Option(
    name: .customLong("apns-host"),
    help:
      "Host that pushes are sent to, such as a proxy or a test environment (MARTLET_APNS_HOST; default: Apple’s)."
  )
  var host: String?

  @Option(
    name: .customLong("apns-sandbox-host"),
    help:
      "Host for apps that Xcode installed, if it is another one (MARTLET_APNS_SANDBOX_HOST; default: as --apns-host, or Apple’s)."
  )
  var sandboxHost: String?

  @Option(
    name: .customLong("apns-port"),
    help: "Port of these hosts; Apple’s also listen on 2197 (MARTLET_APNS_PORT; default: 443).")
  var port: String?

  @Option(
    name: .customLong("apns-ca"),
    help:
      "PEM file of the authorities that these hosts’ certificates are checked with (MARTLET_APNS_CA; default: the system’s)."
  )
  var authorities: String?

  var words: [ServerConfiguration.Setting: String?] {
    [.apnsHost: host, .apnsSandboxHost: sandboxHost, .apnsPort: port, .apnsCA: authorities]
  }
}

struct RetentionOptions: ParsableArguments {
  @Option(
    help:
      "Days to keep events. Their ids are kept, so that no event counts twice (MARTLET_KEEP_EVENTS; default: forever)."
  )
  var keepEvents: String?

  @Option(help: "Days to keep the details of events in timelines (MARTLET_KEEP_TIMELINES; default: forever).")
  var keepTimelines: String?

  @Option(
    help:
      "Days to keep decisions with their reasons (MARTLET_KEEP_DECISIONS; default: the newest 1,000 of each campaign and reason)."
  )
  var keepDecisions: String?

  @Option(
    help:
      "Days after which people who never signed in are deleted, from when they were last seen (MARTLET_KEEP_ANONYMOUS_PEOPLE; default: never)."
  )
  var keepAnonymousPeople: String?

  var words: [ServerConfiguration.Setting: String?] {
    [
      .keepEvents: keepEvents, .keepTimelines: keepTimelines, .keepDecisions: keepDecisions,
      .keepAnonymousPeople: keepAnonymousPeople,
    ]
  }
}
