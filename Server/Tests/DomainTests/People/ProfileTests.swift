// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import StoreConformance
import Testing

/// A person's attributes as a database would keep them, read no further than a batch needs.
private struct KeptAttributes {
  var rows: [String: StoredAttribute] = [:]
  var steps: [String: [AttributeHistory.Place: AttributeHistory.Step]] = [:]
  /// The most steps that were read at once.
  var read = 0

  mutating func take(_ events: [Wire.EventRecord]) -> [Wire.EventResult?] {
    let batch = PreparedBatch(Sample.batch(events))
    var profile = Profile(
      rows.map { key, row in
        let bytes = row.value == .null ? nil : row.value.encodedByteCount
        return (key, Profile.Entry(key, valueBytes: bytes, isOwn: row.newest.isOwn, at: row.newest.at))
      })
    for (key, reading) in batch.attributes {
      let first = rows[key.text].map { reading.steps(of: $0) } ?? 0
      read = max(read, first)
      let inOrder = steps[key.text, default: [:]].sorted { $0.key < $1.key }.prefix(first)
      profile.load(key.text, rows[key.text], AttributeHistory(steps: inOrder.map { ($0.key, $0.value) }))
    }
    let results = batch.events.map { profile.apply($0.record, countedAt: $0.countedAt) }
    for update in profile.updates {
      if update.removesAllSteps { steps[update.key] = [:] }
      for place in update.removed { steps[update.key]?[place] = nil }
      steps[update.key, default: [:]].merge(update.put) { $1 }
      rows[update.key] = update.row
    }
    return results
  }
}

@Suite struct ProfileTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `an attribute is what all changes make of it in their order, however they arrive and are parted`(
    seed: UInt64
  ) {
    let world = AttributeWorld(events: 150, keys: seed.isMultiple(of: 3) ? 30 : 2, seed: seed)
    let sent = world.sent.filter { $0.event.body.attributeKey != nil }
    var chance = SeededGenerator(seed: seed + 500)
    var people: [String: KeptAttributes] = [:]
    for batch in World.batches(of: sent, &chance) {
      for (user, events) in Dictionary(grouping: batch.events, by: \.userID) {
        let person = PersonID.of(userID: user, deviceID: batch.device?.id ?? "")
        #expect(people[person, default: KeptAttributes()].take(events).allSatisfy { $0 == nil })
      }
    }
    for (person, expected) in AttributeWorld.attributes(after: sent) {
      let kept = people[person] ?? KeptAttributes()
      #expect(kept.rows.compactMapValues { $0.value == .null ? nil : $0.value } == expected, "\(person)")
      for (key, row) in kept.rows {
        #expect(row.steps == kept.steps[key, default: [:]].count, "\(person) \(key)")
      }
    }
  }

  private static func increment(_ second: Int) -> Wire.EventRecord {
    Sample.event(
      "e\(second)", at: Sample.now + .milliseconds(second),
      .attributeChange(key: "n", Wire.AttributeChange(.known(.increment), 1)))
  }

  @Test(arguments: [1, 7, 300])
  func `a change in order reads no more than gives way to it; one that is late reads all`(size: Int) {
    var kept = KeptAttributes()
    _ = kept.take([Sample.event("set", at: Sample.now - .seconds(1), .attribute(key: "n", value: 5))])
    for start in stride(from: 0, to: 600, by: size) {
      _ = kept.take((start..<min(start + size, 600)).map(Self.increment))
    }
    #expect(kept.rows["n"]?.value == 605 && kept.rows["n"]?.steps == 252 && kept.steps["n"]?.count == 252)
    #expect(kept.read <= size + 2)
    _ = kept.take([Sample.event("late", at: Sample.now + .milliseconds(590), Self.increment(0).body)])
    #expect(kept.rows["n"]?.value == 606 && kept.rows["n"]?.steps == 252 && kept.read == 252)
    _ = kept.take([Sample.event("new", at: Sample.now + .seconds(9), .attribute(key: "n", value: 1))])
    #expect(kept.rows["n"]?.value == 1 && kept.steps["n"]?.isEmpty == true)
  }

  @Test func `two spellings of one name are two attributes`() {
    var profile = Profile()
    for name in ["caf\u{E9}", "cafe\u{301}"] {
      #expect(
        profile.apply(Sample.event(name, .attribute(key: name, value: 1)), countedAt: Sample.now) == nil)
    }
    #expect(profile.updates.count == 2)
  }

  @Test func `who is full is refused what is new, and may change and remove what is there, which makes room`()
  {
    var kept = KeptAttributes()
    func set(_ key: String, _ value: Wire.JSONValue, _ second: Int = 0) -> Wire.EventRecord {
      Sample.event(
        "\(key)-\(second)", at: Sample.now + .milliseconds(second), .attribute(key: key, value: value))
    }
    let first = kept.take((0..<PeopleLimits.attributes + 1).map { set("k\($0)", 1) })
    #expect(
      first.dropLast().allSatisfy { $0 == nil } && first.last??.field == "key"
        && first.last??.code == "profile_full")
    let more = kept.take([set("k1", 2, 1), set("new", 1, 1), set("k2", .null, 1), set("new", 1, 2)])
    #expect(more.map { $0 == nil } == [true, false, true, true])
    let large = Wire.JSONValue.string(String(repeating: "x", count: 8_000))
    let results = kept.take((0..<10).map { set("k\($0 + 10)", large, 5) })
    #expect(results.map { $0 == nil } == (0..<10).map { $0 < 8 } && results.last??.field == "value")
    #expect(kept.take([set("k10", "short", 6), set("k19", large, 6)]).allSatisfy { $0 == nil })
  }

  @Test func `of removed attributes the newest are remembered`() {
    var kept = KeptAttributes()
    let events = (0...PeopleLimits.removedAttributes).map {
      Sample.event("e\($0)", at: Sample.now + .milliseconds($0), .attribute(key: "k\($0)", value: .null))
    }
    #expect(kept.take(events).allSatisfy { $0 == nil })
    #expect(kept.rows.count == PeopleLimits.removedAttributes / 2 && kept.rows["k0"] == nil)
  }

  @Test func `when two people are one too many attributes of the anonymous one go, the oldest first`() {
    var entries = (0..<200).map {
      ("own\($0)", Profile.Entry("own\($0)", valueBytes: 1, isOwn: true, at: Sample.now))
    }
    entries += (0..<100).map {
      ("a\($0)", Profile.Entry("a\($0)", valueBytes: 1, isOwn: false, at: Sample.now + .milliseconds($0)))
    }
    var profile = Profile(entries)
    profile.trim()
    #expect(Set(profile.updates.map(\.key)) == Set((0..<45).map { "a\($0)" }))
    #expect(profile.updates.allSatisfy { $0.row == nil && $0.removesAllSteps })
  }
}
