// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension LargeApp {
  /// How far back the events go.
  static let days = 60
  static let eventNames = 40
  static let eventsOfPerson = sessions * eventsOfSession
  private static let sessions = 5
  private static let eventsOfSession = 10

  static func userID(_ number: Int) -> String { "user-\(number)" }
  static func eventName(_ number: Int) -> String { "event_\(number)" }

  /// Five sessions of ten events. In the first one, the app also says who the person is.
  func past(of number: Int, app: AppID, until now: Instant) -> IngestBatch {
    var chance = Chance(seed: UInt64(number))
    let starts = (0..<Self.sessions).map { _ in chance.below(Self.days * 86_400 - 3_600) + 3_600 }.sorted(
      by: >)
    var events: [Wire.EventRecord] = []
    for (session, start) in starts.enumerated() {
      for (turn, body) in bodies(of: number, session: session, &chance).enumerated() {
        events.append(
          Wire.EventRecord(
            id: "e-\(number)-\(session)-\(turn)", at: now - .seconds(start - turn * 60),
            sessionID: "s-\(number)-\(session)",
            userID: Self.userID(number), body: body))
      }
    }
    let device = Wire.Device(
      id: "device-\(number)", platform: "ios", osVersion: "18.\(number % 6)", model: "iPhone17,\(number % 5)",
      locale: "de-AT",
      appVersion: "3.\(number % 12)")
    return IngestBatch(appID: app, device: device, receivedAt: now, events: events)
  }

  private func bodies(of number: Int, session: Int, _ chance: inout Chance) -> [Wire.EventRecord.Body] {
    // Campaigns that ended and drafts are shown to nobody.
    let drawn = chance.below(campaigns)
    let campaign = Self.state(drawn) == .running ? drawn : drawn - drawn % 5
    let shown = Wire.EventRecord.Presentation(
      id: "p-\(number)-\(session)", campaignID: Self.campaignID(campaign), campaignVersion: 1)
    let details = session == 0 ? attributes(of: number, &chance) : (0..<4).map { _ in custom(&chance) }
    let exposed: Wire.EventRecord.Body =
      Self.hasExperiment(campaign)
      ? .exposure(shown, experimentID: "x\(campaign)", arm: chance.below(2) == 0 ? "a" : "b")
      : custom(&chance)
    let answer: Wire.EventRecord.Body =
      chance.below(3) == 0 ? .click(shown, buttonID: nil) : .dismissal(shown, by: .known(.user))
    let order: Wire.EventRecord.Body =
      chance.below(4) == 0
      ? .purchase(
        productID: "hat", currency: "EUR", price: Double(5 + chance.below(90)), quantity: 1, properties: [:])
      : custom(&chance)
    return [.sessionStart] + details + [
      exposed, .impression(shown), answer, order, .sessionEnd(lengthMilliseconds: 540_000),
    ]
  }

  private func custom(_ chance: inout Chance) -> Wire.EventRecord.Body {
    .custom(
      name: Self.eventName(chance.below(Self.eventNames)),
      properties: [
        "amount": .int(Int64(chance.below(100))),
        "category": .string(["hats", "shoes", "music"][chance.below(3)]),
      ])
  }

  private func attributes(of number: Int, _ chance: inout Chance) -> [Wire.EventRecord.Body] {
    [
      .attribute(key: "plan", value: .string(["free", "free", "free", "pro", "team"][chance.below(5)])),
      .attribute(key: "age", value: .int(Int64(18 + chance.below(63)))),
      .attribute(key: "newsletter", value: .bool(chance.below(2) == 0)),
      .attribute(key: "first_name", value: .string("Guest \(number)")),
    ]
  }

  /// Numbers that look random and are the same in every run.
  public struct Chance: Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    /// At least 0, and less than the bound.
    public mutating func below(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      return Int(state.mixed.multipliedFullWidth(by: UInt64(bound)).high)
    }
  }
}
