// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgresServer

/// Runs of pushes to many devices by four servers with one database, counted at the endpoint: one
/// as fast as it goes, and one with a pace, which holds for all servers together.
struct PostgresRunFigures {
  private static let servers = 4
  private static let perMinute = 90_000
  /// A pause lets a second's share be sent at once.
  private static let mostInTenSeconds = perMinute / 60 * 11

  let rows: [JSONReport.Figure]

  var isMet: Bool { rows.allSatisfy { $0.isMet != false } }
  var lines: String { ResultTable.lines("run of pushes, \(Self.servers) servers with one database", rows) }

  init(devices: Int) async throws {
    let key = PushKey(keyID: "SENDER0000")
    let sink = try PushSink(keys: [key])
    let database = try PostgresServer(settings: PostgresBenchmarks.settings)
    let url = try database.makeDatabase("TEMPLATE martlet")
    let folder = try PostgresBenchmarks.Folder()
    let site = try await RunFolder(
      ServerChild.configuration(folder: folder.path("fill"), database: url), devices: 1, key: key)
    try CopiedPeople.fill(url, people: devices)
    let servers = try (0..<Self.servers).map {
      try ServerChild(folder: folder.url("\($0)"), database: url, pushes: sink.host)
    }
    let watch = try RunWatch(port: servers[0].port, site: site)
    try await watch.start("warm", users: 1_000)
    _ = try await watch.finish("warm", pause: .milliseconds(100)) {}
    _ = try sink.tally()

    var rows: [JSONReport.Figure] = []
    for perMinute in [nil, Self.perMinute] {
      var counts = (total: 0, sent: 0)
      let seconds = try await Stopwatch.seconds {
        let name = perMinute.map { "pace-\($0)" } ?? "all"
        try await watch.start(name, users: nil, perMinute: perMinute)
        counts = try await watch.finish(name, pause: .milliseconds(100)) {}
      }
      let tally = try sink.tally()
      let words = perMinute.map { "at \(ResultTable.grouped($0)) a minute: " } ?? "as fast as it goes: "
      rows += [
        JSONReport.Figure(
          what: words
            + "devices; pushes that the endpoint accepted, and devices that got one; sent, as the run says",
          figure: [devices, tally.pushes, tally.devices, counts.sent].map(ResultTable.grouped).joined(
            separator: "; "),
          goal: "equal", isMet: Set([devices, tally.pushes, tally.devices, counts.sent]).count == 1),
        JSONReport.Figure(
          what: words + "time",
          figure: String(format: "%.1f s, ", seconds) + ResultTable.grouped(Int(Double(devices) / seconds))
            + " a second"),
      ]
      if perMinute != nil {
        rows.append(
          JSONReport.Figure(
            what: words + "the most in ten seconds", figure: ResultTable.grouped(tally.most(in: 10)),
            goal: "≤ " + ResultTable.grouped(Self.mostInTenSeconds),
            isMet: tally.most(in: 10) <= Self.mostInTenSeconds))
      }
    }
    for server in servers { _ = server.stop() }
    self.rows = rows
  }
}
