// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import Domain
import MartletCore
import MartletWire
import Statistics
import Testing

@testable import Backtest

@Suite("A backtest")
struct BacktestTests {
  @Test func `it says whom the campaign would have reached, when, and what led to it`() throws {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed", "cart_viewed")
    ada.session(day: 3, "cart_viewed")
    var bob = Past("bob")
    bob.session(day: 1, "looked_around")
    var early = Past("early")
    early.session(day: -2, "cart_viewed")
    let offer = Campaign.on("cart_viewed", id: "offer") {
      $0.rules.reEligibility = Wire.ReEligibility(type: .known(.after), afterMilliseconds: 86_400_000)
    }
    let result = Backtest(offer).result([ada.person, bob.person, early.person])
    #expect(result.people == 3 && result.reached == 1 && result.impressions == 2)
    #expect(
      result.days.filter { $0.impressions > 0 }.map(\.day)
        == [Past.at(day: 1), Past.at(day: 3)].map(CountedTime.day))
    #expect(result.misses == ["suppressed:re_eligibility": 1])
    let sample = try #require(result.samples.first)
    #expect(result.samples.count == 1 && sample.person == "u:ada")
    #expect(sample.entries.map(\.trigger) == ["cart_viewed", "cart_viewed"])
    #expect(
      sample.entries.map(\.at) == [Past.at(day: 1, 100), Past.at(day: 3, 100)]
        && sample.entries.allSatisfy { !$0.isOld })
  }

  @Test func `what somebody saw before the period still limits what they see in it`() {
    var ada = Past("ada")
    ada.session(day: -3, "cart_viewed")
    ada.session(day: 2, "cart_viewed")
    let offer = Campaign.on("cart_viewed", id: "offer") {
      $0.rules.reEligibility = Wire.ReEligibility(type: .known(.once))
    }
    #expect(Backtest(offer, among: [offer]).result([ada.person]).impressions == 0)
    #expect(Backtest(offer).result([ada.person]).impressions == 1, "it did not run before the period")
  }

  @Test func `the campaign runs for the whole period, whatever its state and its dates`() {
    var ada = Past("ada")
    ada.session(day: 2, "cart_viewed")
    var offer = Campaign.on("cart_viewed", id: "offer") {
      ($0.startsAt, $0.endsAt) = (Past.at(day: 90), Past.at(day: 99))
      ($0.rules.startsAtLocal, $0.rules.endsAtLocal) = ("2026-06-01T00:00", "2026-06-02T00:00")
    }
    offer.state = .draft
    #expect(Backtest(offer).result([ada.person]).impressions == 1)
  }

  @Test
  func `a campaign that it takes the turn from is displaced, and those that are shown instead are counted`() {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    ada.session(day: 2, "cart_viewed")
    let old = Campaign.on("cart_viewed", id: "old")
    let offer = Campaign.on("cart_viewed", id: "offer") {
      $0.priority = Wire.Priority(bucket: .known(.high), order: 0)
      $0.rules.reEligibility = Wire.ReEligibility(type: .known(.once))
    }
    let result = Backtest(offer, among: [old]).result([ada.person])
    #expect(result.impressions == 1)
    #expect(result.others == ["old": .init(without: 2, with: 1, displaced: 1)])
    #expect(result.samples[0].entries.map(\.isOld) == [false, true])
  }

  @Test func `a delay ends while the app is in use, and not after it was left`() {
    let offer = Campaign.on("cart_viewed", id: "offer") { $0.rules.delayMilliseconds = 200_000 }
    var stays = Past("stays")
    stays.session(day: 1, "cart_viewed")
    var leaves = Past("leaves")
    leaves.add(.sessionStart, day: 1)
    leaves.add(.custom(name: "cart_viewed", properties: [:]), day: 1, 10)
    leaves.add(.sessionEnd(lengthMilliseconds: 20_000), day: 1, 20)
    let result = Backtest(offer).result([stays.person, leaves.person])
    #expect(result.samples.map(\.person) == ["u:stays"])
    #expect(result.samples[0].entries[0].at == Past.at(day: 1, 300))
    leaves.add(.sessionStart, day: 2)
    #expect(
      Backtest(offer).result([leaves.person]).samples.first?.entries.first?.at == Past.at(day: 2),
      "it is shown when the app is used again")
  }

  @Test(arguments: [(20, 1), (40, 0)])
  func `a session without an end: the app counts as in use for 30 seconds, and then as ended`(
    delay: Int64, expected: Int
  ) {
    let offer = Campaign.on("cart_viewed", id: "offer") { $0.rules.delayMilliseconds = delay * 1_000 }
    var ada = Past("ada")
    ada.add(.sessionStart, day: 1)
    ada.add(.custom(name: "cart_viewed", properties: [:]), day: 1, 10)
    #expect(Backtest(offer).result([ada.person]).impressions == expected, "as the last that is known")
    ada.add(.sessionStart, day: 2)
    let result = Backtest(offer).result([ada.person])
    #expect(result.impressions == expected, "before another session")
    #expect(result.misses == (expected == 1 ? [:] : ["discarded:relaunched": 1]))
  }

  @Test func `what is triggered in the background waits until the app is used again`() {
    let offer = Campaign.on("cart_viewed", id: "offer")
    var ada = Past("ada")
    ada.session(day: 1, "searched")
    ada.add(.custom(name: "cart_viewed", properties: [:]), day: 1, 2_000)
    #expect(Backtest(offer).result([ada.person]).impressions == 0)
    ada.add(.sessionStart, day: 2)
    #expect(Backtest(offer).result([ada.person]).samples.first?.entries.map(\.at) == [Past.at(day: 2)])
  }

  @Test func `a clock change in quiet hours ends like all others`() {
    let offer = Campaign.on("cart_viewed", id: "offer") {
      $0.rules.delayMilliseconds = 1_200_000
      $0.rules.quietHours = [Wire.QuietHours(from: "22:00", to: "02:30")]
    }
    var ada = Past("ada")
    ada.person.timeZones["phone"] = "Europe/Vienna"
    // 28 March 2026, 21:50 in Vienna; the clock changes in the following night.
    let seconds = 20 * 3_600 + 50 * 60
    ada.add(.sessionStart, day: 86, seconds - 10)
    ada.add(.custom(name: "cart_viewed", properties: [:]), day: 86, seconds)
    for number in 1...900 {
      ada.add(.custom(name: "still_here", properties: [:]), day: 86, seconds + number * 29)
    }
    var timeline = CampaignTimeline()
    Campaign.on("never", id: "other").add(to: &timeline)
    let period = Past.at(day: 80)..<Past.at(day: 90)
    let backtest = Backtest(offer, among: timeline, audiences: [], settings: AppSettings(), period: period)
    #expect(backtest.replay(ada.person).with.count == 1)
  }

  @Test func `during a session, definitions follow what the device sent before`() {
    let offer = Campaign.on("receipt_viewed", id: "offer") {
      $0.audience = ["did": ["kind": "custom", "name": "bought"], "op": "greater_or_equal", "value": 1]
    }
    for (pause, expected) in [(5, 0), (15, 1)] {
      var ada = Past("ada")
      ada.add(.sessionStart, day: 1)
      ada.add(.custom(name: "bought", properties: [:]), day: 1, 100)
      ada.add(.custom(name: "receipt_viewed", properties: [:]), day: 1, 100 + pause)
      #expect(Backtest(offer).result([ada.person]).impressions == expected, "\(pause)")
    }
  }

  @Test func `what programs sent says who is in an audience`() {
    let offer = Campaign.on("cart_viewed", id: "offer") {
      $0.audience = ["attribute": "plan", "op": "equals", "value": "free"]
    }
    var ada = Past("ada", facts: PersonFacts(attributes: ["plan": "free"]))
    ada.session(day: 1, "cart_viewed")
    ada.add(.attribute(key: "plan", value: "free"), day: 2, device: "")
    ada.session(day: 3, "cart_viewed")
    #expect(Backtest(offer).result([ada.person]).samples.first?.entries.map(\.at) == [Past.at(day: 3, 100)])
  }

  @Test func `somebody who signs in later is anonymous before`() {
    let offer = Campaign.on("cart_viewed", id: "offer") {
      $0.audience = ["not": ["person": "user_id", "op": "exists"]]
    }
    var ada = Past("ada", facts: PersonFacts(values: [.fact(.userID): "ada"]))
    ada.add(.sessionStart, day: 1, user: nil)
    ada.add(.custom(name: "cart_viewed", properties: [:]), day: 1, 10, user: nil)
    ada.add(.userChanged(previousUserID: nil), day: 1, 20)
    ada.session(day: 2, "cart_viewed")
    let result = Backtest(offer).result([ada.person])
    #expect(result.samples.first?.entries.map(\.at) == [Past.at(day: 1, 10)] && result.approximated.isEmpty)
  }

  @Test func `messages that the app makes itself are not compared`() {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    ada.add(.impression(.init(id: "x", campaignID: "local:tip", campaignVersion: 1)), day: 1, 1_001)
    #expect(Backtest(Campaign.on("cart_viewed", id: "offer")).result([ada.person]).fidelity.grade == .unknown)
  }

  @Test
  func
    `an audience is that of the time: attributes, events and seen campaigns count as they were when the device asked`()
  {
    let wanted: Wire.JSONValue = [
      "all": [
        ["attribute": "plan", "op": "equals", "value": "free"],
        ["did": ["kind": "custom", "name": "searched"], "op": "greater_or_equal", "value": 2],
      ]
    ]
    let offer = Campaign.on("cart_viewed", id: "offer") { $0.audience = wanted }
    var ada = Past("ada", facts: PersonFacts(attributes: ["plan": "pro"]))
    ada.add(.attribute(key: "plan", value: "free"), day: 0)
    ada.session(day: 1, "searched", "cart_viewed")
    ada.session(day: 2, "searched", "cart_viewed")
    ada.session(day: 3, "cart_viewed")
    ada.add(.attribute(key: "plan", value: "pro"), day: 4)
    ada.session(day: 5, "cart_viewed")
    let result = Backtest(offer).result([ada.person])
    // On day 2, the device had sent the second search before.
    #expect(result.samples.first?.entries.map(\.at) == [Past.at(day: 2, 200), Past.at(day: 3, 100)])
    #expect(result.approximated.isEmpty && !result.approximatesLists)
  }

  @Test func `what no event tells is taken as it is now, and said`() {
    let offer = Campaign.on("cart_viewed", id: "offer") {
      $0.audience = ["person": "app_version", "op": "equals", "value": "2.0"]
    }
    var ada = Past("ada", facts: PersonFacts(values: [.fact(.appVersion): "2.0"]))
    ada.session(day: 1, "cart_viewed")
    let result = Backtest(offer).result([ada.person])
    #expect(result.impressions == 1 && result.approximated == [.appVersion])
  }

  @Test func `each device of a person has a memory of its own, as in the SDK`() {
    let offer = Campaign.on("cart_viewed", id: "offer") {
      $0.rules.reEligibility = Wire.ReEligibility(type: .known(.once))
    }
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed", device: "phone")
    ada.session(day: 2, "cart_viewed", device: "tablet")
    let result = Backtest(offer).result([ada.person])
    #expect(result.impressions == 2 && result.reached == 1)
  }

  @Test(arguments: [0, 1, 4, 5])
  func `it agrees with the past as far as devices reported what the engine shows`(unreported: Int) {
    let old = Campaign.on("cart_viewed", id: "old")
    var ada = Past("ada")
    for day in 0..<5 {
      ada.session(day: day, "cart_viewed")
      let trigger = ada.person.events[ada.person.events.count - 2].record.id
      guard day >= unreported else { continue }
      ada.add(.impression(.init(id: trigger, campaignID: "old", campaignVersion: 1)), day: day, 1_001)
    }
    let result = Backtest(Campaign.on("never", id: "offer"), among: [old]).result([ada.person])
    #expect(result.fidelity == .init(both: 5 - unreported, one: unreported))
    #expect(result.fidelity.grade == (unreported == 0 ? .good : unreported == 1 ? .fair : .poor))
    #expect(result.others == ["old": .init(without: 5, with: 5, displaced: 0)])
  }

  @Test
  func `a part of the people says something about all of them, with an interval; all of them say it exactly`()
    throws
  {
    var people: [BacktestPerson] = []
    for number in 0..<100 {
      var past = Past("p\(number)")
      past.session(day: 1, number < 40 ? "cart_viewed" : "looked_around")
      people.append(past.person)
    }
    var result = Backtest(Campaign.on("cart_viewed", id: "offer")).result(people)
    #expect(result.reachedEstimate?.value == 40 && result.reachedEstimate?.interval.halfWidth == 0)
    #expect(result.impressionsEstimate?.value == 40 && result.impressionsEstimate?.interval.halfWidth == 0)
    result.active = 1_000
    let reached = try #require(result.reachedEstimate)
    #expect(reached.value == 400 && reached.interval.lower > 300 && reached.interval.upper < 500)
    let impressions = try #require(result.impressionsEstimate)
    #expect(impressions.value == 400 && impressions.interval.lower > 280 && impressions.interval.upper < 520)
  }

  @Test
  func
    `in an experiment, each arm has its people and days: what would have been shown, and what would have been withheld from control`()
    throws
  {
    let offer = Campaign.on("cart_viewed", id: "offer") {
      $0.experiment = Wire.Experiment(
        id: "e", variants: [.init(id: "a", share: 4_000), .init(id: "b", name: "Short", share: 3_000)],
        control: 3_000)
    }
    var people: [BacktestPerson] = []
    for (number, arm) in ["control", "control", "a", "b", "b", "b"].enumerated() {
      var past = Past("p\(number)")
      past.person.standing.arms["e"] = arm
      past.session(day: 1, "cart_viewed")
      if number < 2 { past.session(day: 2, "cart_viewed", number == 0 ? "cart_viewed" : "looked_around") }
      if number == 5 { past.session(day: 2, "looked_around") }
      people.append(past.person)
    }
    var quiet = Past("quiet")
    quiet.person.standing.arms["e"] = "a"
    quiet.session(day: 1, "looked_around")
    var result = Backtest(offer).result(people + [quiet.person])
    #expect(
      result.arms.map(\.name) == ["control", "a", "b"]
        && result.arms.map(\.label) == ["Control", "Variant A", "Short"])
    #expect(result.arms.map(\.isWithheld) == [true, false, false])
    #expect(result.arms.map(\.people) == [2, 1, 3] && result.arms.map(\.exposures) == [5, 1, 3])
    #expect(result.arms[0].days.filter { $0.people > 0 }.map(\.impressions) == [2, 3])
    #expect(result.arms[2].days.filter { $0.people > 0 }.map(\.people) == [3])
    #expect(
      result.reached == 4 && result.impressions == 4 && result.misses == ["withheld": 5],
      "control sees nothing")
    #expect(result.peopleEstimate(of: result.arms[2])?.value == 3)
    result.active = 70
    let estimate = try #require(result.peopleEstimate(of: result.arms[2]))
    #expect(estimate.value == 30 && estimate.interval.lower >= 3 && estimate.interval.upper < 70)
    #expect(result.exposuresEstimate(of: result.arms[0])?.value == 50)
    let json = result.json["arms"]
    guard case .array(let arms) = json else { throw CancellationError() }
    #expect(
      arms.map { $0["withheld"] } == [true, false, false]
        && arms.map { $0["exposures"]?["count"] } == [5, 1, 3])
    #expect(arms[2]["people"]?["all"]?["value"] == .double(30))
  }

  @Test func `properties are read of the events that a trigger of any time filters, and of no others`() {
    func filtering(_ event: String, id: String) -> Campaign {
      .on(event, id: id) {
        $0.triggers[0].filter = .compare(
          Wire.Comparison(path: ["total"], operation: .known(.equals), value: 5))
      }
    }
    let old = [filtering("left", id: "old"), Campaign.on("looked_around", id: "plain")]
    let needs = Backtest(filtering("cart_viewed", id: "offer"), among: old).needs
    #expect(
      needs.comparesProperties(of: "custom", "cart_viewed") && needs.comparesProperties(of: "custom", "left"))
    #expect(
      !needs.comparesProperties(of: "custom", "looked_around")
        && !needs.comparesProperties(of: "screen_view", "left"))
  }

  @Test func `parts that are added are the same as the whole`() {
    let old = Campaign.on("cart_viewed", id: "old")
    let backtest = Backtest(
      Campaign.on("cart_viewed", id: "offer") {
        $0.priority = Wire.Priority(bucket: .known(.high), order: 0)
        $0.experiment = Wire.Experiment(id: "e", variants: [.init(id: "a", share: 5_000)], control: 5_000)
      }, among: [old])
    let people = (0..<60).map { number in
      var past = Past("p\(number)")
      past.person.standing.arms["e"] = number % 3 == 0 ? "control" : "a"
      for day in 0..<(number % 5) { past.session(day: day, "cart_viewed", "cart_viewed") }
      return past.person
    }
    let whole = backtest.result(people)
    var sum = BacktestResult(backtest)
    sum.active = people.count
    for begin in stride(from: 0, to: people.count, by: 7) {
      sum.add(backtest.result(Array(people[begin..<min(begin + 7, people.count)])))
    }
    #expect(sum == whole && whole.impressions > 0 && whole.arms.allSatisfy { $0.exposures > 0 })
  }
}
