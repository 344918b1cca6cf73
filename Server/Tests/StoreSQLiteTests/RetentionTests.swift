// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite struct RetentionTests {
  private static let day = Duration.seconds(86_400)
  private static let people = ["ana", "ben", "eva"]

  /// One batch of each person on each of the last hundred days, with events of all kinds, received
  /// when they happened.
  private static let batches: [IngestBatch] = (0..<100).flatMap { age in
    people.enumerated().map { index, person in
      let at = Sample.now - day * age - .seconds(index)
      func event(_ name: String, _ body: Wire.EventRecord.Body) -> Wire.EventRecord {
        Sample.event("\(name)-\(age)-\(person)", at: at, user: person, session: "s\(age)", body)
      }
      let presentation = Sample.presentation("c", id: "p\(age)")
      return Sample.batch(
        [
          event("start", .sessionStart),
          event("custom", .custom(name: "cart_viewed", properties: ["total": 3])),
          event("shown", .impression(presentation)), event("click", .click(presentation, buttonID: "0")),
          event("plan", .attribute(key: "plan", value: .string("p\(age)"))),
          event("decision", .decision(Sample.decision("d\(age)-\(person)", candidates: ["c"]))),
          event("end", .sessionEnd(lengthMilliseconds: 1_000)),
        ], device: "device-" + person, receivedAt: at, role: person == "ben" ? .test : .own)
    }
  }

  private static func filled(_ directory: String) async throws -> SQLiteStore {
    let store = try SQLiteStore(directory: directory)
    try await store.insert(Sample.app())
    for batch in batches { _ = try await store.ingest(batch) }
    return store
  }

  private static func count(_ store: SQLiteStore, _ sql: String) async throws -> Int {
    try await store.readDatabase { db in try Int.fetchOne(db, sql: sql) ?? 0 }
  }

  /// Until nothing is left to do; every step is small.
  private static func removeAll(
    _ store: SQLiteStore, _ policy: RetentionPolicy, at now: Instant, limit: Int = 37
  ) async throws
    -> RetentionStep
  {
    var sum = RetentionStep()
    while !sum.isDone {
      let step = try await store.removeAged(policy, at: now, limit: limit)
      #expect(step.events + step.timelines + step.decisions <= limit)
      sum += step
    }
    return sum
  }

  @Test func `old events go, counters stay, and what is sent again counts no second time`() async throws {
    try await withFolder { folder in
      let store = try await Self.filled(folder)
      let now = Sample.now
      let report = try await store.report(campaign: "c", app: "shop", from: nil, to: nil)
      let counts = try await store.eventCounts(app: "shop")
      let before = CountedTime.hour(of: now - Self.day * 30)
      let old = Self.batches.flatMap(\.events).count { $0.at < before }
      let sum = try await Self.removeAll(store, RetentionPolicy(events: Self.day * 30), at: now)
      #expect(sum.events == old && old > 1_000)
      #expect(sum.decisions == 0 && sum.timelines == 0)
      #expect(
        try await Self.count(store, "SELECT count(*) FROM event WHERE counted_at < \(before.milliseconds)")
          == 0)
      #expect(
        try await Self.count(store, "SELECT count(*) FROM event") == Self.batches.flatMap(\.events).count
          - old)
      #expect(try await Self.count(store, "SELECT count(*) FROM person_session") == 3 * 31)
      // What a device may still send again, whenever that is.
      for batch in Self.batches {
        var again = batch
        again.receivedAt = now + .seconds(5)
        #expect(try await store.ingest(again).allSatisfy { $0.status == .known(.duplicate) })
      }
      #expect(try await store.report(campaign: "c", app: "shop", from: nil, to: nil) == report)
      #expect(try await store.eventCounts(app: "shop") == counts)
      #expect(try await store.person("u:ana", app: "shop")?.attributes.map(\.value) == ["p0"])
      #expect(try await store.readDatabase { try CounterCheck.disagreements($0) } == [])
      // In the same hour nothing is left to do, a day later there is.
      #expect(
        try await store.removeAged(RetentionPolicy(events: Self.day * 30), at: now, limit: 1_000).events == 0)
      #expect(
        try await Self.removeAll(store, RetentionPolicy(events: Self.day * 30), at: now + Self.day).events
          == 21)
      try await store.close()
    }
  }

  @Test func `a removal that was interrupted goes on where it stopped`() async throws {
    try await withFolder { folder in
      var store = try await Self.filled(folder)
      let policy = RetentionPolicy(events: Self.day * 10, timelines: Self.day * 5, decisions: Self.day * 20)
      var sum = RetentionStep()
      while !sum.isDone {
        sum += try await store.removeAged(policy, at: Sample.now, limit: 100)
        if sum.isDone { break }
        try await store.close()
        store = try SQLiteStore(directory: folder)
      }
      let events = Self.batches.flatMap(\.events)
      func older(_ days: Int, _ isOne: (Wire.EventRecord) -> Bool = { _ in true }) -> Int {
        events.count { $0.at < CountedTime.hour(of: Sample.now - Self.day * days) && isOne($0) }
      }
      #expect(sum.events == older(10))
      #expect(sum.decisions == older(20) { $0.body.kind == "decision" })
      // Explanations have a table of their own, and what was said of attributes stays as long as
      // the event.
      #expect(sum.timelines == older(5) { !["decision", "attribute"].contains($0.body.kind) })
      #expect(try await store.readDatabase { try CounterCheck.disagreements($0) } == [])
      try await store.close()
    }
  }

  @Test func `a timeline without what events say still tells kinds and times`() async throws {
    try await withFolder { folder in
      let store = try await Self.filled(folder)
      _ = try await Self.removeAll(store, RetentionPolicy(timelines: Self.day * 2), at: Sample.now)
      let timeline = try await store.timeline(
        personID: "u:ana", kinds: [], app: "shop", after: nil, limit: 50
      ).elements
      #expect(timeline.count == 50)
      for entry in timeline {
        let isOld = entry.countedAt < CountedTime.hour(of: Sample.now - Self.day * 2)
        #expect(
          (entry.record == nil) == (isOld && !["decision", "attribute"].contains(entry.kind)),
          "\(entry.kind) \(entry.countedAt)")
      }
      // What comes late is emptied by the next removal, with what has become too old since: of
      // three people five events each.
      let late = Sample.event("late", at: Sample.now - Self.day * 20, .custom(name: "late", properties: [:]))
      _ = try await store.ingest(Sample.batch([late], device: "device-ana"))
      #expect(
        try await Self.removeAll(
          store, RetentionPolicy(timelines: Self.day * 2), at: Sample.now + .seconds(3_600)
        ).timelines == 16)
      try await store.close()
    }
  }

  @Test func `ids of events that were removed go with the person to whom they turn out to belong`()
    async throws
  {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      let old = Sample.now - Self.day * 25
      let anonymous = Sample.event("a", at: old, user: nil, .impression(Sample.presentation("c")))
      _ = try await store.ingest(Sample.batch([anonymous], receivedAt: old))
      #expect(
        try await Self.removeAll(store, RetentionPolicy(events: Self.day * 20), at: Sample.now).events == 1)
      _ = try await store.ingest(Sample.batch([Sample.event("in", .userChanged(previousUserID: nil))]))
      #expect(try await store.ingest(Sample.batch([anonymous])).map(\.status) == [.known(.duplicate)])
      let totals = try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
      #expect([totals.impressions, totals.uniqueImpressions] == [1, 1])
      #expect(try await store.readDatabase { try CounterCheck.disagreements($0) } == [])
      try await store.close()
    }
  }

  @Test func `keeping more while a removal is under way removes no more than that`() async throws {
    try await withFolder { folder in
      let store = try await Self.filled(folder)
      _ = try await store.removeAged(RetentionPolicy(events: Self.day * 10), at: Sample.now, limit: 10)
      _ = try await Self.removeAll(store, RetentionPolicy(events: Self.day * 90), at: Sample.now)
      let between =
        "counted_at BETWEEN \((Sample.now - Self.day * 89).milliseconds) AND \((Sample.now - Self.day * 11).milliseconds)"
      let kept = try await Self.count(store, "SELECT count(*) FROM event WHERE \(between)")
      #expect(kept >= 7 * 3 * 77 - 10)
      try await store.close()
    }
  }
}
