// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import ServerTestSupport
import StoreConformance
import Testing

@testable import Domain

/// What a store keeps of people, events and numbers, in dictionaries.
private struct Kept {
  struct Event {
    var record: Wire.EventRecord
    var countedAt: Instant
    var isTest: Bool

    var shared: PersonMerge.SharedEvent {
      PersonMerge.SharedEvent(
        id: record.id, kind: record.body.kind, countedAt: countedAt, isTest: isTest,
        topic: EventTopic(kind: record.body.kind),
        isOfDevice: true, record: record)
    }
  }

  var people: [ExactText: Int64] = [:]
  /// What each person was called when they were made.
  var made: [Int64: String] = [:]
  var events: [Int64: [String: Event]] = [:]
  var steps: [PersonSteps.Key: FirstTimes] = [:]
  var eventNames: [ExactText: EventNames.Entry] = [:]
  var hours: [Rollups.OfHour: Int] = [:]
  var ofApp: [Rollups.OfApp: Int] = [:]
  var campaigns = Set(World.campaigns.map { ExactText($0.rawValue) })

  mutating func take(_ batch: IngestBatch) -> [Wire.EventResult] { take([PreparedBatch(batch)])[0] }

  /// Stores batches together.
  ///
  /// - Parameter batches: Of one day; with sign-ins, only one.
  mutating func take(_ batches: [PreparedBatch]) -> [[Wire.EventResult]] {
    let batch = batches[0]
    let names = batches.reduce(0) { $0 + $1.people.count + 1 }
    var state = BatchPeople.State(keys: people, free: (1...names).map { Int64($0) + (made.keys.max() ?? 0) })
    state.isAnonymous =
      people[ExactText(batch.anonymousName)].map { made[$0] == batch.anonymousName } ?? false
    state.storedSignIns = Set(
      batch.signIns.filter { index in
        let event = batch.events[index]
        return people[ExactText(batch.people[event.person])].map { events[$0]?[event.record.id] != nil }
          ?? false
      })
    var parts: [BatchPart] = []
    var end = batch.events.count
    var (merge, adopted): (BatchPeople.Merge?, Int64?)
    for one in batches {
      let owners = BatchPeople(one, state)
      state.add(owners.new)
      for new in owners.new { (people[ExactText(new.name)], made[new.key]) = (new.key, new.name) }
      (merge, adopted) = (owners.merge, owners.adopted)
      end = merge?.index ?? one.events.count
      parts.append(BatchPart(one, 0..<end, keys: owners.keys))
    }
    var results = decide(parts)
    if let merge {
      self.merge(merge.anonymous, into: merge.user)
      results[0] += decide([BatchPart(batch, end..<batch.events.count, keys: parts[0].keys)])[0]
    }
    if let adopted { people[ExactText(batch.anonymousName)] = adopted }
    return results
  }

  private mutating func decide(_ parts: [BatchPart]) -> [[Wire.EventResult]] {
    let isNew = parts.map { part in
      part.range.map { index in
        let event = part.batch.events[index]
        guard event.refusal == nil, events[part.keys[index]]?[event.record.id] == nil else { return false }
        store(event, part.keys[index], part.batch)
        return true
      }
    }
    var decision = GroupDecision(
      GroupState(
        steps: PersonSteps(steps), names: names,
        eventNames: EventNames(today: parts[0].batch.day, stored: eventNames, count: eventNames.count)))
    let results = decision.decide(parts, isNew: isNew)
    for place in decision.removed { events[parts[place].person]?[parts[place].event.record.id] = nil }
    for place in decision.restored { store(parts[place].event, parts[place].person, parts[place.part].batch) }
    steps.merge(decision.state.steps.changed) { $1 }
    eventNames.merge(decision.state.eventNames.changed) { $1 }
    add(decision.rollups)
    return results
  }

  private mutating func store(_ event: PreparedBatch.Event, _ person: Int64, _ batch: PreparedBatch) {
    let kept = Event(record: event.record, countedAt: event.countedAt, isTest: batch.role.isTest)
    events[person, default: [:]][event.record.id] = kept
  }

  private mutating func merge(_ anonymous: Int64, into user: Int64) {
    let (own, theirs) = (events[user] ?? [:], events.removeValue(forKey: anonymous) ?? [:])
    let shared = theirs.filter { own[$0.key] != nil }.values.map(\.shared)
    let rest = theirs.filter { own[$0.key] == nil }
    var remaining: [PersonSteps.Key: FirstTimes] = [:]
    for event in rest.values {
      if let key = event.shared.step(of: anonymous) {
        remaining[key, default: FirstTimes()].add(event.countedAt, isTest: event.isTest)
      }
    }
    let merge = PersonMerge(
      of: anonymous, into: user, shared: shared, steps: steps, remaining: remaining, names: names)
    steps.merge(merge.corrected) { $1 }
    for (key, times) in steps where key.person == anonymous {
      steps[PersonSteps.Key(person: user, campaign: key.campaign, step: key.step), default: FirstTimes()].add(
        times)
      steps[key] = nil
    }
    events[user] = own.merging(rest) { one, _ in one }
    for (name, key) in people where key == anonymous { people[name] = user }
    add(merge.rollups)
  }

