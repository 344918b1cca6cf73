// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Frequency caps")
struct CapsTests {
  private static let day: Int64 = 86_400

  /// The window, and seconds after the first impression at which it still counts and no longer
  /// counts.
  static let windows: [(FrequencyCap.Window, Int64, Int64)] = [
    (.day, day - 1, day), (.week, 7 * day - 1, 7 * day), (.month, 30 * day - 1, 30 * day),
    (.year, 365 * day - 1, 365 * day),
  ]

  private func at(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1_000) }

  @Test(arguments: windows)
  func `a day is 24 hours, a week 7 days, a month 30, a year 365; each ends now`(
    window: FrequencyCap.Window, inside: Int64, outside: Int64
  ) {
    var campaign = CampaignDefinition.named("a")
    campaign.caps = [FrequencyCap(1, within: window)]
    var engine = DeliveryEngine.holding([campaign])
    engine.show("e1", at: 0)
    #expect(
      engine.tap("e2", at: at(inside)).verdicts == [
        .stopped(.cap(.campaign, FrequencyCap(1, within: window), count: 1))
      ])
    #expect(engine.tap("e3", at: at(outside)).verdicts == [.chosen])
  }

  @Test func `a lifetime never ends; a session ends when the next one begins`() {
    for (window, isAllowedAgain) in [(FrequencyCap.Window.lifetime, false), (.session, true)] {
      var campaign = CampaignDefinition.named("a")
      campaign.caps = [FrequencyCap(1, within: window)]
      var engine = DeliveryEngine.holding([campaign])
      engine.show("e1", at: 0)
      #expect(engine.tap("e2", at: at(2_000 * Self.day)).presented.isEmpty)
      _ = engine.handle(.sessionStarted, at: at(2_000 * Self.day))
      #expect(engine.tap("e3", at: at(2_000 * Self.day)).presented.isEmpty == !isAllowedAgain)
    }
  }

  @Test func `three a year, as the App Store review recipe needs, are three a year`() {
    var campaign = CampaignDefinition.named("review")
    campaign.caps = [FrequencyCap(3, within: .year)]
    var engine = DeliveryEngine.holding([campaign])
    let shown = (0..<730).filter { day in
      let presented = engine.tap("e\(day)", at: at(Int64(day) * Self.day)).presented
      for one in presented {
        _ = engine.handle(.outcomeReported(decisionID: one.id, .shown), at: at(Int64(day) * Self.day))
      }
      return !presented.isEmpty
    }
    #expect(shown == [0, 1, 2, 365, 366, 367])
  }

  @Test
  func `a shared cap counts the campaigns with its tag, or all; the record names the cap that is used up`() {
    var tagged = CampaignDefinition.named("tagged")
    tagged.tags = ["promo", "spring"]
    var alike = CampaignDefinition.named("alike", on: [.sessionStart])
    alike.tags = ["promo"]
    let promo = FrequencyCap(1, within: .day)
    let all = FrequencyCap(2, within: .day)
    var engine = DeliveryEngine.holding(
      [tagged, alike, .named("other", on: [.anyPurchase(nil)])],
      caps: [SharedCap(tag: "promo", promo), SharedCap(all)])
    engine.show("e1", at: 0)
    func start(_ id: String) -> [Candidate.Verdict] {
      engine.handle(.eventLogged(Event(id: id, at: 1, kind: .sessionStart)), at: 1).verdicts
    }
    func purchase(_ id: String) -> [Candidate.Verdict] {
      let kind = Event.Kind.purchase(Purchase(productID: "p", currency: "EUR", price: 1))
      return engine.handle(.eventLogged(Event(id: id, at: 1, kind: kind)), at: 1).verdicts
    }
    #expect(start("e2") == [.stopped(.cap(.tag("promo"), promo, count: 1))])
    #expect(purchase("e3") == [.chosen])
    _ = engine.handle(.outcomeReported(decisionID: "e3", .shown), at: 2)
    #expect(purchase("e4") == [.stopped(.cap(.all, all, count: 2))])
  }

  static let failures: [Outcome] = [
    .discarded(.byDelegate), .discarded(.assetFailed), .discarded(.renderFailed), .expired, .replaced,
    .discarded(.dismissedBeforeShown),
  ]

  @Test(arguments: failures)
  func `only impressions count: an attempt that failed uses nothing up`(outcome: Outcome) {
    var campaign = CampaignDefinition.named("a")
    campaign.caps = [FrequencyCap(1, within: .lifetime)]
    campaign.reEligibility = .once
    var engine = DeliveryEngine.holding([campaign])
    _ = engine.tap("e1", at: 0)
    _ = engine.handle(.outcomeReported(decisionID: "e1", outcome), at: 1)
    #expect(engine.tap("e2", at: 2).presented.count == 1)
  }

  @Test func `what waited is asked again at display: a cap that was used up meanwhile takes it out`() {
    var campaign = CampaignDefinition.named("a")
    campaign.caps = [FrequencyCap(1, within: .lifetime)]
    var engine = DeliveryEngine.holding([campaign])
    _ = engine.tap("e1", at: 0)
    _ = engine.handle(.outcomeReported(decisionID: "e1", .queued(.inBackground)), at: 0)
    engine.show("e2", at: 1)
    let effects = engine.handle(.displayRequested(id: "e1"), at: 2)
    #expect(effects.first == .withdraw(id: "e1", .discarded(.noLongerEligible)))
    #expect(effects.records.map(\.outcome) == [.discarded(.noLongerEligible)])
  }

  @Test
  func
    `of two on their way that no cap counts only the one that asked last may be displayed without asking again`()
  {
    var engine = DeliveryEngine.holding([.named("a")])
    _ = engine.tap("e1", at: 0)
    _ = engine.tap("e2", at: 0)
    #expect(engine.isCleared("e1") && !engine.isCleared("e2"))
    #expect(engine.handle(.displayRequested(id: "e2"), at: 1) == [.clear(id: "e2")])
    #expect(!engine.isCleared("e1") && engine.isCleared("e2"))
    #expect(engine.handle(.displayRequested(id: "e1"), at: 1) == [.clear(id: "e1")])
    #expect(engine.isCleared("e1") && !engine.isCleared("e2"))
  }

  @Test func `impressions of a campaign that was away still count when it comes back`() {
    var campaign = CampaignDefinition.named("a")
    campaign.caps = [FrequencyCap(1, within: .lifetime)]
    var engine = DeliveryEngine.holding([campaign])
    engine.show("e1", at: 0)
    _ = engine.handle(.definitionsReceived([]), at: 1)
    campaign.version = 2
    _ = engine.handle(.definitionsReceived([campaign]), at: 2)
    #expect(engine.tap("e2", at: 3).presented.isEmpty)
  }
}
