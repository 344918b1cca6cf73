// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Frequency caps of pushes")
struct PushCapsTests {
  private static let now = Instant(milliseconds: 1_800_000_000_000)
  private static let hour = Duration.seconds(3_600)

  private static func campaign(_ id: String = "c", tags: [String] = [], isCapped: Bool = true)
    -> Wire.Campaign
  {
    var rules = Wire.DeliveryRules()
    rules.tags = tags
    return Wire.Campaign(
      id: id, createdAt: now, triggers: [], push: Wire.PushNotification(title: "Hi", isCapped: isCapped),
      rules: rules)
  }

  private static func showing(_ campaign: CampaignID, _ hours: Int) -> PushCaps.Showing {
    PushCaps.Showing(campaign: campaign, at: now - hour * hours)
  }

  @Test func `only a push whose author says so is capped, and only by caps that concern it`() {
    let cap = FrequencyCap(1, within: .day)
    #expect(PushCaps(of: Self.campaign(isCapped: false), own: [cap], shared: []) == nil)
    #expect(PushCaps(of: Self.campaign(), own: [], shared: []) == nil)
    #expect(PushCaps(of: Self.campaign(), own: [], shared: [SharedCap(tag: "promo", cap)]) == nil)
    #expect(
      PushCaps(of: Self.campaign(tags: ["promo"]), own: [], shared: [SharedCap(tag: "promo", cap)]) != nil)
    // When a session of a device is over, only the device knows.
    #expect(PushCaps(of: Self.campaign(), own: [FrequencyCap(1, within: .session)], shared: []) == nil)
  }

  @Test(
    arguments: [
      ([1], nil), ([1, 2], "all 2 day"), ([1, 25], nil), ([23, 23], "all 2 day"), ([24, 24], nil),
    ] as [([Int], String?)])
  func `a cap counts what is inside its window, and says which it is`(hours: [Int], reached: String?) throws {
    let caps = try #require(
      PushCaps(of: Self.campaign(), own: [], shared: [SharedCap(FrequencyCap(2, within: .day))]))
    let showings = hours.map { Self.showing("other", $0) }
    #expect(caps.reached(showings, at: Self.now) { _ in nil }?.text == reached)
  }

  @Test func `a cap counts the campaigns of its scope`() throws {
    let showings = [
      Self.showing("c", 1), Self.showing("promo", 2), Self.showing("unpaced", 3), Self.showing("gone", 4),
    ]
    func reached(own: [FrequencyCap] = [], _ shared: [SharedCap] = []) throws -> String? {
      let caps = try #require(PushCaps(of: Self.campaign(tags: ["promo"]), own: own, shared: shared))
      return caps.reached(showings, at: Self.now) { id in
        switch id {
        case "promo": PushCaps.Reach(Self.campaign("promo", tags: ["promo"]))
        case "unpaced":
          PushCaps.Reach(
            Wire.Campaign(id: "unpaced", createdAt: Self.now, triggers: [], banner: Wire.Banner(title: "Hi")))
        default: nil
        }
      }?.text
    }
    #expect(try reached(own: [FrequencyCap(1, within: .lifetime)]) == "campaign 1 lifetime")
    #expect(try reached(own: [FrequencyCap(2, within: .lifetime)]) == nil)
    #expect(try reached([SharedCap(tag: "promo", FrequencyCap(2, within: .week))]) == "tag 2 week promo")
    #expect(try reached([SharedCap(tag: "promo", FrequencyCap(3, within: .week))]) == nil)
    // Of a campaign that is gone, nobody knows that it was not paced.
    #expect(try reached([SharedCap(FrequencyCap(3, within: .year))]) == "all 3 year")
    #expect(try reached([SharedCap(FrequencyCap(4, within: .year))]) == nil)
  }

  @Test(arguments: [
    "campaign 1 lifetime", "all 3 day", "tag 2 week two words", "all 3 fortnight", "all", "tag 2 week", "",
    "all x day",
  ])
  func `a reached cap is read from what was written, and from nothing else`(text: String) {
    let isKnown = !["all 3 fortnight", "all", "tag 2 week", "", "all x day"].contains(text)
    #expect(PushCaps.Limit(text)?.text == (isKnown ? text : nil))
  }

  @Test(arguments: [
    ("campaign 1 lifetime", "this campaign: at most 1 time in total"),
    ("all 3 day", "all campaigns: at most 3 times per day"),
    ("tag 2 month a b", "campaigns tagged “a b”: at most 2 times per 30 days"),
  ])
  func `a reached cap has words`(text: String, words: String) {
    #expect(PushCaps.Limit(text)?.words == words)
  }
}
