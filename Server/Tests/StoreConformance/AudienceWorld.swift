// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport

/// Random people, and random rules about what they are and did.
struct AudienceWorld {
  private var random: SeededGenerator
  /// 3 November 2025, 12:20 UTC: clocks changed in Europe and in America within the days before.
  static let now = Instant(milliseconds: 1_762_172_400_000)
  static let people = 40
  /// Orders after its message are its conversions, and so are purchases of a mug.
  static let campaign: Campaign = {
    var campaign = Sample.campaign("c")
    campaign.content.conversions = [
      Wire.Conversion(
        name: "Order", event: ["kind": "custom", "name": "order"], windowMilliseconds: 10 * 86_400_000),
      Wire.Conversion(
        name: "Mug",
        event: ["kind": "purchase", "name": "mug", "where": ["path": "kind", "op": "equals", "value": "a"]]),
    ]
    return campaign
  }()

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  // MARK: - People

  mutating func batch(_ number: Int) -> IngestBatch {
    let isAnonymous = chance(5)
    let user = isAnonymous ? nil : "u\(number)"
    let (locale, version): (String, String) = (
      pick(["de-AT", "en", "pt_BR", "zh-Hans-CN"]), pick(["1.9", "1.10", "2.0", "2.0-beta"])
    )
    let device = Wire.Device(
      id: "d\(number)", platform: pick(["ios", "macos"]), osVersion: pick(["17.4", "18", "18.1"]),
      locale: locale, appVersion: version)
    var events: [Wire.EventRecord] = []
    func add(_ body: Wire.EventRecord.Body, days: Int) {
      events.append(
        Wire.EventRecord(
          id: "e\(number)-\(events.count)", at: Self.now - .seconds(Int64(days) * 86_400 + Int64(number)),
          sessionID: nil, userID: user,
          body: body))
    }
    add(.sessionStart, days: Int.random(in: 0...40, using: &random))
    for key in ["plan", "age", "tags", "address"] where !chance(3) {
      add(.attribute(key: key, value: value(of: key)), days: 0)
    }
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let properties: [String: Wire.JSONValue] = [
        "total": .int(Int64.random(in: 1...4, using: &random)), "kind": .string(pick(["a", "b"])),
      ]
      let days = Int.random(in: 0...30, using: &random)
      if chance(3) {
        add(
          .purchase(
            productID: pick(["mug", "cup"]), currency: "EUR", price: 2.5, quantity: 1, properties: properties),
          days: days)
      } else {
        add(.custom(name: pick(["order", "visit"]), properties: properties), days: days)
      }
    }
    for campaign in ["c", "c", "b"] where chance(3) {
      add(
        .impression(
          Wire.EventRecord.Presentation(id: "p\(events.count)", campaignID: campaign, campaignVersion: 1)),
        days: Int.random(in: 0...30, using: &random))
    }
    if chance(2) {
      let presentation = Wire.EventRecord.Presentation(
        id: "s\(number)", campaignID: pick(["poll", "quiz"]), campaignVersion: 1)
      var answers: [String: Wire.JSONValue] = ["arrived": .array([.string(pick(["yes", "no"]))])]
      if chance(2) { answers["stars"] = .int(Int64.random(in: 1...5, using: &random)) }
      add(.surveyAnswers(presentation, answers: answers), days: Int.random(in: 0...9, using: &random))
    }
    return IngestBatch(appID: "shop", device: device, receivedAt: Self.now, events: events)
  }

  private mutating func value(of key: String) -> Wire.JSONValue {
    switch key {
    case "plan": .string(pick(["free", "pro", "é", "e\u{301}"]))
    case "age":
      chance(4) ? .string("31") : chance(2) ? .int(Int64.random(in: 29...33, using: &random)) : .double(30.5)
    case "tags": .array(["new", "red", "old"].filter { _ in chance(2) }.map { .string($0) })
    default:
      [
        "city": .string(pick(["Vienna", "Graz"])),
        "since": [
          "$date": .int((Self.now - .seconds(Int64.random(in: 0...20, using: &random) * 86_400)).milliseconds)
        ],
      ]
    }
  }

  // MARK: - Rules

  mutating func rule(depth: Int = 0) -> AudienceRule {
    guard depth < 3, chance(2) else { return .condition(condition()) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .not(rule(depth: depth + 1))
    case 1: return .all((0..<Int.random(in: 0...3, using: &random)).map { _ in rule(depth: depth + 1) })
    default: return .any((0..<Int.random(in: 0...3, using: &random)).map { _ in rule(depth: depth + 1) })
    }
  }

  private mutating func condition() -> AudienceCondition {
    switch Int.random(in: 0..<12, using: &random) {
    case 11: return AudienceCondition(.fact(.campaignsSeen), number([0, 1, 2]))
    case 8:
      let share = Comparison.Bound.int(Int64.random(in: 0...10_000, using: &random))
      return AudienceCondition(
        .random(salt: pick(["a", "b"])), pick([.less(share), .greaterOrEqual(share), .exists, .isBlank]))
    case 9: return AudienceCondition(.list("vip"), pick([.equals(true), .equals(false)]))
    case 0: return AudienceCondition(.attribute(path: ["plan"]), text(["free", "pro", "é", "none"]))
    case 1: return AudienceCondition(.attribute(path: ["age"]), number([29, 30.5, 31]))
    case 2:
      return AudienceCondition(
        .attribute(path: ["tags"]),
        pick([
          .includesAny(["new", "x"]), .includesAll(["new", "red"]), .isBlank, .isNotBlank,
          .anyElement(.compare(Comparison(path: [], operation: .equals("old")))),
        ]))
    case 3:
      return chance(2)
        ? AudienceCondition(.attribute(path: ["address", "city"]), text(["Vienna"]))
        : AudienceCondition(.attribute(path: ["address", "since"]), date())
    case 4:
      return AudienceCondition(
        .fact(pick([.platform, .language, .country, .userID, .timeZone])), text(["ios", "de", "BR", "u3"]))
    case 5:
      return AudienceCondition(
        .fact(pick([.appVersion, .osVersion])),
        pick([.less(.string("1.10")), .greaterOrEqual(.string("2.0")), .equals("18.0"), .isIn(["1.9", "2"])]))
    case 6: return AudienceCondition(.fact(pick([.firstSeen, .lastSeen])), date())
    case 7:
      return AudienceCondition(
        .campaign("c", pick(AudienceStep.allCases)), chance(2) ? pick([.exists, .doesNotExist]) : date())
    default: return did()
    }
  }

  private mutating func did() -> AudienceCondition {
    var activity = AudienceActivity(
      pick([.custom, .purchase, .sessionStart, .surveyAnswers]),
      name: chance(2) ? pick(["order", "visit", "mug", "poll"]) : nil)
    if chance(2) { activity.within = .seconds(Int64.random(in: 1...31, using: &random) * 86_400) }
    if chance(3) { activity.filter = .compare(Comparison(path: ["kind"], operation: .equals("a"))) }
    if activity.kind == .surveyAnswers, chance(2) {
      activity.filter = .compare(
        pick([
          Comparison(path: ["arrived"], operation: .includesAny(["yes"])),
          Comparison(path: ["stars"], operation: .greater(.value(3))),
        ]))
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: activity.measure = .sum(of: [pick(["total", "price"])])
    case 1: activity.measure = chance(2) ? .first : .last
    default: break
    }
    switch activity.measure {
    case .count, .sum: return AudienceCondition(.activity(activity), number([0, 1, 2, 5]))
    case .first, .last:
      return AudienceCondition(.activity(activity), chance(3) ? pick([.exists, .isBlank]) : date())
    }
  }

  private mutating func text(_ texts: [String]) -> Comparison.Operation {
    let text = pick(texts)
    return pick([
      .equals(.string(text)), .notEquals(.string(text)), .isIn([.string(text), "x"]),
      .isNotIn([.string(text)]), .contains(.string(text)),
      .exists,
      .doesNotExist, .greater(.string(text)), .startsWith(String(text.prefix(1)), ignoringCase: true),
      .matches(pattern: "^.e", ignoringCase: false),
    ])
  }

  private mutating func number(_ numbers: [Double]) -> Comparison.Operation {
    let number = pick(numbers)
    let value: Value = number == number.rounded() ? .int(Int64(number)) : .double(number)
    return pick([
      .equals(value), .notEquals(value), .less(.value(value)), .greaterOrEqual(.value(value)),
      .between(.int(1), .int(31)), .isIn([value]),
    ])
  }

  private mutating func date() -> Comparison.Operation {
    let seconds = Int64.random(in: 0...40, using: &random) * 86_400
    return pick([
      .less(.ago(seconds: seconds)), .greater(.ago(seconds: seconds)),
      .between(.ago(seconds: seconds + 86_400), .ago(seconds: seconds)),
      .isBlank,
    ])
  }

  private mutating func chance(_ number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }
}
