// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a server does with ten times the load that it can serve: how long those wait whom it
/// serves, how soon it tells the others, and how much memory it takes.
struct OverloadFigures {
  private static let factor = 10.0
  private static let connections = 400
  private static let memoryGoal = 128 << 20
  /// Milliseconds.
  private static let waitGoal = 1_000.0

  let rows: [JSONReport.Figure]

  var isMet: Bool { rows.allSatisfy { $0.isMet != false } }

  var lines: String { ResultTable.lines("overload", rows) }

  /// Takes three times `seconds` or little more.
  init(seconds: Double) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-overload-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try ServerChild(folder: folder)
    let idle = server.memory

    func phones(_ connections: Int, first: Int) throws -> LoadGenerator {
      var batches = EventBatches(key: server.key, first: first)
      return try LoadGenerator(port: server.port, connections: connections) { batches.next() }
    }
    var few = try phones(16, first: 0)
    _ = try few.run(seconds: seconds / 5, rate: nil)
    let usual = try few.run(seconds: seconds, rate: nil)
    few.close()
    let capacity = usual.rate(200)
    let usualMemory = server.memory

    var many = try phones(Self.connections, first: 1 << 40)
    let over = try many.run(seconds: seconds, rate: capacity * Self.factor)
    many.close()
    let memory = server.memory
    let stored = try Self.storedEvents(port: server.port)
    let status = server.stop()

    let events = EventBatches.events
    let answered = over.milliseconds.values.reduce(0) { $0 + $1.count }
    let others = over.milliseconds.filter { $0.key != 200 && $0.key != 503 }
    func number(_ value: Double) -> String { ResultTable.grouped(Int(value.rounded())) }
    func megabytes(_ bytes: Int?) -> String {
      bytes.map { String(format: "%.1f MB", Double($0) / 1_048_576) } ?? "not known"
    }
    let p99 = over.percentile(0.99, 200)
    rows = [
      JSONReport.Figure(
        what: "capacity: requests with \(events) events, each from a different person, over 16 connections",
        figure: "\(number(capacity)) a second"),
      JSONReport.Figure(
        what: "offered, over \(Self.connections) connections",
        figure: "\(number(Double(answered + over.unsent) / over.seconds)) a second"),
      JSONReport.Figure(what: "stored", figure: "\(number(over.rate(200))) a second"),
      JSONReport.Figure(what: "rejected with 503", figure: "\(number(over.rate(503))) a second"),
      JSONReport.Figure(
        what: "not sent, because all connections were busy",
        figure: "\(number(Double(over.unsent) / over.seconds)) a second"),
      JSONReport.Figure(
        what: "time until stored, median and 99th percentile",
        figure: "\(number(over.percentile(0.5, 200))) ms, \(number(p99)) ms",
        goal: "≤ 1,000 ms", isMet: p99 <= Self.waitGoal),
      JSONReport.Figure(
        what: "time until rejected, median and 99th percentile",
        figure: "\(number(over.percentile(0.5, 503))) ms, \(number(over.percentile(0.99, 503))) ms"),
      JSONReport.Figure(
        what: "other responses, and broken connections",
        figure: "\(others.values.reduce(0) { $0 + $1.count }), \(over.broken)",
        goal: "0, 0", isMet: others.isEmpty && over.broken == 0),
      JSONReport.Figure(
        what: "events acknowledged, and events stored",
        figure:
          "\(ResultTable.grouped((usual.count(200) + over.count(200)) * events)) and those of the warm-up, \(ResultTable.grouped(stored))",
        goal: "at least as many stored",
        isMet: stored >= (usual.count(200) + over.count(200)) * events && status == 0),
      JSONReport.Figure(
        what: "memory of the server: at start, at capacity",
        figure: "\(megabytes(idle?.now)), \(megabytes(usualMemory?.peak))"),
      JSONReport.Figure(
        what: "peak memory of the server", figure: megabytes(memory?.peak), goal: "≤ 128 MB",
        isMet: memory.map { $0.peak <= Self.memoryGoal }),
    ]
  }

  private static func storedEvents(port: Int) throws -> Int {
    let metrics = try HTTPConnection(port: port).exchange(
      HTTPConnection.bytes("GET", "/metrics", key: nil, body: []))
    let name = #"martlet_events_total{result="stored"}"#
    let line = String(decoding: metrics, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }
}
