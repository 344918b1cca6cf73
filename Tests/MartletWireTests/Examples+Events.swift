// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Examples {
  static let presentation = Wire.EventRecord.Presentation(
    id: "p-9", campaignID: "c-spring", campaignVersion: 3)

  static func record(_ id: String, _ body: Wire.EventRecord.Body) -> Wire.EventRecord {
    Wire.EventRecord(id: id, at: sentAt - .seconds(1), sessionID: "s-01", userID: "user-7", body: body)
  }

  static let properties: [String: Wire.JSONValue] = [
    "name": "Kaffee „Wien“ 😀 \u{1}\t\"\\/", "count": 3, "total": 20.0,
    "tiny": .double(.leastNonzeroMagnitude), "large": 1e300,
    "most": .int(.max),
    "least": .int(.min),
    "gift": true, "coupon": .null, "since": ["$date": -86_400_000], "tags": ["new", ["deep": []]],
    "empty": [:],
  ]

  static let bodies: [(name: String, body: Wire.EventRecord.Body)] = [
    ("event-session-start", .sessionStart),
    ("event-session-end", .sessionEnd(lengthMilliseconds: 184_250)),
    ("event-custom", .custom(name: "cart_viewed", properties: properties)),
    (
      "event-purchase",
      .purchase(productID: "sku-1", currency: "EUR", price: 9.99, quantity: 2, properties: ["colour": "red"])
    ),
    ("event-screen-view", .screenView(name: "Cart", properties: ["items": 2])),
    ("event-audience-entry", .audienceEntry(audienceID: "a-vip")),
    ("event-audience-exit", .audienceExit(audienceID: "a-vip")),
    ("event-push-click", .pushClick(campaignID: "c-spring")),
    ("event-user-changed", .userChanged(previousUserID: "user-6")),
    ("event-attribute", .attribute(key: "favourite_colour", value: "red")),
    ("event-attribute-removed", .attribute(key: "favourite_colour", value: .null)),
    (
      "event-attribute-change-increment",
      .attributeChange(key: "visits", Wire.AttributeChange(.known(.increment), 1))
    ),
    (
      "event-attribute-change-add",
      .attributeChange(key: "favourites", Wire.AttributeChange(.known(.add), "sku-1"))
    ),
    (
      "event-attribute-change-remove",
      .attributeChange(key: "favourites", Wire.AttributeChange(.known(.remove), "sku-1"))
    ),
    (
      "event-attribute-change-merge",
      .attributeChange(
        key: "address",
        Wire.AttributeChange(.known(.merge), ["city": "Vienna", "street": .null, "geo": ["zone": 4]]))
    ),
    ("event-impression", .impression(presentation)),
    ("event-click", .click(presentation, buttonID: "1")),
    ("event-dismissal", .dismissal(presentation, by: .known(.user))),
    ("event-outcome", .outcome(presentation, outcome: .known(.discarded), reason: "asset_failed")),
    ("event-outcome-withheld", .outcome(presentation, outcome: .known(.withheld), reason: nil)),
    ("event-exposure", .exposure(presentation, experimentID: "x-7d1f", arm: "control")),
    ("event-decision", .decision(Wire.DecisionRecord(decision))),
  ]

  static let events: [Example] =
    bodies.map { Example($0.name, record("e-02", $0.body)) } + [
      Example(
        "event-outcome-detail",
        Wire.EventRecord(
          id: "e-02", at: sentAt, sessionID: "s-01", userID: "user-7",
          body: .outcome(presentation, outcome: .known(.discarded), reason: "asset_failed"),
          detail: "not_found (404) cdn.example.com/autumn/tulips.png")),
      Example(
        "event-anonymous",
        Wire.EventRecord(
          id: "e-02", at: sentAt, sessionID: nil, userID: nil, body: .userChanged(previousUserID: nil))),
    ]

  static let decision = Decision(
    id: "p-9",
    event: Event(
      id: "e-02", at: sentAt, kind: .custom(name: "cart_viewed", properties: ["colour": .string("blue")])),
    at: sentAt, userID: "user-7",
    candidates: [
      candidate("c-spring", .chosen),
      candidate("c-second", .stopped(.priority(winner: "c-spring"))),
      candidate("c-early", .stopped(.notStarted(startsAt: sentAt + .seconds(60)))),
      candidate("c-night", .stopped(.quietHours(until: sentAt + .seconds(3_600)))),
      candidate("c-late", .stopped(.ended(endsAt: sentAt - .seconds(60)))),
      candidate(
        "c-third",
        .stopped(.history(.count(have: 2, Repetition(.exactly, 3, within: .last(.seconds(604_800))))))),
      candidate("c-both", .stopped(.history(.group(have: 1, need: 2, window: .session)))),
      candidate("c-once", .stopped(.reEligibility(lastShown: sentAt - .seconds(90), again: nil))),
      candidate(
        "c-again", .stopped(.reEligibility(lastShown: sentAt - .seconds(90), again: sentAt + .seconds(60)))),
      candidate("c-own", .stopped(.cap(.campaign, FrequencyCap(3, within: .year), count: 3))),
      candidate("c-promo", .stopped(.cap(.tag("promo"), FrequencyCap(1, within: .session), count: 2))),
      candidate("c-any", .stopped(.cap(.all, FrequencyCap(5, within: .day), count: 5))),
      candidate("c-waits", .stopped(.delayRuns(until: sentAt + .seconds(3_600)))),
      candidate("c-soon", .stopped(.interval(remaining: .seconds(12), minimum: .seconds(30)))),
      candidate(
        "c-red",
        .stopped(
          .filter(
            FilterMiss(
              path: ["colour"], operation: .equals(.string("red")), actual: .string("blue"),
              isTypeMismatch: false)))),
      candidate(
        "c-code",
        .stopped(
          .filter(
            FilterMiss(
              path: ["code"], operation: .matches(pattern: "^A", ignoringCase: true), actual: .int(7),
              isTypeMismatch: true,
              isNegated: true)))),
    ])

  static func candidate(_ campaign: CampaignID, _ verdict: Candidate.Verdict) -> Candidate {
    Candidate(campaign: campaign, version: 1, verdict: verdict)
  }
}
