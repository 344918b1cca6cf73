// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletServer
import MartletWire
import Pushing

/// A run of pushes to many devices through a whole server, with its ledger on disk, from the
/// request that starts it to the last answer of the endpoint. The server, the endpoint and this
/// program, which asks for pages meanwhile, are three processes.
struct RunFigures {
  /// Pushes in a second.
  private static let speedGoal = 3_000.0
  private static let growthGoal = 20 << 20
  /// Milliseconds.
  private static let waitGoal = 100.0
  private static let pause = Duration.milliseconds(20)

  let rows: [JSONReport.Figure]

  var isMet: Bool { rows.allSatisfy { $0.isMet != false } }

  var lines: String { ResultTable.lines("run of pushes", rows) }

  init(devices: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-runs-\(ProcessInfo.processInfo.processIdentifier)")
    defer {
      try? FileManager.default.removeItem(at: folder)
      try? FileManager.default.removeItem(atPath: folder.path + ".key")
    }
    let key = PushKey(keyID: "SENDER0000")
    let sink = try PushSink(keys: [key])
    let site = try await RunFolder(
      ServerChild.configuration(folder: folder.path), devices: devices, key: key)
    let server = try ServerChild(folder: folder, pushes: sink.host)
    let watch = try RunWatch(port: server.port, site: site)

    // A small run first, so that connections, caches and pools are there.
    try await watch.start("warm", users: 1_000)
    _ = try await watch.finish("warm", pause: Self.pause) {}
    let before = server.memory?.now ?? 0
    let processor = server.processorSeconds
    var peak = before
    var counts = (total: 0, sent: 0)
    let seconds = try await Stopwatch.seconds {
      try await watch.start("all", users: nil)
      counts = try await watch.finish("all", pause: Self.pause) { peak = max(peak, server.memory?.now ?? 0) }
    }
    let used = server.processorSeconds - processor
    let waits = watch.waits
    _ = server.stop()

    let speed = Double(devices) / seconds
    func number(_ value: Double) -> String { ResultTable.grouped(Int(value.rounded())) }
    func wait(_ times: [Double]) -> (text: String, isMet: Bool) {
      let sorted = times.sorted()
      func at(_ share: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] * 1_000
      }
      return (
        String(format: "%.1f ms, %.1f ms of %d", at(0.5), at(0.99), sorted.count),
        at(0.99) <= Self.waitGoal && !sorted.isEmpty
      )
    }
    let (pages, requests) = (wait(waits.pages), wait(waits.requests))
    rows = [
      JSONReport.Figure(
        what: "devices, and pushes that the endpoint accepted",
        figure: "\(ResultTable.grouped(devices)), \(ResultTable.grouped(counts.sent))",
        goal: "equal", isMet: counts.sent == devices && counts.total == devices),
      JSONReport.Figure(
        what: "from the request to the last recorded answer",
        figure: String(format: "%.1f s, %@ pushes a second", seconds, number(speed)),
        goal: "≥ 3,000 a second",
        isMet: speed >= Self.speedGoal),
      JSONReport.Figure(
        what: "processor time of the server for a push",
        figure: String(format: "%.0f µs", used * 1e6 / Double(devices))),
      JSONReport.Figure(
        what: "growth of the server's memory",
        figure: String(format: "%.1f MB", Double(peak - before) / 1_048_576), goal: "≤ 20 MB",
        isMet: peak - before <= Self.growthGoal),
      JSONReport.Figure(
        what: "a page of the console meanwhile, median and 99th percentile", figure: pages.text,
        goal: "≤ 100 ms", isMet: pages.isMet),
      JSONReport.Figure(
        what: "a request to the management API meanwhile, median and 99th percentile", figure: requests.text,
        goal: "≤ 100 ms",
        isMet: requests.isMet),
    ]
  }
}