  private var names: CountedNames {
    let counted = Set(hours.keys.map(\.count))
    let strays = ofApp.keys.filter { $0.metric == .strayCampaign }.map(\.detail)
    return CountedNames(
      campaigns: campaigns.union(strays.map { ExactText($0) }), details: counted, strayCount: strays.count,
      detailCounts: Dictionary(grouping: counted, by: CountedNames.Details.init).mapValues(\.count))
  }

  private mutating func add(_ rollups: Rollups) {
    hours.merge(rollups.hours, uniquingKeysWith: +)
    ofApp.merge(rollups.ofApp, uniquingKeysWith: +)
  }

  func report(of campaign: CampaignID, isTest: Bool) -> CampaignReport {
    var report = CampaignReport(totals: CampaignReport.Totals(), hours: [])
    let own = hours.filter { $0.key.count.campaign == campaign && $0.key.isTest == isTest && $0.value != 0 }
    for (key, number) in own.sorted(by: { $0.key.hour < $1.key.hour }) {
      report.totals.add(key.count.metric, detail: key.count.detail, count: number)
      report.add(key.count.metric, detail: key.count.detail, count: number, at: key.hour)
    }
    return report
  }
}

@Suite struct GroupDecisionTests {
  @Test(arguments: 1...UInt64(TestCases.count(10, full: 30)))
  func
    `each event counts once, however it is parted, ordered, stored together and sent again, whoever turns out to be one; test devices count apart`(
      seed: UInt64
    )
  {
    var chance = SeededGenerator(seed: seed + 900)
    let sent = World(events: 250, seed: seed).sent
    let tests = Set(
      ["device-0", "device-1", "device-2"].filter { _ in Int.random(in: 0..<3, using: &chance) == 0 })
    var kept = Kept()
    for status in [Wire.EventResult.Status.stored, .duplicate] {
      for group in Self.groups(World.batches(of: sent, testDevices: tests, &chance), &chance) {
        #expect(kept.take(group).joined().allSatisfy { $0.status == .known(status) })
      }
      let own = sent.filter { !tests.contains($0.device) }
      for campaign in World.campaigns {
        let (report, expected) = (
          kept.report(of: campaign, isTest: false), World.report(of: campaign, own, among: sent)
        )
        #expect(report.totals == expected.totals && report.hours == expected.hours)
        // Who did it on a device of their own too does not count among those of test devices.
        let (ofTests, all) = (
          kept.report(of: campaign, isTest: true).totals, World.report(of: campaign, sent).totals
        )
        #expect(ofTests.uniqueImpressions == all.uniqueImpressions - expected.totals.uniqueImpressions)
        #expect(ofTests.uniqueClicks == all.uniqueClicks - expected.totals.uniqueClicks)
        #expect(ofTests.impressions == all.impressions - expected.totals.impressions)
      }
      let byKind = kept.ofApp.filter { $0.key.metric == .event && $0.value != 0 }.map {
        ($0.key.detail, $0.value)
      }
      #expect(Dictionary(uniqueKeysWithValues: byKind) == World.eventCounts(sent))
    }
  }

  /// Up to five batches that may be stored together.
  private static func groups(_ batches: [IngestBatch], _ chance: inout SeededGenerator) -> [[PreparedBatch]] {
    batches.map(PreparedBatch.init).reduce(into: []) { groups, batch in
      let isTogether =
        groups.last.map { last in
          last.count < 5 && last[0].day == batch.day && (last + [batch]).allSatisfy { $0.signIns.isEmpty }
        } ?? false
      if isTogether, Int.random(in: 0..<4, using: &chance) > 0 {
        groups[groups.count - 1].append(batch)
      } else {
        groups.append([batch])
      }
    }
  }

