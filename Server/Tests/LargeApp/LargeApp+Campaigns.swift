// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension LargeApp {
  static let runningCampaign = "campaign-0"
  static let pausedCampaign = "campaign-3"
  static let draftCampaign = "campaign-4"
  static let listID: AudienceID = "list"
  private static let audiences = 40
  private static let day = 86_400

  /// Of ten campaigns, six run, one is paused, one has ended, and two are drafts.
  static func state(_ number: Int) -> CampaignState {
    switch number % 5 {
    case 3: number % 10 == 3 ? .paused : .finished
    case 4: .draft
    default: .running
    }
  }

  static func hasExperiment(_ number: Int) -> Bool { number % 25 == 0 }

  static func campaignID(_ number: Int) -> String { "campaign-\(number)" }

  /// The oldest was written a year ago.
  func campaigns(of app: AppID, at now: Instant) -> [Campaign] {
    (0..<campaigns).map { number in
      let state = Self.state(number)
      let created = now - .seconds((number % 365 + 1) * Self.day)
      let launched = state == .draft ? nil : created + .seconds(3_600)
      return Campaign(
        id: CampaignID(Self.campaignID(number)), appID: app,
        name: "Offer \(number) of the season, for everybody who likes it",
        state: state,
        content: Self.content(number), createdAt: created, updatedAt: launched ?? created,
        launchedAt: launched,
        finishedAt: state == .finished ? launched.map { $0 + .seconds(3_600) } : nil)
    }
  }

  private static func content(_ number: Int) -> CampaignContent {
    let link = Wire.ClickAction(type: .known(.url), url: "https://example.com/\(number)")
    let message = Wire.Message(
      kind: .known(number % 2 == 0 ? .modal : .slideup), header: number % 2 == 0 ? "Offer \(number)" : nil,
      message: String(repeating: "A text of some length. ", count: 8),
      buttons: number % 2 == 0 ? [Wire.Button(id: 0, text: "To the shop", clickAction: link)] : [])
    // A few events have many campaigns, as it is in life.
    var content = CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.customEvent), name: eventName(number % eventNames))],
      message: message,
      priority: Wire.Priority(bucket: .known(.medium), order: number % 50))
    if number % 3 == 0 { content.audience = ["audience": .string("audience-\(number % audiences)")] }
    if number % 10 == 0 {
      content.conversions = [
        Wire.Conversion(name: "Order", event: ["kind": "purchase", "name": "hat"]),
        Wire.Conversion(name: "Visit", event: ["kind": "custom", "name": .string(eventName(1))]),
      ]
    }
    if hasExperiment(number) {
      content.experiment = Wire.Experiment(
        id: "x\(number)", variants: [.init(id: "a", share: 4_500), .init(id: "b", share: 4_500)],
        control: 1_000)
    }
    return content
  }

  func audiences(of app: AppID, at now: Instant) -> [Audience] {
    let rules = (0..<Self.audiences).map { number -> Wire.JSONValue in
      [
        "all": [
          ["attribute": "plan", "op": "in", "value": number % 2 == 0 ? ["pro", "team"] : ["free"]],
          ["attribute": "age", "op": "greater_or_equal", "value": .int(Int64(20 + number))],
          [
            "did": [
              "kind": "custom", "name": .string(Self.eventName(number % Self.eventNames)),
              "within": ["days": 14],
            ],
            "op": "greater_or_equal", "value": 1,
          ],
        ]
      ]
    }
    func audience(_ id: String, _ name: String, _ rule: Wire.JSONValue) -> Audience {
      Audience(id: AudienceID(id), appID: app, name: name, rule: rule, createdAt: now, updatedAt: now)
    }
    return rules.enumerated().map {
      audience("audience-\($0.offset)", "Buyers of kind \($0.offset)", $0.element)
    }
      + [audience(Self.listID.rawValue, "Guests of the fair", ["list": .string(Self.listID.rawValue)])]
  }
}
