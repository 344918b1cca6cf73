// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import StoreConformance
import Testing

@testable import Domain

@Suite struct BatchPeopleTests {
  private static func signIn(_ id: String, _ user: String, previous: String? = nil) -> Wire.EventRecord {
    Sample.event(id, user: user, .userChanged(previousUserID: previous))
  }

  private static func seen(_ id: String, _ user: String?) -> Wire.EventRecord {
    Sample.event(id, user: user, .sessionStart)
  }

  private static func people(
    _ events: [Wire.EventRecord], _ state: BatchPeople.State = BatchPeople.State(free: [1, 2, 3, 4, 5])
  )
    -> BatchPeople
  {
    BatchPeople(PreparedBatch(Sample.batch(events)), state)
  }

  /// Ana has key 1, and the device's anonymous person key 2.
  private static func known(isAnonymous: Bool = true, stored: Set<Int> = []) -> BatchPeople.State {
    BatchPeople.State(
      keys: [ExactText("u:ana"): 1, ExactText("d:device-1"): isAnonymous ? 2 : 1], free: [3],
      isAnonymous: isAnonymous, storedSignIns: stored)
  }

  @Test func `people are made in the order in which they come, once`() {
    let people = Self.people(
      [Self.seen("1", "ben"), Self.seen("2", nil), Self.seen("3", "ben"), Self.seen("4", "ana")], Self.known()
    )
    #expect(people.keys == [3, 2, 3, 1])
    #expect(people.new.map(\.name) == ["u:ben"])
    #expect(people.merge == nil && people.signIns.isEmpty)
  }

  @Test func `the first who signs in takes over what was done before, and what comes late`() {
    let events = [
      Self.seen("1", nil), Self.seen("2", "ana"), Self.signIn("3", "ana"), Self.seen("4", nil),
      Self.signIn("5", "ben"),
    ]
    let people = Self.people(events, Self.known())
    #expect(people.merge == BatchPeople.Merge(anonymous: 2, user: 1, index: 3))
    #expect(people.keys == [2, 1, 1, 1, 3])
    #expect(people.signIns.map(\.user) == [1] && people.adopted == nil)
  }

  @Test func `a user of whom nothing was known is the anonymous person with a name`() {
    let events = [
      Self.seen("1", nil), Self.seen("2", "ana"), Self.signIn("3", "ana"), Self.seen("4", nil),
      Self.signIn("5", "ben"),
    ]
    let known = BatchPeople.State(keys: [ExactText("d:device-1"): 7], free: [9, 10], isAnonymous: true)
    let people = Self.people(events, known)
    #expect(people.renamed == BatchPeople.Renaming(person: 7, name: "u:ana") && people.merge == nil)
    #expect(people.keys == [7, 7, 7, 7, 10] && people.new.map(\.name) == ["u:ben"])
    #expect(people.signIns.map(\.user) == [7] && people.adopted == nil)
    // The same of two whom nobody knew before the batch.
    let new = Self.people(events)
    #expect(new.keys == [1, 1, 1, 1, 3] && new.new.map(\.name) == ["u:ana", "u:ben"])
    #expect(new.adopted == 1 && new.merge == nil && new.renamed == nil)
  }

  @Test func `where nobody had been, the device's name becomes the user's`() {
    let people = Self.people([
      Self.signIn("1", "ana"), Self.seen("2", nil), Self.signIn("3", "ben"), Self.signIn("4", "ana"),
    ])
    #expect(people.adopted == 1 && people.merge == nil)
    #expect(people.keys == [1, 1, 2, 1])
    #expect(people.signIns.map(\.user) == [1, 1])
  }

  @Test func `a device that was taken over stays so`() {
    let people = Self.people([Self.signIn("1", "ben"), Self.seen("2", nil)], Self.known(isAnonymous: false))
    #expect(people.merge == nil && people.adopted == nil && people.signIns.isEmpty)
    #expect(people.keys == [3, 1])
  }

  @Test func `a sign-in that is stored already, or that changes from somebody, takes over nothing`() {
    #expect(Self.people([Self.signIn("1", "ana")], Self.known(stored: [0])).merge == nil)
    #expect(Self.people([Self.signIn("1", "ana", previous: "ben")], Self.known()).merge == nil)
    // An id counts once: the second is no sign-in.
    let twice = Self.people(
      [Self.seen("1", "ana"), Self.signIn("1", "ana"), Self.seen("2", nil)], Self.known())
    #expect(twice.merge == nil && twice.keys == [1, 1, 2])
  }

  @Test func `a program signs nobody in`() {
    let batch = IngestBatch(
      appID: "shop", device: nil, receivedAt: Sample.now,
      events: [Self.signIn("1", "ana"), Self.seen("2", nil)])
    let people = BatchPeople(PreparedBatch(batch), BatchPeople.State(free: [1, 2, 3]))
    #expect(people.signIns.isEmpty && people.adopted == nil && people.keys == [1, 0])
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `in one batch every event is whose it turns out to be`(seed: UInt64) {
    let sent = World(events: 120, seed: seed).sent.filter { $0.device == "device-0" }
    let people = Self.people(sent.map(\.event))
    let user =
      sent.contains { if case .userChanged(previousUserID: nil) = $0.event.body { true } else { false } }
      ? "u:ana" : nil
    var named: [Int64: String] = [:]
    var keys: [String: Int64] = [:]
    for (index, (key, one)) in zip(people.keys, sent).enumerated() {
      // After the merge nothing more belongs to the person who is gone.
      if let merge = people.merge, index >= merge.index { #expect(key != merge.anonymous) }
      let final = key == people.merge?.anonymous ? people.merge?.user ?? key : key
      let expected = one.event.userID.map { "u:" + $0 } ?? user ?? "d:device-1"
      #expect(named[final, default: expected] == expected)
      #expect(keys[expected, default: final] == final, "\(expected) is one person.")
      named[final] = expected
      keys[expected] = final
    }
  }
}
