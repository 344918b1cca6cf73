// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Backtest

@Suite("Decisions of test devices in a backtest")
struct DecisionCheckTests {
  private typealias Candidate = Wire.DecisionRecord.Candidate

  private static func seen(_ day: Int) -> [String: Wire.JSONValue] {
    ["last_shown_at": .int(Past.at(day: day, 101).milliseconds)]
  }

  @Test
  func
    `decisions are reproduced if the campaigns, the chosen one and the reasons are the same; moments may be some milliseconds apart`()
    async
  {
    var bench = Bench()
    bench.look(day: 1, Candidate.of("once", .chosen), Candidate.of("often", .priority, ["winner": "once"]))
    bench.look(day: 2, Candidate.of("once", .reEligibility, Self.seen(1)), Candidate.of("often", .chosen))
    let check = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(check.devices == 1 && check.recorded == 2 && check.reproduced == 2, "\(check)")
    #expect(
      check.different == 0 && check.unknowable.isEmpty && check.unrecorded == 0 && check.differences.isEmpty)
  }

  @Test(
    arguments: [
      [Candidate.of("once", .interval), Candidate.of("often", .priority, ["winner": "once"])],
      [Candidate.of("once", .chosen, version: 2), Candidate.of("often", .priority, ["winner": "once"])],
      [Candidate.of("once", .chosen), Candidate.of("often", .priority, ["winner": "other"])],
      [Candidate.of("once", .chosen), Candidate.of("often", .filter, ["path": ["total"]])],
      [Candidate.of("often", .priority, ["winner": "once"])],
      [Candidate.of("once", .chosen), Candidate.of("often", .chosen)],
    ])
  func `a record that was changed is a difference`(candidates: [Wire.DecisionRecord.Candidate]) async throws {
    var bench = Bench()
    bench.look(day: 1)
    guard case .decision(var decision) = bench.records.entries[0].record.body else { return }
    decision.candidates = candidates
    var record = bench.records.entries[0].record
    record.body = .decision(decision)
    bench.records.entries = [.init(deviceID: "bench", at: record.at, receivedAt: record.at, record: record)]
    let check = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(check.recorded == 1 && check.reproduced == 0)
    if candidates.contains(where: { $0.detail["winner"] == "other" }) {
      #expect(check.unknowable == [.notReplayed: 1], "the winner is a message that is not replayed")
      return
    }
    #expect(check.different == 1)
    let difference = try #require(check.differences.first)
    #expect(
      difference.at == Past.at(day: 1, 100) && difference.person == "u:ada" && difference.deviceID == "bench")
    #expect(difference.event == "cart_viewed" && !difference.candidates.isEmpty)
  }

  @Test(
    arguments: [
      (Outcome.discarded(.byDelegate), UnknowableCause.app), (.discarded(.assetFailed), .loading),
      (.queued(.otherMessageVisible), .screen),
      (.discarded(.relaunched), .process),
    ])
  func
    `what a replay cannot know explains a difference that follows from it, and does not count as reproduced`(
      outcome: Outcome, cause: UnknowableCause
    ) async
  {
    var bench = Bench()
    bench.look(day: 1, Candidate.of("once", .chosen), Candidate.of("often", .priority, ["winner": "once"]))
    bench.note(outcome, of: "once", day: 1)
    // It was not shown, so it can still be.
    bench.look(day: 2, Candidate.of("once", .chosen), Candidate.of("often", .priority, ["winner": "once"]))
    let check = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(
      check.recorded == 2 && check.reproduced == 1 && check.unknowable == [cause: 1] && check.different == 0,
      "\(check)")
  }

  @Test func `it explains nothing that does not follow from it`() async {
    var bench = Bench()
    bench.look(day: 1, Candidate.of("once", .chosen), Candidate.of("often", .priority, ["winner": "once"]))
    bench.note(.discarded(.byDelegate), of: "third", day: 1)
    bench.look(day: 2, Candidate.of("once", .chosen), Candidate.of("often", .priority, ["winner": "once"]))
    bench.note(.discarded(.byDelegate), of: "once", day: 2)
    bench.look(
      day: 3, Candidate.of("once", .chosen, version: 2), Candidate.of("often", .priority, ["winner": "once"]))
    bench.look(day: 4, Candidate.of("once", .filter), Candidate.of("often", .chosen))
    let check = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(
      check.recorded == 4 && check.reproduced == 1 && check.different == 3 && check.unknowable.isEmpty,
      "\(check)")
  }

  @Test
  func `decisions without a record are counted, and those of campaigns without messages are not compared`()
    async
  {
    var bench = Bench()
    bench.look(day: 1, Candidate.of("local:tip", .chosen))
    bench.look(day: 2, Candidate.of("once", .reEligibility), Candidate.of("often", .chosen))
    bench.look(day: 3, Candidate.of("once", .reEligibility), Candidate.of("often", .chosen))
    bench.records.entries.removeLast()
    let check = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(
      check.recorded == 2 && check.reproduced == 1 && check.different == 1 && check.unrecorded == 1,
      "\(check)")
  }

  @Test
  func `test devices are in no arm of an experiment, and what happens on them counts for audiences only`()
    async
  {
    var tried = Campaign.on("cart_viewed", id: "tried") {
      $0.priority = Wire.Priority(bucket: .known(.high), order: 0)
    }
    tried.content.experiment = Wire.Experiment(
      id: "e", variants: [Wire.Experiment.Variant(id: "a", share: 1)], control: 9_999)
    let backtest = Backtest(
      Campaign.on("cart_viewed", id: "offer") {
        $0.priority = Wire.Priority(bucket: .known(.high), order: 1)
        $0.audience = [
          "did": ["kind": "custom", "name": "cart_viewed"], "op": "greater_or_equal", "value": 1,
        ]
      }, among: [tried, .on("cart_viewed", id: "next")])
    var bench = Bench()
    bench.look(day: 1, Candidate.of("tried", .chosen), Candidate.of("next", .priority, ["winner": "tried"]))
    bench.look(day: 2, Candidate.of("tried", .chosen), Candidate.of("next", .priority, ["winner": "tried"]))
    let check = await backtest.check(bench.past.person, bench.records)
    #expect(check.reproduced == 2 && check.recorded == 2, "\(check)")
    #expect(backtest.result([bench.past.person]).impressions == 0, "a test device is not replayed")
    bench.past.session(day: 3, "cart_viewed")
    #expect(
      backtest.result([bench.past.person]).impressions == 1, "the test device did what the audience asks for")
  }

  @Test
  func
    `who enters an audience in the replay only is not recorded, and of two entries the nearer one is compared`()
    async
  {
    let club = Audience(
      id: "club", appID: "shop", name: "Club",
      rule: ["did": ["kind": "custom", "name": "cart_viewed"], "op": "greater_or_equal", "value": 1],
      createdAt: Past.start, updatedAt: Past.start)
    var welcome = Campaign.on("never", id: "welcome")
    welcome.content.triggers = [Wire.Trigger(kind: .known(.audienceEntry), name: "club")]
    let backtest = Backtest(.on("never", id: "offer"), among: [welcome], audiences: [club])
    var bench = Bench()
    bench.look(day: 1, Candidate.of("local:tip", .chosen))
    var check = await backtest.check(bench.past.person, bench.records)
    #expect(check.recorded == 0 && check.unrecorded == 1, "\(check)")
    let entry = Wire.DecisionRecord(
      decisionID: "e", eventID: "e", eventKind: "audience_entry", eventName: "club",
      candidates: [Candidate.of("welcome", .chosen)])
    bench.note(.decision(entry), day: 1, 115)
    check = await backtest.check(bench.past.person, bench.records)
    #expect(check.recorded == 1 && check.reproduced == 1 && check.unrecorded == 0, "\(check)")

    let replayed = [(0, false), (50, true)].map { seconds, isChosen in
      Decision(
        id: "\(seconds)",
        event: Event(id: "\(seconds)", at: Past.at(day: 1, seconds), kind: .audienceEntry("club")),
        at: Past.at(day: 1, seconds), userID: "ada",
        candidates: [
          .init(
            campaign: "welcome", version: 1,
            verdict: isChosen ? .chosen : .stopped(.reEligibility(lastShown: Past.start, again: nil)))
        ])
    }
    var device = CheckedDevice("bench", of: "u:ada", replayed, [])
    device.compare(
      entry,
      .init(
        deviceID: "bench", at: Past.at(day: 1, 45), receivedAt: Past.at(day: 1, 45),
        record: bench.records.entries[1].record)
    ) {
      _ in true
    }
    #expect(device.check.reproduced == 1, "\(device.check)")
  }

  @Test
  func `if there are too many events or records, nothing is said about the time of which they were not read`()
    async
  {
    var bench = Bench()
    for day in 1...3 {
      bench.look(
        day: day, Candidate.of("once", day == 1 ? .chosen : .reEligibility), Candidate.of("often", .chosen))
    }
    bench.past.person.events.removeFirst(3)
    let events = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(events.recorded == 2, "\(events)")
    bench.records.entries.removeFirst(2)
    let all = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(all.recorded == 1 && all.unrecorded == 1)
    bench.records.since = bench.records.entries[0].at
    let records = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(records.recorded == 1 && records.unrecorded == 0, "\(records)")
  }

  @Test func `only decisions of the period are kept, and those about no campaign are not`() throws {
    var bench = Bench()
    for day in [-9, -1, 2] { bench.look(day: day) }
    let devices = Bench.backtest.devices(
      of: bench.past.person, begin: Past.start, keepsDecisionsSince: Past.start
    ) { _ in true }
    #expect(try #require(devices["bench"]).without.decisions.map(\.at) == [Past.at(day: 2, 100)])
    #expect(
      Bench.backtest.devices(of: bench.past.person, begin: Past.start) { _ in true }["bench"]?.without
        .decisions == [])
  }

  @Test func `a backtest that was cancelled compares no further device`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var bench = Bench()
      bench.look(day: 1, Candidate.of("once", .chosen))
      return await Bench.backtest.check(bench.past.person, bench.records)
    }
    #expect(await task.value == DecisionCheck())
  }

  @Test
  func
    `of each person the oldest differences are listed, whichever device they are of, and some of every person`()
  {
    func difference(_ day: Int, _ person: String) -> DecisionCheck.Difference {
      .init(
        at: Past.at(day: day), person: person, deviceID: "bench-\(day % 2)", event: "Cart viewed",
        candidates: [])
    }
    var check = DecisionCheck()
    for person in ["ada", "bob", "eve"] {
      var all = DecisionCheck()
      for device in 0..<2 {
        var one = DecisionCheck()
        for day in 0..<(person == "bob" ? 4 : 60) where day % 2 == device { one.add(difference(day, person)) }
        all.join(one)
      }
      check.add(all)
    }
    #expect(check.different == 124 && check.differences.count == DecisionCheck.mostDifferences)
    for (person, count) in [("ada", 8), ("bob", 4), ("eve", 8)] {
      #expect(
        check.differences.filter { $0.person == person }.map(\.at) == (0..<count).map { Past.at(day: $0) })
    }
  }
}
