// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Logging
import MartletCore
import Store

extension ServerConfiguration {
  public enum LogFormat: String, Sendable, CaseIterable {
    /// Lines for people.
    case text
    /// Lines for programs; see `docs/operations.md`.
    case json
  }

  /// Reads what concerns running a server for others. `word` finds what was given by a flag or else by a variable.
  mutating func readOperation(
    _ flags: Words, word: (_ flag: String?, _ variable: String) -> String?
  ) throws(StartProblem) {
    if let text = word(flags.logFormat, "MARTLET_LOG_FORMAT") {
      guard let format = LogFormat(rawValue: text.lowercased()) else {
        throw .configuration(field: "--log-format (MARTLET_LOG_FORMAT)", "'\(text)' is not a format: expected text or json.")
      }
      logFormat = format
    }
    if let text = word(flags.metricsHost, "MARTLET_METRICS_HOST") { metricsHost = text }
    if let text = word(flags.metricsPort, "MARTLET_METRICS_PORT") {
      guard let number = Int(text), (0...65_535).contains(number) else {
        throw .configuration(
          field: "--metrics-port (MARTLET_METRICS_PORT)", "'\(text)' is not a port: expected a number from 0 to 65535.")
      }
      metricsPort = number
    }
    func days(_ text: String?, _ field: String) throws(StartProblem) -> Duration? {
      guard let text else { return nil }
      guard let days = Int(text), (1...36_500).contains(days) else {
        throw .configuration(field: field, "'\(text)' is not a number of days from 1 to 36500. Leave it out to keep data forever.")
      }
      return .seconds(days * 86_400)
    }
    retention = RetentionPolicy(
      events: try days(word(flags.keepEvents, "MARTLET_KEEP_EVENTS"), "--keep-events (MARTLET_KEEP_EVENTS)"),
      timelines: try days(word(flags.keepTimelines, "MARTLET_KEEP_TIMELINES"), "--keep-timelines (MARTLET_KEEP_TIMELINES)"),
      decisions: try days(word(flags.keepDecisions, "MARTLET_KEEP_DECISIONS"), "--keep-decisions (MARTLET_KEEP_DECISIONS)"))
    if let text = word(flags.migrate, "MARTLET_MIGRATE") {
      guard let choice = ["yes": true, "no": false][text.lowercased()] else {
        throw .configuration(field: "--no-migrate (MARTLET_MIGRATE)", "'\(text)' is neither yes nor no.")
      }
      migratesAtStart = choice
    }
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
