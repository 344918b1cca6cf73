// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit

/// What an app waits for on its own thread: the first client of a process, and logging an event.
/// Time that passes, not processor time.
struct ClientFigures {
  /// An app without network: what is sent fails at once.
  private struct Offline: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
      throw URLError(.notConnectedToInternet)
    }
  }

  /// The argument by which this program makes one client, says how long that took, and ends.
  static let argument = "--first-client"

  /// Nanoseconds.
  private static let firstGoal = 1_000_000.0
  private static let logGoal = 25_000.0

  let rows: [JSONReport.Figure]

  var isMet: Bool { rows.allSatisfy { $0.isMet != false } }

  var lines: String {
    (["| on the caller's thread | time | goal | met |", "|---|---|---|---|"]
      + rows.map {
        "| \($0.what) | \($0.figure) | \($0.goal ?? "") | \($0.isMet.map { $0 ? "yes" : "**no**" } ?? "") |"
      })
      .joined(separator: "\n")
  }

  /// Takes about four seconds for each round.
  init(rounds: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-client-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try (0..<3 * rounds).map {
      try Self.firstInChild(folder: folder.appendingPathComponent("first-\($0)"))
    }.sorted()
    let calls = (0..<rounds).map { round in
      let martlet = Martlet(
        configuration: Self.configuration(folder: folder.appendingPathComponent("calls-\(round)")))
      martlet.applicationDidBecomeActive()
      return Stopwatch().paced(1_000, pause: .milliseconds(3)) {
        martlet.logCustomEvent(
          name: "cart_viewed",
          properties: ["total": 42.5, "currency": "EUR", "items": 3, "is_member": true]
            as [String: any Sendable])
      }
    }
    let wakes = (0..<rounds).map { _ in Self.wakes() }
    /// The median of the rounds.
    func percentile(_ share: Int, _ times: [[Double]]) -> Double {
      times.map { $0[$0.count * share / 100] }.sorted()[times.count / 2]
    }
    func micro(_ nanoseconds: Double) -> String { String(format: "%.1f µs", nanoseconds / 1_000) }
    func both(_ times: [[Double]]) -> String {
      "\(micro(percentile(50, times))), \(micro(percentile(99, times)))"
    }
    let (elapsed, processor) = (calls.map(\.elapsed), calls.map(\.processor))
    let half = first[first.count / 2]
    rows = [
      JSONReport.Figure(
        what: "first `Martlet(configuration:)` of a process: median (lowest–highest) of \(first.count)",
        figure: "\(micro(half)) (\(micro(first[0]))–\(micro(first[first.count - 1])))", goal: "≤ 1 ms",
        isMet: half <= Self.firstGoal),
      JSONReport.Figure(
        what:
          "`logCustomEvent` with four properties, every 3 ms: p50 and p99, medians of \(rounds) rounds of 1,000",
        figure: both(elapsed), goal: "p99 ≤ 25 µs", isMet: percentile(99, elapsed) <= Self.logGoal),
      JSONReport.Figure(what: "the same, processor time of the thread", figure: both(processor)),
      JSONReport.Figure(
        what:
          "the least that any such call can take: one `yield` to an `AsyncStream` whose reader sleeps, on the same schedule",
        figure: both(wakes)),
    ]
  }

  /// What it takes to wake a task that does nothing.
  private static func wakes() -> [Double] {
    let (stream, input) = AsyncStream.makeStream(of: Int.self)
    let reader = Task { for await _ in stream {} }
    defer { reader.cancel() }
    return Stopwatch().paced(1_000, pause: .milliseconds(3)) { input.yield(1) }.elapsed
  }

  /// Prints nanoseconds.
  static func makeFirst(folder: String) {
    let configuration = configuration(folder: URL(fileURLWithPath: folder))
    print(Stopwatch().paced(1, pause: .zero) { keep(Martlet(configuration: configuration)) }.elapsed[0])
  }

  private static func firstInChild(folder: URL) throws -> Double {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [argument, folder.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let time = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw ServerChild.Failure(reason: "no client was made")
    }
    return time
  }

  private static func configuration(folder: URL) -> Martlet.Configuration {
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "http://127.0.0.1:9")
    configuration.storageDirectory = folder
    configuration.transport = Offline()
    return configuration
  }
}