  @Test(arguments: [[false, false], [false, true], [true, false], [true, true]])
  func `an id that two people had who turn out to be one counts once, as the user's`(tests: [Bool]) {
    var kept = Kept()
    let hour = CountedTime.hour(of: Sample.now)
    func act(_ user: String?, isTest: Bool, _ events: [(String, Int)]) {
      _ = kept.take(
        Sample.batch(
          events.map {
            Sample.event(
              $0, at: hour + .seconds($1 * 3_600), user: user, .impression(Sample.presentation("c0")))
          },
          role: isTest ? .test : .own))
    }
    act(nil, isTest: tests[0], [("same", -4), ("other", -3)])
    act("ana", isTest: tests[1], [("same", -2)])
    let signIn = Sample.event("in", user: "ana", .userChanged(previousUserID: nil))
    #expect(kept.take(Sample.batch([signIn])).map(\.status) == [.known(.stored)])
    #expect(kept.people[ExactText("d:device-1")] == kept.people[ExactText("u:ana")])
    let (own, ofTests) = (kept.report(of: "c0", isTest: false), kept.report(of: "c0", isTest: true))
    #expect(own.totals.impressions + ofTests.totals.impressions == 2)
    #expect(
      [own.totals.uniqueImpressions, ofTests.totals.uniqueImpressions]
        == (tests == [true, true] ? [0, 1] : [1, 0]))
    // Counted in the hour of the first that is left, on a device of their own if there was any.
    func unique() -> [Rollups.OfHour: Int] {
      kept.hours.filter { $0.key.count.metric == .uniqueImpression && $0.value != 0 }
    }
    let first = tests[0] && !tests[1] ? -2 : -3
    #expect(unique().map(\.key.hour) == [hour + .seconds(first * 3_600)] && unique().map(\.value) == [1])
    #expect(kept.ofApp[.init(metric: .event, detail: "impression")] == 2)
    // Nobody knows any more of the one that went away: what comes late for its hour is the first.
    act("ana", isTest: false, [("late", -4)])
    #expect(unique().map(\.key.hour) == [hour - .seconds(4 * 3_600)] && unique().map(\.value) == [1])
  }

  @Test func `what cannot be stored is refused in its place, and makes nobody`() {
    var kept = Kept()
    let results = kept.take(
      Sample.batch([
        Sample.event("", user: "nobody", .sessionStart), Sample.event("a", .sessionStart),
        Sample.event("b\u{0}", .sessionStart),
        Sample.event("a", .sessionStart), Sample.event("a", user: "ben", .sessionStart),
      ]))
    #expect(
      results.map(\.status) == [
        .known(.rejected), .known(.stored), .known(.rejected), .known(.duplicate), .known(.stored),
      ])
    #expect(Set(kept.people.keys.map(\.text)) == ["u:ana", "u:ben"])
  }

  @Test func `an event for which there is no room leaves its id to the next that has it`() {
    var kept = Kept()
    let large = Wire.JSONValue.string(String(repeating: "x", count: PeopleLimits.attributeBytes))
    let results = kept.take(
      Sample.batch([
        Sample.event("a", .attribute(key: "k", value: large)),
        Sample.event("a", .attribute(key: "k", value: large)),
        Sample.event("a", .sessionStart), Sample.event("a", .sessionStart),
      ]))
    #expect(
      results.map(\.status) == [.known(.rejected), .known(.rejected), .known(.stored), .known(.duplicate)])
    #expect(kept.events.values.map(\.count) == [1])
    #expect(kept.ofApp.filter { $0.key.metric == .event }.map(\.key.detail) == ["session_start"])
  }

  @Test func `campaigns and buttons that are invented count as other beyond a limit`() {
    var kept = Kept()
    let events = (0..<CountLimits.details + 20).map {
      Sample.event("b\($0)", .click(Sample.presentation("c0"), buttonID: "invented-\($0)"))
    }
    let strays = (0..<CountLimits.strayCampaigns + 20).map {
      Sample.event("s\($0)", .impression(Sample.presentation(CampaignID("s\($0)"))))
    }
    for part in [events.prefix(60), events.dropFirst(60), strays.prefix(60), strays.dropFirst(60)] {
      _ = kept.take(Sample.batch(Array(part)))
    }
    let clicks = kept.report(of: "c0", isTest: false).totals.clicksByButton
    #expect(clicks.count == CountLimits.details + 1 && clicks[CountLimits.other] == 20)
    #expect(Set(kept.hours.keys.map(\.count.campaign)).count == CountLimits.strayCampaigns + 1)
  }

  @Test func `a session has its start, end and length, in whatever order they come`() {
    let start = Sample.event("a", .sessionStart)
    let end = Sample.event("b", at: Sample.now + .seconds(9), .sessionEnd(lengthMilliseconds: 9_000))
    for events in [[start, end], [end, start]] {
      let batch = PreparedBatch(Sample.batch(events))
      var decision = GroupDecision(GroupState(eventNames: EventNames(today: batch.day, stored: [:])))
      _ = decision.decide([BatchPart(batch, keys: [1, 1])], isNew: [[true, true]])
      let sessions = decision.sessions
      #expect(sessions.count == 1)
      let times = sessions.values.first
      #expect(
        times?.startedAt == Sample.now && times?.endedAt == end.at && times?.lengthMilliseconds == 9_000)
    }
  }
}
