// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Testing

@Suite struct TapMeaningTests {
  private static let opens = Wire.ClickAction(type: .known(.url), url: "https://example.com")
  private static let retired = Wire.ClickAction(type: .known(.newsFeed))

  private static func message(
    _ kind: Wire.Message.Kind, body: Wire.ClickAction = Wire.ClickAction(), _ buttons: [Wire.ClickAction]
  )
    -> Wire
    .Message
  {
    Wire.Message(
      kind: .known(kind), message: "Hello",
      buttons: buttons.enumerated().map { Wire.Button(id: $0, text: "B", clickAction: $1) },
      clickAction: body)
  }

  @Test(arguments: [
    (message(.modal, [opens, Wire.ClickAction()]), ["0"], ["1", "body"]),
    (message(.modal, [opens, opens]), ["1", "0"], ["body"]),
    (message(.modal, body: opens, [retired]), ["body"], ["0"]),
    (message(.slideup, body: opens, []), ["body"], []),
    (message(.slideup, []), [], ["body"]),
    // A page decides itself what its clicks are.
    (message(.html, body: opens, []), [], []),
    // Nobody can tap what nobody sees.
    (message(.control, [retired]), [], []),
  ])
  func `a tap leads on if it does more than close, and the last button that does is the primary one`(
    message: Wire.Message, leading: [String], closing: [String]
  ) {
    #expect(message.leadingElements == leading)
    #expect(["0", "1", "body", "of another version"].filter { message.onlyCloses($0) } == closing)
  }

  @Test func `rates are given per button, the primary one first`() {
    var totals = CampaignReport.Totals(impressions: 40, clicks: 12)
    totals.clicksByButton = ["0": 9, "1": 2, "7": 1]
    let rates = totals.rates(of: Self.message(.modal, [Self.opens, Self.opens]))
    #expect(
      rates.map(\.element) == ["1", "0", "7"] && rates.map(\.clicks) == [2, 9, 1]
        && rates.allSatisfy { $0.impressions == 40 })
  }
}
