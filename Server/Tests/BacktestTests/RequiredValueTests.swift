// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Backtest

@Suite("A backtest of a personalised campaign")
struct RequiredValueTests {
  private static func offer(_ text: String, _ change: (inout CampaignContent) -> Void = { _ in }) -> Campaign
  {
    .on("cart_viewed", id: "offer") {
      $0.message?.message = text
      $0.rules.render = .known(.atDisplay)
      change(&$0)
    }
  }

  @Test func `who lacks a value of a text is not reached, until they have it`() {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    ada.add(.attribute(key: "first_name", value: "Ada"), day: 2)
    ada.session(day: 3, "cart_viewed")
    var bob = Past("bob")
    bob.session(day: 1, "cart_viewed")
    // Programs set it before the events that are kept.
    var cid = Past("cid", facts: PersonFacts(attributes: ["first_name": "Cid"]))
    cid.session(day: 1, "cart_viewed")
    let people = [ada.person, bob.person, cid.person]
    let result = Backtest(Self.offer("Hi {{user.first_name}}!")).result(people)
    #expect(result.reached == 2 && result.impressions == 2)
    #expect(result.misses == ["discarded:withdrawn": 2])
    #expect(result.samples.map(\.person) == ["u:ada", "u:cid"])
    #expect(result.days.first { $0.impressions > 0 }?.people == 1)
    // A section needs no value, and a campaign that is the same for everybody has no values.
    #expect(
      Backtest(Self.offer("Hi {{#user.first_name}}{{user.first_name}}{{/user.first_name}}!")).result(people)
        .reached == 3)
    #expect(
      Backtest(Self.offer("Hi {{user.first_name}}!") { $0.rules.render = nil }).result(people).reached == 3)
  }

  @Test func `a campaign that is withdrawn does not use up its only time`() {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    ada.add(.attribute(key: "plan", value: "pro"), day: 2)
    ada.session(day: 3, "cart_viewed", "cart_viewed")
    let offer = Self.offer("{{user.plan}}") {
      $0.rules.reEligibility = Wire.ReEligibility(type: .known(.once))
    }
    let result = Backtest(offer).result([ada.person])
    #expect(
      result.impressions == 1
        && result.days.first { $0.impressions > 0 }?.day == CountedTime.day(of: Past.at(day: 3)))
  }

  @Test func `nobody who is not signed in has a user id, and an event may lack a property`() {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    ada.add(.sessionStart, day: 2)
    ada.add(.custom(name: "cart_viewed", properties: ["total": 12]), day: 2, 100)
    #expect(Backtest(Self.offer("{{event.total}}")).result([ada.person]).impressions == 1)
    #expect(Backtest(Self.offer("{{user.id}}")).result([ada.person]).impressions == 2)
    var stranger = Past("stranger")
    stranger.add(.sessionStart, day: 1, user: nil)
    stranger.add(.custom(name: "cart_viewed", properties: [:]), day: 1, 100, user: nil)
    #expect(Backtest(Self.offer("{{user.id}}")).result([stranger.person]).reached == 0)
  }

  @Test func `a banner with a value that is missing is not displayed`() {
    var ada = Past("ada")
    ada.session(day: 1, "cart_viewed")
    let offer = Self.offer("") {
      $0.message = nil
      $0.banner = Wire.Banner(title: "For {{user.first_name}}")
    }
    let result = Backtest(offer).result([ada.person])
    #expect(result.reached == 0 && result.misses == ["dropped:withdrawn": 1])
  }
}
