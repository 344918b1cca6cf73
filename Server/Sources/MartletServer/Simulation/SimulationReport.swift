// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// What a server did with simulated people.
public struct SimulationReport: Hashable, Sendable {
  public var people = 0
  public var sessions = 0
  /// Acknowledged as new.
  public var stored = 0
  /// Acknowledged as known: sent again.
  public var known = 0
  /// With the first reason.
  public var refused = 0
  public var reason: String?
  /// Requests whose answer the device did not get, because the simulation says so.
  public var lost = 0
  /// Requests that were answered with 429 or 503, and sent again.
  public var postponed = 0
  /// Requests without any answer, sent again.
  public var unanswered = 0
  public var took = Duration.zero
  /// How long answers took, by route.
  var times: [String: [Duration]] = [:]
  /// The server's own figures, by their names in `/metrics`.
  var before: [String: Double] = [:]
  var after: [String: Double] = [:]

  mutating func take(_ response: Wire.EventsResponse, of count: Int) {
    for result in response.results {
      switch result.status.known {
      case .stored: stored += 1
      case .duplicate: known += 1
      default:
        refused += 1
        reason = reason ?? result.message
      }
    }
  }

  mutating func add(_ other: SimulationReport) {
    sessions += other.sessions
    stored += other.stored
    known += other.known
    refused += other.refused
    reason = reason ?? other.reason
    lost += other.lost
    postponed += other.postponed
    unanswered += other.unanswered
    times.merge(other.times, uniquingKeysWith: +)
  }

  // MARK: - In words

  private func perSecond(_ count: Int) -> String {
    NumberWords.count(Int(Double(count) / max(0.001, took / .seconds(1))))
  }

  private static func milliseconds(_ times: [Duration], _ share: Double) -> String {
    guard !times.isEmpty else { return "–" }
    let sorted = times.sorted()
    let time = sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    return "\((time / .milliseconds(1) * 10).rounded() / 10)"
  }

  private func growth(_ name: String) -> Double? {
    guard let before = before[name], let after = after[name] else { return nil }
    return after - before
  }

  /// A line each.
  public var lines: [String] {
    var lines = [
      "people:    \(NumberWords.count(people)), in \(NumberWords.count(sessions)) sessions",
      "events:    \(NumberWords.count(stored)) stored, \(NumberWords.count(known)) sent again, \(NumberWords.count(refused)) refused"
        + (reason.map { ": \($0)" } ?? ""),
      "network:   \(NumberWords.count(lost)) answers lost, \(NumberWords.count(postponed)) postponed by the server, \(NumberWords.count(unanswered)) without an answer",
      "speed:     \(perSecond(times.values.reduce(0) { $0 + $1.count })) requests and \(perSecond(stored)) events a second, for \(NumberWords.count(Int(took / .seconds(1)))) s",
    ]
    for (name, route) in [("syncs", "sync"), ("batches", "events")] {
      let times = times[route] ?? []
      let words = [0.5, 0.95, 0.99].map { Self.milliseconds(times, $0) }
      lines.append(
        "\(name):".padded(to: 11)
          + "\(NumberWords.count(times.count)), half within \(words[0]) ms, 95% within \(words[1]) ms, 99% within \(words[2]) ms"
      )
    }
    if let memory = growth("process_resident_memory_bytes"), let now = after["process_resident_memory_bytes"]
    {
      lines.append(
        "memory:    \(NumberWords.count(Int(now / 1_000_000))) MB, \(NumberWords.count(Int(memory / Double(max(1, people))))) bytes more for each person"
      )
    }
    let data = ["martlet_data_file_bytes", "martlet_log_file_bytes", "martlet_database_bytes"].compactMap(
      growth)
    if !data.isEmpty {
      let bytes = data.reduce(0, +)
      lines.append(
        "data:      \(NumberWords.count(Int(bytes / Double(max(1, stored))))) bytes for each event, \(NumberWords.count(Int(bytes / Double(max(1, people))))) for each person"
      )
    }
    return lines
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
