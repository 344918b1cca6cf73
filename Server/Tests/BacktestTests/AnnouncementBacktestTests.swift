// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Backtest

@Suite("A backtest of banners, announcements and surveys")
struct AnnouncementBacktestTests {
  private static func announcement(
    on event: String = "cart_viewed", id: String = "offer", surfaces: CampaignContent = banner,
    _ change: (inout CampaignContent) -> Void = { _ in }
  ) -> Campaign {
    .on(event, id: id) {
      $0.message = nil
      ($0.banner, $0.content, $0.data) = (surfaces.banner, surfaces.content, surfaces.data)
      $0.surfaceRules = surfaces.surfaceRules
      change(&$0)
    }
  }

  private static let banner = CampaignContent(banner: Wire.Banner(title: "Hello"))
  private static let text = Wire.Content(kind: .known(.text), body: "Hello.", exitLabel: "Close")
  private static let survey = Wire.Content(
    kind: .known(.survey), title: "How was it?",
    questions: [
      Wire.Question(
        id: "q", kind: .known(.single), title: "Good?", choices: [Wire.Question.Choice(id: "y", title: "Yes")]
      )
    ])

  @Test(
    arguments: [
      banner, CampaignContent(content: text),
      CampaignContent(banner: Wire.Banner(title: "Hello"), content: text),
      CampaignContent(banner: Wire.Banner(title: "Hello"), content: survey),
      CampaignContent(content: survey),
    ])
  func `whatever people see first of it is one impression`(surfaces: CampaignContent) throws {
    var ada = Past("ada")
    ada.session(day: 1, "looked_around", "cart_viewed")
    ada.session(day: 3, "cart_viewed")
    let result = Backtest(Self.announcement(surfaces: surfaces)).result([ada.person])
    #expect(
      result.people == 1 && result.reached == 1 && result.impressions == 2 && result.misses.isEmpty,
      "\(result)")
    let entries = try #require(result.samples.first?.entries)
    #expect(
      entries.map(\.at) == [Past.at(day: 1, 200), Past.at(day: 3, 100)]
        && entries.map(\.trigger) == ["cart_viewed", "cart_viewed"])
  }

  @Test(arguments: [true, false])
  func `it waits for its screen, also until another day and another process of the app`(ends: Bool) {
    var ada = Past("ada")
    ada.add(.sessionStart, day: 1)
    ada.add(.screenView(name: "cart", properties: [:]), day: 1, 10)
    ada.add(.custom(name: "cart_viewed", properties: [:]), day: 1, 20)
    if ends { ada.add(.sessionEnd(lengthMilliseconds: 30_000), day: 1, 30) }
    ada.add(.sessionStart, day: 2)
    ada.add(.screenView(name: "cart", properties: [:]), day: 2, 10)
    ada.add(.screenView(name: "home", properties: [:]), day: 2, 40)
    var surfaces = Self.banner
    surfaces.surfaceRules.screens = ["home"]
    let result = Backtest(Self.announcement(surfaces: surfaces)).result([ada.person])
    #expect(result.samples.flatMap(\.entries).map(\.at) == [Past.at(day: 2, 40)], "\(result)")
    #expect(result.samples.first?.entries.first?.trigger == "cart_viewed")
  }

  @Test func `one that waits too long expires, and is a miss with its reason`() {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    ada.add(.sessionStart, day: 2)
    ada.add(.screenView(name: "home", properties: [:]), day: 2, 40)
    var surfaces = Self.banner
    surfaces.surfaceRules.screens = ["home"]
    let offer = Self.announcement(surfaces: surfaces) {
      $0.rules.expiresAfterMilliseconds = 3_600_000
    }
    let result = Backtest(offer).result([ada.person])
    #expect(result.impressions == 0 && result.misses == ["expired": 1], "\(result)")
  }

  @Test
  func
    `one that still waits at the end, for example for a screen that nobody opens, is a miss with its reason`()
  {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    ada.session(day: 2, "cart_viewed")
    var surfaces = Self.banner
    surfaces.surfaceRules.screens = ["hoem"]
    let result = Backtest(Self.announcement(surfaces: surfaces)).result([ada.person])
    #expect(result.impressions == 0 && result.misses["waiting"] == 1, "\(result.misses)")
    #expect(
      BacktestWords(result).misses.contains {
        $0.words == "Still waiting at the end, for example for its screen"
      })
  }

  @Test func `an impression of what a push brought is not compared, because pushes are not replayed`() {
    let old = Self.announcement()
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    let backtest = Backtest(.on("never", id: "other"), among: [old])
    let shown = backtest.replay(ada.person).without[0]
    for (id, second) in [(shown.presentation, 101), ("run-1-ada", 102)] {
      ada.add(
        .impression(
          Wire.EventRecord.Presentation(
            id: id, campaignID: "offer", campaignVersion: 1, surface: .known(.banner))), day: 1,
        second)
    }
    ada.person.events.sort { $0.at < $1.at }
    #expect(backtest.result([ada.person]).fidelity == .init(both: 1, one: 0))
  }

  @Test(arguments: [(false, 0), (true, 1)])
  func `it takes no turn from a message, unless the minimum interval counts it`(isPaced: Bool, displaced: Int)
  {
    var ada = Past("ada")
    ada.add(.sessionStart, day: 1)
    ada.add(.custom(name: "searched", properties: [:]), day: 1, 100)
    ada.add(.custom(name: "cart_viewed", properties: [:]), day: 1, 110)
    ada.add(.sessionEnd(lengthMilliseconds: 600_000), day: 1, 600)
    var surfaces = Self.banner
    surfaces.surfaceRules.isPaced = isPaced
    let result = Backtest(
      Self.announcement(on: "searched", surfaces: surfaces), among: [.on("cart_viewed", id: "old")]
    )
    .result([ada.person])
    #expect(result.impressions == 1)
    #expect(result.others == ["old": .init(without: 1, with: 1 - displaced, displaced: displaced)])
  }

  @Test func `a message on the same event is first, and both are shown`() {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    let result = Backtest(Self.announcement(), among: [.on("cart_viewed", id: "old")]).result([ada.person])
    #expect(result.impressions == 1 && result.others == ["old": .init(without: 1, with: 1)])
    let backtest = Backtest(Self.announcement(), among: [.on("cart_viewed", id: "old")])
    let devices = backtest.devices(of: ada.person, begin: Past.period.lowerBound) { _ in true }
    #expect(devices.values[0].with?.shown.map(\.campaign) == ["old", "offer"])
  }

  @Test func `in an experiment, control is withheld when it would have been shown`() {
    let offer = Self.announcement {
      $0.experiment = Wire.Experiment(
        id: "e", variants: [.init(id: "a", share: 5_000, banner: Wire.Banner(title: "Hi"))], control: 5_000)
    }
    let people = ["control", "control", "a"].enumerated().map { place, arm in
      var past = Past("p\(place)")
      past.person.standing.arms["e"] = arm
      past.session(day: 1, "cart_viewed")
      return past.person
    }
    let result = Backtest(offer).result(people)
    #expect(result.impressions == 1 && result.misses == ["withheld": 2])
    #expect(
      result.arms.map(\.name) == ["control", "a"] && result.arms.map(\.people) == [2, 1], "\(result.arms)")
  }

  @Test
  func
    `it agrees with the past if devices reported the impressions, and what a tap opened is none of its own`()
  {
    let old = Self.announcement()
    var ada = Past("ada")
    for day in 1...5 { ada.session(day: day, "cart_viewed") }
    let without = Backtest(.on("never", id: "other"), among: [old])
    let shown = without.replay(ada.person).without
    #expect(shown.count == 5)
    for (place, impression) in shown.enumerated() {
      var presentation = Wire.EventRecord.Presentation(
        id: impression.presentation, campaignID: "offer", campaignVersion: 1, surface: .known(.banner))
      ada.add(.impression(presentation), day: place + 1, 101)
      (presentation.surface, presentation.openedFrom) = (.known(.content), .known(.banner))
      ada.add(.impression(presentation), day: place + 1, 102)
    }
    ada.person.events.sort { $0.at < $1.at }
    let result = without.result([ada.person])
    #expect(result.fidelity == .init(both: 5, one: 0))
  }

  @Test func `data is not replayed, because people see nothing of it`() {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    let data = Self.announcement(id: "data", surfaces: CampaignContent(data: Wire.DataPush(body: "x")))
    let result = Backtest(.on("cart_viewed", id: "offer"), among: [data]).result([ada.person])
    #expect(result.impressions == 1 && result.others.isEmpty)
  }

  // MARK: - Test devices

  private typealias Candidate = Wire.DecisionRecord.Candidate
  private static let tested = Backtest(.on("never", id: "other"), among: [announcement(id: "banner")])

  @Test
  func `what is only for people outside the app waits if the start of a session triggers it, as on a device`()
  {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    var surfaces = Self.banner
    surfaces.surfaceRules.delivery = .known(.outOfApp)
    func misses(_ trigger: Wire.Trigger) -> [String: Int] {
      Backtest(Self.announcement(surfaces: surfaces) { $0.triggers = [trigger] }).result([ada.person]).misses
    }
    #expect(misses(Wire.Trigger(kind: .known(.sessionStart))) == ["waiting": 1])
    #expect(
      misses(Wire.Trigger(kind: .known(.customEvent), name: "cart_viewed")) == ["dropped:in_foreground": 1])
  }

  @Test func `a shorter minimum interval of the app explains a banner that it paces`() async {
    var surfaces = Self.banner
    surfaces.surfaceRules.isPaced = true
    let backtest = Backtest(
      .on("never", id: "other"),
      among: [.on("searched", id: "often"), Self.announcement(id: "banner", surfaces: surfaces)])
    var bench = Bench()
    bench.past.add(.sessionStart, day: 1, device: "bench", isTest: true)
    bench.log("searched", day: 1, 100, [.of("often", .chosen)])
    bench.note(.shown, of: "often", day: 1, 101)
    bench.log("cart_viewed", day: 1, 105, [.of("banner", .delivered)])
    bench.note(.exited, of: "banner", day: 1, 107)
    bench.log("searched", day: 1, 110, [.of("often", .chosen)])
    let check = await backtest.check(bench.past.person, bench.records)
    #expect(
      check.recorded == 3 && check.reproduced == 1 && check.unknowable == [.interval: 2]
        && check.different == 0, "\(check)")
  }

  @Test func `decisions of test devices about a banner are reproduced`() async {
    var bench = Bench()
    bench.look(day: 1, Candidate.of("banner", .delivered))
    bench.look(day: 2, Candidate.of("banner", .delivered))
    let check = await Self.tested.check(bench.past.person, bench.records)
    #expect(check.recorded == 2 && check.reproduced == 2 && check.different == 0, "\(check)")
  }

  @Test func `that a banner was still there, or could not be loaded, is nothing that a replay can know`()
    async
  {
    var bench = Bench()
    bench.look(day: 1, Candidate.of("banner", .delivered))
    bench.look(day: 2, Candidate.of("banner", .itemWaits, ["since": .int(Past.at(day: 1, 100).milliseconds)]))
    let check = await Self.tested.check(bench.past.person, bench.records)
    #expect(check.reproduced == 1 && check.unknowable == [.screen: 1] && check.different == 0, "\(check)")

    let once = Self.announcement(id: "banner") {
      $0.rules.reEligibility = Wire.ReEligibility(type: .known(.once))
    }
    var lost = Bench()
    lost.look(day: 1, Candidate.of("banner", .delivered))
    lost.note(.dropped(.loadFailed), of: "banner", day: 1)
    lost.look(day: 2, Candidate.of("banner", .delivered))
    let other = await Backtest(.on("never", id: "other"), among: [once]).check(lost.past.person, lost.records)
    #expect(other.reproduced == 1 && other.unknowable == [.loading: 1] && other.different == 0, "\(other)")
  }

  @Test func `a banner that was recorded as stopped by its filter is a difference`() async {
    var bench = Bench()
    bench.look(day: 1, Candidate.of("banner", .filter, ["path": ["total"]]))
    let check = await Self.tested.check(bench.past.person, bench.records)
    #expect(check.reproduced == 0 && check.different == 1, "\(check)")
  }
}
