// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// A campaign that can run, for tests to spoil.
enum Draft {
  static let now = Instant(milliseconds: 1_750_000_000_000)

  /// The pattern `(` stands for all that are not valid.
  static let validation = CampaignValidation(compilePattern: {
    (pattern: String, _: Bool) throws(InvalidPattern) -> @Sendable (String) -> Bool in
    if pattern == "(" { throw InvalidPattern(.refused, position: 0) }
    return { (text: String) -> Bool in text == pattern }
  })

  /// Every pattern is valid and never found.
  static let noPatterns: PatternCompiler = {
    (_: String, _: Bool) throws(InvalidPattern) -> @Sendable (String) -> Bool in { _ in false }
  }

  static let environment = Environment(
    now: { now }, monotonicNow: { .zero }, makeID: { "id" }, random: { 0 }, sleep: { _ in },
    compilePattern: noPatterns)

  static var content: CampaignContent {
    CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.customEvent), name: "cart_viewed")],
      message: Wire.Message(
        kind: .known(.modal), header: "Hello", message: "Free shipping this week.",
        imageURL: "https://example.com/ship.png",
        imageAlt: "A ship", language: "en",
        buttons: [
          Wire.Button(
            id: 0, text: "Shop", clickAction: Wire.ClickAction(type: .known(.url), url: "myapp://offers")),
          Wire.Button(id: 1, text: "Later"),
        ], extras: ["theme": .string("spring")]),
      startsAt: now - .seconds(60), endsAt: now + .seconds(60))
  }

  static var campaign: Campaign {
    Campaign(id: "c", appID: "shop", name: "Spring", content: content, createdAt: now, updatedAt: now)
  }

  static func diagnostics(name: String = "Spring", _ change: (inout CampaignContent) -> Void) -> [Diagnostic]
  {
    var content = content
    change(&content)
    return validation.diagnostics(name: name, content: content, at: now)
  }
}
