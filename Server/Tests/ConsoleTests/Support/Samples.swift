// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Campaigns to draw pages with.
enum Samples {
  static let now = Instant(milliseconds: 1_795_269_900_000)
  static let app = App(id: "app", name: "Acorn Shop", createdAt: now)

  static let welcome = Campaign(
    id: "c-welcome", appID: "app", name: "Welcome back", state: .running,
    content: CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.sessionStart))],
      message: Wire.Message(
        kind: .known(.slideup), message: "Good to see you again. The new acorns are in.", icon: "🌰",
        slideFrom: .known(.bottom)),
      endsAt: Instant(milliseconds: 1_798_761_600_000)),
    version: 2, revision: 5, createdAt: now + .seconds(-900_000), updatedAt: now + .seconds(-3_000),
    launchedAt: now + .seconds(-800_000))

  static let cart = Campaign(
    id: "c-cart", appID: "app", name: "Free delivery above 20 €", state: .running,
    content: CampaignContent(
      triggers: [
        Wire.Trigger(
          kind: .known(.customEvent), name: "cart_viewed",
          filter: .all([
            .compare(Wire.Comparison(path: ["total"], operation: .known(.greater), value: .int(20))),
            .compare(Wire.Comparison(path: ["currency"], operation: .known(.equals), value: .string("EUR"))),
          ]))
      ],
      message: Wire.Message(
        kind: .known(.modal), header: "Delivery is on us",
        message: "Your cart is above 20 €, so we bring it for free.",
        imageURL: "https://example.com/delivery.jpg", imageAlt: "A courier on a bicycle",
        buttons: [
          Wire.Button(id: 0, text: "Later"),
          Wire.Button(
            id: 1, text: "To the checkout",
            clickAction: Wire.ClickAction(type: .known(.url), url: "acorn://checkout"),
            themes: [
              "light": Wire.ButtonTheme(
                text: Wire.Color(argb: 0xFFFF_FFFF), background: Wire.Color(argb: 0xFF1F_7A4D))
            ]),
        ],
        themes: [
          "light": Wire.Theme(
            background: Wire.Color(argb: 0xFFFF_FFFF), headerText: Wire.Color(argb: 0xFF1F_7A4D))
        ],
        extras: ["placement": .string("cart")]),
      priority: Wire.Priority(bucket: .known(.high), order: 2), startsAt: now + .seconds(-600_000)),
    version: 1, revision: 2, createdAt: now + .seconds(-700_000), updatedAt: now + .seconds(-650_000),
    launchedAt: now + .seconds(-600_000))

  static let review = Campaign(
    id: "c-review", appID: "app", name: "Ask for a review", state: .draft,
    content: CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.anyPurchase))],
      message: Wire.Message(
        kind: .known(.modal), header: "Do you like it?", message: "A short review helps others."),
      priority: Wire.Priority(bucket: .known(.low))),
    createdAt: now + .seconds(-90_000), updatedAt: now + .seconds(-9_000))

  static let autumn = Campaign(
    id: "c-autumn", appID: "app",
    name: "Autumn sale: everything must fly before the first snow falls on the Black Forest", state: .paused,
    content: CampaignContent(
      triggers: [
        Wire.Trigger(kind: .known(.purchase), name: "oak-leaf-garland-large"),
        Wire.Trigger(kind: .known(.sessionStart)),
      ],
      message: Wire.Message(kind: .known(.full), header: "Sale"), startsAt: now + .seconds(-6_000_000),
      endsAt: now + .seconds(600_000)),
    createdAt: now + .seconds(-7_000_000), updatedAt: now + .seconds(-60_000),
    launchedAt: now + .seconds(-6_500_000))

  static let spring = Campaign(
    id: "c-spring", appID: "app", name: "Spring", state: .finished,
    content: CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.sessionStart))],
      message: Wire.Message(kind: .known(.slideup), message: "Spring!")),
    createdAt: now + .seconds(-20_000_000), updatedAt: now + .seconds(-10_000_000),
    launchedAt: now + .seconds(-19_000_000),
    finishedAt: now + .seconds(-10_000_000))

  static let campaigns = [welcome, cart, review, autumn, spring]
  static let counts: [CampaignID: CampaignCounts] = [
    "c-welcome": CampaignCounts(impressions: 12_480, clicks: 523),
    "c-cart": CampaignCounts(impressions: 3_911, clicks: 1_204),
    "c-autumn": CampaignCounts(impressions: 84, clicks: 0), "c-spring": CampaignCounts(),
  ]
}
