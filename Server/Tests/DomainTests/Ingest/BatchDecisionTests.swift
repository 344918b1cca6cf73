// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import StoreConformance
import Testing

/// What a store keeps of people, events and numbers, in dictionaries.
private struct Kept {
  var people: [ExactName: Int64] = [:]
  var ids: [Int64: Set<String>] = [:]
  var steps: [PersonSteps.Key: FirstTimes] = [:]
  var eventNames: [String: EventNames.Entry] = [:]
  var hours: [Rollups.OfHour: Int] = [:]
  var ofApp: [Rollups.OfApp: Int] = [:]
  var campaigns = Set(World.campaigns.map(\.rawValue))

  mutating func take(_ batch: IngestBatch) -> [Wire.EventResult] {
    let batch = PreparedBatch(batch)
    let people = BatchPeople(batch, BatchPeople.State(keys: people, next: Int64(people.count + 1)))
    for new in people.new { self.people[ExactName(new.name)] = new.key }
    let isNew = zip(batch.events, people.keys).map { event, person in
      event.refusal == nil && ids[person, default: []].insert(event.record.id).inserted
    }
    let counted = Set(hours.keys.map(\.count))
    let detailCounts = Dictionary(grouping: counted, by: CountedNames.Details.init).mapValues(\.count)
    let strays = ofApp.keys.filter { $0.metric == .strayCampaign }.map(\.detail)
    let state = BatchState(
      isNew: isNew, steps: PersonSteps(steps),
      names: CountedNames(
        campaigns: campaigns.union(strays), details: counted, strayCount: strays.count, detailCounts: detailCounts),
      eventNames: EventNames(today: batch.day, stored: eventNames, count: eventNames.count))
    let decision = BatchDecision(batch, part: batch.events.indices, keys: people.keys, state: state)
    for index in decision.removed { ids[people.keys[index]]?.remove(batch.events[index].record.id) }
    for index in decision.restored { ids[people.keys[index]]?.insert(batch.events[index].record.id) }
    steps.merge(decision.state.steps.changed) { $1 }
    eventNames.merge(decision.state.eventNames.changed) { $1 }
    hours.merge(decision.rollups.hours, uniquingKeysWith: +)
    ofApp.merge(decision.rollups.ofApp, uniquingKeysWith: +)
    return decision.results
  }

  func report(of campaign: CampaignID, isTest: Bool) -> CampaignReport {
    var report = CampaignReport(totals: CampaignReport.Totals(), hours: [])
    let own = hours.filter { $0.key.count.campaign == campaign && $0.key.isTest == isTest && $0.value != 0 }
    for (key, number) in own.sorted(by: { $0.key.hour < $1.key.hour }) {
      report.totals.add(key.count.metric, detail: key.count.detail, count: number)
      report.add(key.count.metric, count: number, at: key.hour)
    }
    return report
  }
}

@Suite struct BatchDecisionTests {
  /// Random events of which none makes two people one.
  private static func world(_ seed: UInt64) -> [World.Sent] {
    World(events: 250, seed: seed).sent.map { one in
      guard case .userChanged = one.event.body else { return one }
      var one = one
      one.event.body = .userChanged(previousUserID: "somebody")
      return one
    }
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `each event counts once, however it is parted, ordered and sent again, and test devices count apart`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed + 900)
    let sent = Self.world(seed)
    let tests = Set(["device-0", "device-1", "device-2"].filter { _ in Int.random(in: 0..<3, using: &chance) == 0 })
    var kept = Kept()
    for status in [Wire.EventResult.Status.stored, .duplicate] {
      for batch in World.batches(of: sent, testDevices: tests, &chance) {
        #expect(kept.take(batch).allSatisfy { $0.status == .known(status) })
      }
      let own = sent.filter { !tests.contains($0.device) }
      for campaign in World.campaigns {
        let (report, expected) = (kept.report(of: campaign, isTest: false), World.report(of: campaign, own))
        #expect(report.totals == expected.totals && report.hours == expected.hours)
        // Who did it on a device of their own too does not count among those of test devices.
        let (ofTests, all) = (kept.report(of: campaign, isTest: true).totals, World.report(of: campaign, sent).totals)
        #expect(ofTests.uniqueImpressions == all.uniqueImpressions - expected.totals.uniqueImpressions)
        #expect(ofTests.uniqueClicks == all.uniqueClicks - expected.totals.uniqueClicks)
        #expect(ofTests.impressions == all.impressions - expected.totals.impressions)
      }
      let byKind = kept.ofApp.filter { $0.key.metric == .event }.map { ($0.key.detail, $0.value) }
      #expect(Dictionary(uniqueKeysWithValues: byKind) == World.eventCounts(sent))
    }
  }

  @Test func `what cannot be stored is refused in its place, and makes nobody`() {
    var kept = Kept()
    let results = kept.take(
      Sample.batch([
        Sample.event("", user: "nobody", .sessionStart), Sample.event("a", .sessionStart), Sample.event("b\u{0}", .sessionStart),
        Sample.event("a", .sessionStart), Sample.event("a", user: "ben", .sessionStart),
      ]))
    #expect(results.map(\.status) == [.known(.rejected), .known(.stored), .known(.rejected), .known(.duplicate), .known(.stored)])
    #expect(Set(kept.people.keys.map(\.text)) == ["u:ana", "u:ben"])
  }

  @Test func `an event for which there is no room leaves its id to the next that has it`() {
    var kept = Kept()
    let large = Wire.JSONValue.string(String(repeating: "x", count: PeopleLimits.attributeBytes))
    let results = kept.take(
      Sample.batch([
        Sample.event("a", .attribute(key: "k", value: large)), Sample.event("a", .attribute(key: "k", value: large)),
        Sample.event("a", .sessionStart), Sample.event("a", .sessionStart),
      ]))
    #expect(results.map(\.status) == [.known(.rejected), .known(.rejected), .known(.stored), .known(.duplicate)])
    #expect(kept.ids.values.map(\.count) == [1])
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
      let state = BatchState(isNew: [true, true], eventNames: EventNames(today: batch.day, stored: [:]))
      let sessions = BatchDecision(batch, part: 0..<2, keys: [1, 1], state: state).sessions
      #expect(sessions.count == 1)
      let times = sessions.values.first
      #expect(times?.startedAt == Sample.now && times?.endedAt == end.at && times?.lengthMilliseconds == 9_000)
    }
  }
}
