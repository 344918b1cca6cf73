// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletServer
import MartletWire
import PostgresServer

/// A server whose database has many people and 200 running campaigns: how fast devices sync that
/// the database knows, and how long the exact count of an audience takes.
enum PostgresPeopleBenchmarks {
  static func run(people: Int, rounds: Int, seconds: Int) async throws -> [Comparison] {
    let database = try PostgresServer(
      settings: PostgresBenchmarks.settings + ["shared_buffers=2GB", "max_wal_size=8GB"])
    let url = try database.makeDatabase("TEMPLATE martlet")
    let folder = try PostgresBenchmarks.Folder()
    let now = Stopwatch.now
    let configuration = try ServerChild.configuration(folder: folder.path("fill"), database: url)
    let site = try await LoadFolder(configuration, people: 1, now: now)
    try await giveValues(configuration, app: site.app, now: now)
    let managementKey = try await ServerMaintenance.createKey(
      configuration: configuration, app: nil, scope: .management, name: "Benchmark")
    try CopiedPeople.fill(url, people: people)

    let server = try ServerChild(folder: folder.url("server"), database: url)
    defer { _ = server.stop() }
    let all = ResultTable.grouped(people)
    return try sync(site, server, people: people, all, now: now, rounds: rounds, seconds: seconds)
      + (await counts(server, managementKey, people: people, all, rounds: rounds))
  }

  /// What audiences read of the first person.
  private static func giveValues(_ configuration: ServerConfiguration, app: AppID, now: Instant) async throws
  {
    let values: [(String, Wire.JSONValue)] = [
      ("age", .int(18)), ("country", .string("C0")), ("newsletter", .bool(true)), ("plan", .string("free")),
      ("value", .int(0)),
    ]
    let bodies =
      values.map { Wire.EventRecord.Body.attribute(key: $0.0, value: $0.1) }
      + (0..<3).map { _ in .custom(name: "event_0", properties: ["amount": .int(1)]) }
    let store = try await ServerApplication.build(configuration: configuration).services.store
    let results = try await store.ingest(
      IngestBatch(
        appID: app, device: Wire.Device(id: "device-0", platform: "ios"), receivedAt: now,
        events: bodies.enumerated().map {
          Wire.EventRecord(id: "value-\($0)", at: now, sessionID: "session-1", userID: "user-0", body: $1)
        }))
    precondition(results.allSatisfy { $0.status == .known(.stored) })
    try await store.close()
  }

  // MARK: - Syncs

  private static func sync(
    _ site: LoadFolder, _ server: ServerChild, people: Int, _ all: String, now: Instant, rounds: Int,
    seconds: Int
  ) throws -> [Comparison] {
    let wrk = try Wrk()
    var salt = 0
    func run(_ row: String, seconds: Int) throws -> Wrk.Run {
      salt += 1
      let run = try wrk.run(
        port: server.port, seconds: seconds,
        options: [
          ("row", row), ("people", "\(people)"), ("salt", "\(salt)"), ("seed", "\(salt * 7_919)"),
          ("key", site.key), ("credential", site.credential), ("tag", site.tag),
          ("now", "\(now.milliseconds)"),
        ])
      precondition(run.errors == 0, "\(row): \(run.errors) errors")
      return run
    }
    let (subject, baseline) = (LoadRow.unchanged.rawValue, LoadRow.empty)
    _ = try run(subject, seconds: 2 * seconds)
    let rates = try (0..<rounds).map { _ in
      (try run(subject, seconds: seconds).rate, try run(baseline, seconds: seconds).rate)
    }
    let half = rates.map { $0.0 }.sorted()[rates.count / 2] / 2

    // People in an order in which none is near the one before.
    var number = 0
    var phones = try LoadGenerator(port: server.port, connections: Wrk.connections) {
      number = (number + 611_953) % people
      let body =
        #"{"version":1,"device":{"id":"device-\#(number)","platform":"ios"},"user_id":"user-\#(number)","#
        + #""session_id":"session-1","definitions_tag":"\#(site.tag)","sent_at":\#(now.milliseconds)}"#
      return HTTPConnection.bytes(
        "POST", "/sdk/v1/sync", key: site.key, credential: site.credential, body: Array(body.utf8))
    }
    defer { phones.close() }
    let times = try (0..<rounds).map { _ in
      let result = try phones.run(seconds: Double(seconds), rate: half)
      precondition(result.count(200) > 0 && result.milliseconds.count == 1 && result.broken == 0)
      return result.percentile(0.99, 200) * 1e6
    }
    return [
      Comparison(
        name:
          "sync of a known person among \(all) in PostgreSQL, \(LoadFolder.campaigns) campaigns, throughput",
        subject: Timing(name: "sync", nanoseconds: rates.map { 1e9 / $0.0 }),
        baseline: Timing(name: "empty route", nanoseconds: rates.map { 1e9 / $0.1 }),
        ratios: rates.map { $0.0 / $0.1 }, goal: .atLeast(0.4)),
      .limit(
        "the same at \(ResultTable.grouped(Int(half))) a second, half of that, 99th percentile",
        Timing(name: "over HTTP", nanoseconds: times), milliseconds: 20),
    ]
  }

  // MARK: - Counts

  private static func counts(
    _ server: ServerChild, _ managementKey: String, people: Int, _ all: String, rounds: Int
  ) async throws -> [Comparison] {
    let connection = try HTTPConnection(port: server.port)
    var results: [Comparison] = []
    for (words, conditions) in [
      ("four conditions", Array(AudienceCountBenchmarks.conditions.prefix(4))),
      ("five conditions, one of them on events", AudienceCountBenchmarks.conditions),
    ] {
      let request = AudienceCountBenchmarks.request("count", conditions, managementKey: managementKey)
      let count = try Wire.decode(Wire.JSONValue.self, from: connection.exchange(request))["people"]?
        .wholeNumber
      precondition((count ?? 0) > 0 && (count ?? 0) < Int64(people / 2), "\(words): \(count ?? -1)")
      var times: [Double] = []
      for _ in 0..<rounds {
        times.append(try await Stopwatch.seconds { try connection.exchange(request) } * 1e9)
      }
      results.append(
        .limit(
          "exact count of an audience in PostgreSQL, \(words), \(all) people: \(count ?? 0)",
          Timing(name: "over HTTP", nanoseconds: times), milliseconds: 1_000))
    }
    return results
  }
}
