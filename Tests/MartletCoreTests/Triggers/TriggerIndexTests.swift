// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Trigger index")
struct TriggerIndexTests {
  private func index(_ definitions: [CampaignDefinition]) -> TriggerIndex {
    TriggerIndex(definitions, compilePattern: plainPatterns)
  }

  private func candidates(_ index: TriggerIndex, _ kind: Event.Kind) -> [String] {
    index.firings(of: Event(id: "e", at: 0, kind: kind), in: index.places(of: kind)).map { rank, firing in
      let id = index.campaigns[rank].definition.id
      return firing.isFired ? id.rawValue : "not \(id)"
    }
  }

  private static func isBlank(_ name: String) -> Filter {
    .compare(Comparison(path: [name], operation: .isBlank))
  }
  private static func isNotBlank(_ name: String) -> Filter {
    .compare(Comparison(path: [name], operation: .isNotBlank))
  }

  @Test
  func
    `each kind of event finds the campaigns that name it, and those that name any of its kind, in one order`()
  {
    let index = index([
      .named("start", on: [.sessionStart]),
      .named("any push", .low, on: [.pushClick(campaign: nil)]),
      .named("push", on: [.pushClick(campaign: "c")]),
      .named("any purchase", on: [.anyPurchase(nil)]),
      .named("purchase", .high, on: [.purchase(productID: "p", nil)]),
      .named("last purchase", .low, on: [.purchase(productID: "p", nil)]),
      .named("tap"),
      .named(
        "all", .high,
        on: [.sessionStart, .pushClick(campaign: nil), .anyPurchase(nil), .customEvent(name: "tap", nil)]),
    ])
    #expect(candidates(index, .sessionStart) == ["all", "start"])
    #expect(candidates(index, .pushClick(campaign: nil)) == ["all", "any push"])
    #expect(candidates(index, .pushClick(campaign: "c")) == ["all", "push", "any push"])
    #expect(candidates(index, .pushClick(campaign: "d")) == ["all", "any push"])
    #expect(
      candidates(index, .purchase(Purchase(productID: "p", currency: "EUR", price: 1))) == [
        "all", "purchase", "any purchase", "last purchase",
      ])
    #expect(
      candidates(index, .purchase(Purchase(productID: "q", currency: "EUR", price: 1))) == [
        "all", "any purchase",
      ])
    #expect(candidates(index, .custom(name: "tap", properties: [:])) == ["all", "tap"])
    #expect(candidates(index, .custom(name: "Tap", properties: [:])) == [])
  }

  @Test
  func
    `several triggers of a campaign that name the same event are one candidate, and any of their filters suffices`()
  {
    let taps = index([
      .named(
        "a",
        on: [.customEvent(name: "tap", Self.isBlank("x")), .customEvent(name: "tap", Self.isNotBlank("y"))])
    ])
    #expect(candidates(taps, .custom(name: "tap", properties: [:])) == ["a"])
    #expect(candidates(taps, .custom(name: "tap", properties: ["x": .int(1), "y": .int(1)])) == ["a"])
    #expect(candidates(taps, .custom(name: "tap", properties: ["x": .int(1)])) == ["not a"])
    let open = index([
      .named("a", on: [.customEvent(name: "tap", Self.isNotBlank("x")), .customEvent(name: "tap", nil)])
    ])
    #expect(candidates(open, .custom(name: "tap", properties: [:])) == ["a"])
    let reversed = index([
      .named("a", on: [.customEvent(name: "tap", nil), .customEvent(name: "tap", Self.isNotBlank("x"))])
    ])
    #expect(candidates(reversed, .custom(name: "tap", properties: [:])) == ["a"])
  }

  @Test(arguments: [true, false])
  func `a campaign that names any purchase and this purchase is one candidate`(isAnyTrue: Bool) {
    let (any, named) =
      isAnyTrue ? (Self.isBlank("x"), Self.isNotBlank("x")) : (Self.isNotBlank("x"), Self.isBlank("x"))
    let both = index([
      .named("a", on: [.anyPurchase(any), .purchase(productID: "p", named)]),
      .named("b", .low, on: [.anyPurchase(nil)]),
    ])
    let purchase = Purchase(productID: "p", currency: "EUR", price: 1)
    #expect(candidates(both, .purchase(purchase)) == ["a", "b"])
  }

  @Test
  func
    `a campaign whose filter is wrong takes no part and is reported with every mistake; the others are not touched`()
  {
    let wrong = Filter.all([
      .compare(Comparison(path: [], operation: .isBlank)),
      .compare(Comparison(path: ["x"], operation: .isIn([]))),
    ])
    let index = index([
      .named("b", on: [.sessionStart, .customEvent(name: "tap", wrong)]), .named("a", on: []), .named("c"),
    ])
    #expect(
      index.rejections == [
        .init(campaign: "a", diagnostics: [.noTrigger]),
        .init(
          campaign: "b",
          diagnostics: [
            .filter(trigger: "triggers[1]", FilterDiagnostic(position: [.all(0)], problem: .emptyPath)),
            .filter(trigger: "triggers[1]", FilterDiagnostic(position: [.all(1)], problem: .emptyList)),
          ]),
      ])
    #expect(
      index.rejections[1].diagnostics[0].description
        == "triggers[1].filter.all[0]: The comparison has no property. Add one.")
    #expect(candidates(index, .sessionStart) == [])
    #expect(candidates(index, .custom(name: "tap", properties: [:])) == ["c"])
  }

  @Test func `of one id the highest version counts; two different definitions of one version are refused`() {
    let old = CampaignDefinition.named("a", version: 1, on: [.sessionStart])
    let new = CampaignDefinition.named("a", version: 2)
    for order in [[old, new], [new, old], [new, old, new]] {
      #expect(index(order).campaigns.map(\.definition) == [new])
      #expect(index(order).rejections.isEmpty)
    }
    let other = CampaignDefinition.named("a", version: 2, .high)
    for order in [[old, new, other], [other, old, new], [new, other, old]] {
      #expect(index(order).campaigns.isEmpty)
      #expect(index(order).rejections == [.init(campaign: "a", diagnostics: [.duplicate])])
    }
  }
}
