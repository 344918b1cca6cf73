// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Dispatch
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
  private static let (usualLog, slowestLog) = (8_000.0, 30_000.0)
  /// How many times as much processor time as handing an empty block to a queue.
  private static let mostTimes = 2.0

  private(set) var rows: [JSONReport.Figure]

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
    let typed = (0..<rounds).map { round in
      Self.calls(folder.appendingPathComponent("typed-\(round)")) {
        $0.logCustomEvent(
          name: "cart_viewed", properties: ["total": 42.5, "currency": "EUR", "items": 3, "is_member": true])
      }
    }
    let untyped = (0..<rounds).map { round in
      Self.calls(folder.appendingPathComponent("untyped-\(round)")) {
        $0.logCustomEvent(
          name: "cart_viewed",
          properties: ["total": 42.5, "currency": "EUR", "items": 3, "is_member": true]
            as [String: any Sendable])
      }
    }
    let queues = (0..<rounds).map { _ in Self.queue() }
    let half = first[first.count / 2]
    rows = [
      JSONReport.Figure(
        what: "first `Martlet(configuration:)` of a process: median (lowest–highest) of \(first.count)",
        figure: "\(Self.micro(half)) (\(Self.micro(first[0]))–\(Self.micro(first[first.count - 1])))",
        goal: "≤ 1 ms",
        isMet: half <= Self.firstGoal)
    ]
    rows += Self.rows("`logCustomEvent` with four literals, every 3 ms", typed, beside: queues)
    rows += Self.rows("the same with four values of type `Any`", untyped, beside: queues)
    rows += [
      JSONReport.Figure(
        what: "`DispatchQueue.async` of an empty block, every 3 ms: time that passes",
        figure: Self.both(queues.map(\.elapsed))),
      JSONReport.Figure(
        what: "the same, processor time of the thread", figure: Self.both(queues.map(\.processor))),
    ]
  }

  private typealias Calls = (elapsed: [Double], processor: [Double])

  private static func rows(_ what: String, _ calls: [Calls], beside queues: [Calls]) -> [JSONReport.Figure] {
    let (elapsed, processor) = (calls.map(\.elapsed), calls.map(\.processor))
    let times = percentile(50, processor) / percentile(50, queues.map(\.processor))
    return [
      JSONReport.Figure(
        what: "\(what): p50 and p99, medians of \(calls.count) rounds of 1,000", figure: both(elapsed),
        goal: "p50 ≤ 8 µs, p99 ≤ 30 µs",
        isMet: percentile(50, elapsed) <= usualLog && percentile(99, elapsed) <= slowestLog),
      JSONReport.Figure(
        what: "the same, processor time of the thread", figure: both(processor),
        goal: "p50 ≤ 8 µs, p99 ≤ 30 µs",
        isMet: percentile(50, processor) <= usualLog && percentile(99, processor) <= slowestLog),
      JSONReport.Figure(
        what: "its p50 against that of the queue below", figure: String(format: "%.2f", times),
        goal: "≤ \(Int(mostTimes))", isMet: times <= mostTimes),
    ]
  }

  /// The median of the rounds.
  private static func percentile(_ share: Int, _ times: [[Double]]) -> Double {
    times.map { $0[$0.count * share / 100] }.sorted()[times.count / 2]
  }

  private static func micro(_ nanoseconds: Double) -> String {
    String(format: "%.1f µs", nanoseconds / 1_000)
  }

  private static func both(_ times: [[Double]]) -> String {
    "\(micro(percentile(50, times))), \(micro(percentile(99, times)))"
  }

  private static func calls(_ folder: URL, _ call: (Martlet) -> Void) -> Calls {
    let martlet = Martlet(configuration: configuration(folder: folder))
    martlet.applicationDidBecomeActive()
    return Stopwatch().paced(1_000, pause: .milliseconds(3)) { call(martlet) }
  }

  /// What it takes to hand nothing to another thread.
  private static func queue() -> Calls {
    let queue = DispatchQueue(label: "nothing", qos: .userInitiated)
    return Stopwatch().paced(1_000, pause: .milliseconds(3)) { queue.async {} }
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
