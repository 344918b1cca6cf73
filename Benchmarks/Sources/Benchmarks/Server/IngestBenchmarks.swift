// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletWire
import StoreSQLite

/// Ingest, with de-duplication, people, counters and rollups, against a bare insert of the same
/// rows into the same table of an equal file.
enum IngestBenchmarks {
  static let batchSize = 1_000

  static func run(batches: Int) async throws -> [Comparison] {
    [
      try await compare("ingest in batches of \(ResultTable.grouped(batchSize)) events", batches, goal: 0.7),
      try await compare(
        "the same with audiences, conversions and experiments", batches, hasExperiments: true, goal: 0.6),
    ]
  }

  /// - Parameter hasExperiments: Whether 300 campaigns with an audience, an experiment and a
  ///   conversion run, and people are counted in experiments and convert.
  private static func compare(_ name: String, _ batches: Int, hasExperiments: Bool = false, goal: Double)
    async throws -> Comparison
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-ingest-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore(directory: folder.appendingPathComponent("store").path)
    let app = App(id: "bench", name: "Benchmark", createdAt: DecisionBenchmarks.now)
    try await store.insert(app)
    if hasExperiments {
      for number in 0..<campaigns { try await store.insert(campaign(number, of: app), by: .system) }
    }
    let bare = try await bareTable(in: folder.appendingPathComponent("bare"), app)

    var subject: [Double] = []
    var baseline: [Double] = []
    for number in 0...batches {
      let batch = batch(number, of: app, hasExperiments: hasExperiments)
      let rows = batch.events.map { Row($0, person: Int64(number % 50), device: device(number % 50)) }
      func ingest() async throws -> Double {
        try await Stopwatch.seconds {
          let results = try await store.ingest(batch)
          precondition(results.allSatisfy { $0.status == .known(.stored) })
        }
      }
      func insert() async throws -> Double {
        try await Stopwatch.seconds { try await bare.write { db in try Row.insert(rows, db) } }
      }
      // The one that goes first alternates.
      let pair: (Double, Double)
      if number.isMultiple(of: 2) {
        let first = try await ingest()
        pair = (first, try await insert())
      } else {
        let first = try await insert()
        pair = (try await ingest(), first)
      }
      guard number > 0 else { continue }
      subject.append(pair.0 * 1e9 / Double(batchSize))
      baseline.append(pair.1 * 1e9 / Double(batchSize))
    }
    try await store.close()
    return Comparison(
      name: "\(name), per event, throughput", subject: Timing(name: "ingest", nanoseconds: subject),
      baseline: Timing(name: "bare insert of the same rows", nanoseconds: baseline),
      ratios: zip(subject, baseline).map { $1 / $0 },
      goal: .atLeast(goal))
  }

  private static let campaigns = 300

  private static func campaign(_ number: Int, of app: App) -> Campaign {
    let experiment = Wire.Experiment(
      id: "experiment-\(number)",
      variants: [
        Wire.Experiment.Variant(id: "a", share: 4_000), Wire.Experiment.Variant(id: "b", share: 4_000),
      ], control: 2_000)
    let order = Wire.Conversion(
      name: "Order", event: ["kind": "custom", "name": "order_placed"], revenue: "price")
    return Campaign(
      id: CampaignID("campaign-\(number)"), appID: app.id, name: "Offer \(number)", state: .running,
      content: CampaignContent(
        triggers: [Wire.Trigger(kind: .known(.customEvent), name: "event_\(number % 40)")],
        message: Wire.Message(kind: .known(.modal), message: "Hello"),
        audience: AudienceRuleBenchmarks.rule(number).json,
        experiment: experiment, conversions: [order]),
      createdAt: DecisionBenchmarks.now, updatedAt: DecisionBenchmarks.now, launchedAt: DecisionBenchmarks.now
    )
  }

  /// What one device sends: mostly events of the app's own, now and then what became of a message.
  static func batch(
    _ number: Int, of app: App, size: Int = batchSize, people: Int = 50, hasExperiments: Bool
  ) -> IngestBatch {
    let presentation = Wire.EventRecord.Presentation(
      id: "p-\(number)", campaignID: "campaign-1", campaignVersion: 1)
    let events = (0..<size).map { index in
      let body: Wire.EventRecord.Body =
        switch index % 20 {
        case 0: .impression(presentation)
        case 1: .click(presentation, buttonID: "0")
        case 2 where hasExperiments: .exposure(presentation, experimentID: "experiment-1", arm: "a")
        case 3 where hasExperiments: .attribute(key: "attribute_\(index % 30)", value: .int(Int64(index)))
        case 4 where hasExperiments: .custom(name: "order_placed", properties: ["price": .double(9.5)])
        default:
          .custom(
            name: "cart_viewed",
            properties: ["amount": .int(Int64(index)), "category": "hats", "currency": "EUR"])
        }
      return Wire.EventRecord(
        id: identifier(number, index), at: DecisionBenchmarks.now + .milliseconds(number * size + index),
        sessionID: "s-\(number)",
        userID: "user-\(number % people)", body: body)
    }
    return IngestBatch(
      appID: app.id, device: Wire.Device(id: device(number % people)),
      receivedAt: DecisionBenchmarks.now + .milliseconds((number + 1) * size),
      events: events)
  }

  private static func device(_ number: Int) -> String { "device-\(number)" }

  /// As random as the ids that devices make, and the same in every run.
  private static func identifier(_ number: Int, _ index: Int) -> String {
    var state = UInt64(number) &* 1_000_003 &+ UInt64(index) &+ 0x9E37_79B9_7F4A_7C15
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    state ^= state >> 31
    return String(state, radix: 16) + "-" + String(number) + "-" + String(index)
  }

  /// The same file layout, made by the store itself, opened without it and with the same
  /// durability.
  private static func bareTable(in folder: URL, _ app: App) async throws -> DatabasePool {
    let store = try SQLiteStore(directory: folder.path)
    try await store.insert(app)
    try await store.close()
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY")
    }
    return try DatabasePool(
      path: folder.appendingPathComponent(SQLiteStore.fileName).path, configuration: configuration)
  }

  private struct Row {
    var id: String
    var person: Int64
    var device: String
    var kind: String
    var at: Int64
    var json: String

    init(_ record: Wire.EventRecord, person: Int64, device: String) {
      id = record.id
      self.person = person
      self.device = device
      kind = record.body.kind
      at = record.at.milliseconds
      json = String(decoding: Wire.encode(record), as: UTF8.self)
    }

    static func insert(_ rows: [Row], _ db: Database) throws {
      let statement = try db.cachedStatement(
        sql:
          "INSERT INTO event (app, person_id, id, device_id, kind, at, counted_at, received_at, record) VALUES (?,?,?,?,?,?,?,?,?)"
      )
      for row in rows {
        try statement.execute(arguments: [
          1, row.person, row.id, row.device, row.kind, row.at, row.at, row.at, row.json,
        ])
      }
    }
  }
}
