// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import StoreConformance
import Testing

@Suite struct AudienceUsesTests {
  private static func audience(_ id: AudienceID, _ rule: Wire.JSONValue) -> Audience {
    Audience(
      id: id, appID: "shop", name: "Audience \(id)", rule: rule, createdAt: Sample.now, updatedAt: Sample.now)
  }

  private static func named(_ id: String) -> Wire.JSONValue {
    ["all": [["audience": .string(id)], ["attribute": "plan", "op": "exists"]]]
  }

  private static func campaign(
    _ id: CampaignID, _ state: CampaignState, audience: Wire.JSONValue?, triggers: [Wire.Trigger] = []
  )
    -> Campaign
  {
    var campaign = Sample.campaign(id)
    campaign.state = state
    campaign.content.audience = audience
    campaign.content.triggers = triggers
    return campaign
  }

  /// `top` names `middle`, which names `bottom`, which names a list.
  private static let audiences = [
    audience("list", Audience.listRule("list")), audience("bottom", ["all": [["list": "list"]]]),
    audience("middle", named("bottom")),
    audience("top", named("middle")),
  ]

  @Test
  func
    `campaigns and audiences use an audience through others, and through triggers too; finished campaigns do not`()
  {
    let entry = Wire.Trigger(kind: .known(.audienceEntry), name: "middle")
    let uses = AudienceUses(
      campaigns: [
        Self.campaign("a", .running, audience: ["audience": "top"]),
        Self.campaign("b", .draft, audience: nil, triggers: [entry]),
        Self.campaign("c", .finished, audience: ["audience": "top"]),
      ], audiences: Self.audiences)
    func users(_ id: AudienceID) -> [String] {
      uses[id].campaigns.map(\.id.rawValue) + uses[id].audiences.map(\.id.rawValue)
    }
    #expect(users("list") == ["a", "b", "bottom", "middle", "top"])
    #expect(users("bottom") == ["a", "b", "middle", "top"])
    #expect(users("middle") == ["a", "b", "top"])
    #expect(users("top") == ["a"])
    #expect(uses["nobody's"].isEmpty)
  }

  @Test func `a circle that is stored already ends`() {
    let circle = [Self.audience("x", Self.named("y")), Self.audience("y", Self.named("x"))]
    let uses = AudienceUses(campaigns: [], audiences: circle)
    #expect(uses["x"].audiences.map(\.id) == ["y"] && uses["y"].audiences.map(\.id) == ["x"])
  }

  @Test func `an audience cannot become what would stop something that runs, and says what`() {
    var changed = Self.audiences[1]
    func problems(_ rule: Wire.JSONValue, _ state: CampaignState = .running) -> [Diagnostic] {
      changed.rule = rule
      let campaign = Self.campaign("a", state, audience: ["not": ["not": ["audience": "top"]]])
      return AudienceUses.problems(of: changed, campaigns: [campaign], among: Self.audiences)
    }
    #expect(problems(["all": []]).isEmpty)
    #expect(problems(["audience": "top"]).map(\.code) == ["audience_circle"])
    #expect(problems(["audience": "gone"]).map(\.code) == ["audience_missing"])
    // With each level, the next of those that use it is too deep, from the outermost to the
    // audience itself.
    func nested(_ levels: Int) -> Wire.JSONValue {
      (0..<levels).reduce(["attribute": "plan", "op": "exists"]) { rule, _ in ["not": rule] }
    }
    let found = (1...8).map { levels in problems(nested(levels)).first }
    #expect(found.allSatisfy { $0 == nil || $0?.code == "rule_too_deep" })
    var names: [String] = []
    for message in found.compactMap({ $0?.message }) {
      let name = message.hasPrefix("In “") ? String(message.dropFirst(4).prefix { $0 != "”" }) : "itself"
      if names.last != name { names.append(name) }
    }
    #expect(found[0] == nil && names.prefix(3) == ["Campaign a", "Audience top", "Audience middle"])
    // A draft is judged when it is launched.
    let lowest = found.prefix { $0 == nil }.count + 1
    #expect(problems(nested(lowest), .draft).isEmpty)
  }
}
