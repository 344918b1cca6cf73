// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport

/// Rules as anybody may have stored them, sensible or not.
struct RandomContents {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func content() -> CampaignContent {
    var content = contentInOneLanguage()
    if chance(40) { content.languages = languages(of: content) }
    return content
  }

  private mutating func languages(of content: CampaignContent) -> Wire.Translations {
    var languages: Wire.Translations = [:]
    for tag in ["de", "de-AT", "zh_Hant"] where chance(50) {
      languages[tag] = [:]
      for text in content.texts where chance(60) {
        languages[tag]?[text.field] = any(["Hallo", "zwei\r\nZeilen", " ein ", ""])
      }
    }
    return languages
  }

  private mutating func contentInOneLanguage() -> CampaignContent {
    CampaignContent(
      triggers: (0..<number(0...3)).map { _ in trigger(depth: 2) }, message: message(),
      priority: Wire.Priority(bucket: .known(.low), order: number(-2...2)), startsAt: maybe { $0.instant() },
      endsAt: maybe { $0.instant() },
      rules: rules())
  }

  /// Of any kind, with whatever another kind had.
  mutating func message() -> Wire.Message {
    let kinds = Wire.Message.Kind.allCases.map { Wire.Open.known($0) } + [.unknown("hologram")]
    let alignments: [Wire.Open<Wire.Message.Alignment>] = [
      .known(.leading), .known(.center), .known(.trailing), .unknown("justified"),
    ]
    var message = Wire.Message(
      kind: any(kinds), header: maybe { $0.text() },
      message: maybe { $0.any(["", "a", "<p>\r\nHi</p>", " two\nlines\r"]) },
      headerAlignment: maybe { $0.any(alignments) }, messageAlignment: maybe { $0.any(alignments) },
      imageURL: maybe { $0.address() },
      imageAlt: maybe { $0.text() }, icon: maybe { $0.any(["★", "🦆", "flag"]) },
      language: maybe { $0.any(["en", "pt-BR", "no language"]) },
      slideFrom: maybe { $0.any([.known(.top), .known(.bottom), .unknown("left")]) },
      buttons: (0..<number(0...3)).map { button($0) }, clickAction: action(),
      close: any([
        Wire.Close(), Wire.Close(type: .known(.auto), afterSeconds: 2.5), Wire.Close(type: .known(.auto)),
        Wire.Close(type: .unknown("x")),
      ]),
      orientation: any([.known(.any), .known(.portrait), .known(.landscape), .unknown("diagonal")]),
      animateIn: chance(60),
      animateOut: chance(60), themes: themes(),
      extras: chance(50) ? ["a": .string(text()), "b.c": .string("two\nlines")] : [:],
      baseURL: maybe { $0.address() },
      assetURLs: (0..<number(0...3)).map { _ in address() }, legacy: chance(20),
      bridge: maybe { $0.bridge() }, unknown: unknown())
    if chance(40) {
      message.unknown[Wire.Message.setAside] = any([.string("<p>aside</p>"), .string("a\r\nb")])
    }
    return message
  }

  private mutating func bridge() -> Wire.Bridge {
    let capabilities = Wire.Bridge.Capability.allCases.map { Wire.Open.known($0) } + [.unknown("fly")]
    return Wire.Bridge(
      allows: capabilities.filter { _ in chance(40) }.shuffled(using: &random),
      names: (0..<number(0...2)).map { _ in any(["shop", "a b", ""]) },
      readyEvents: (0..<number(0...1)).map { _ in any(["shop.Ready", "one,two"]) }, unknown: unknown())
  }

  private mutating func button(_ id: Int) -> Wire.Button {
    Wire.Button(
      id: id, text: any(["Go", "ö"]), clickAction: action(),
      themes: chance(40)
        ? ["light": Wire.ButtonTheme(text: colour()), "dark": Wire.ButtonTheme(background: colour())] : [:],
      unknown: unknown())
  }

  private mutating func action() -> Wire.ClickAction {
    any([
      Wire.ClickAction(), Wire.ClickAction(type: .known(.url), url: "https://example.com"),
      Wire.ClickAction(type: .known(.url), url: "https://example.com", useWebView: true),
      Wire.ClickAction(type: .known(.url), url: "shop://offers"), Wire.ClickAction(type: .known(.url)),
      Wire.ClickAction(type: .known(.newsFeed)), Wire.ClickAction(type: .unknown("call"), url: "tel:1"),
    ])
  }

  private mutating func themes() -> [String: Wire.Theme] {
    let light = Wire.Theme(
      background: colour(), text: maybe { $0.colour() }, closeButton: maybe { $0.colour() })
    return any([
      [:], ["light": light], ["light": light, "dark": Wire.Theme(headerText: colour())], ["dark": light],
    ])
  }

  private mutating func colour() -> Wire.Color {
    Wire.Color(argb: any([0xFF00_0000, 0xFFFF_FFFF, 0x8012_3456, 0]))
  }
  private mutating func text() -> String { any(["a", " b ", "ö"]) }
  private mutating func address() -> String {
    any(["https://example.com/a.png", "http://a.example/b.zip", "javascript:1", "nowhere"])
  }

  mutating func rules() -> Wire.DeliveryRules {
    Wire.DeliveryRules(
      startsAtLocal: maybe { $0.local() }, endsAtLocal: maybe { $0.local() },
      expiresAfterMilliseconds: maybe { $0.length() },
      displayWithinMilliseconds: maybe { $0.length() }, delayMilliseconds: maybe { $0.length() },
      quietHours: (0..<number(0...2)).map { _ in quietHours() },
      exceptions: (0..<number(0...2)).map { _ in trigger(depth: number(0...1)) },
      reEligibility: maybe { $0.reEligibility() },
      caps: (0..<number(0...2)).map { _ in cap() },
      tags: (0..<number(0...3)).map { _ in any(["sale", "a, b", " x ", "", "ö", "a"]) },
      render: maybe { $0.any([.known(.atDisplay), .unknown("at_sync")]) })
  }

  private mutating func quietHours() -> Wire.QuietHours {
    Wire.QuietHours(
      from: any(["22:00", "7:00", "late", " 08:00"]), to: any(["08:00", "24:00", "00:00"]),
      weekdays: any([
        [], [.known(.saturday), .known(.sunday)], [.known(.friday), .unknown("payday")],
        [.known(.sunday), .known(.monday)],
      ]),
      unknown: unknown())
  }

  mutating func trigger(depth: Int) -> Wire.Trigger {
    let kinds: [Wire.Open<Wire.Trigger.Kind>] = [
      .known(.sessionStart), .known(.pushClick), .known(.anyPurchase), .known(.purchase),
      .known(.customEvent), .unknown("dream"),
    ]
    guard depth > 0, chance(60) else {
      return Wire.Trigger(
        kind: any(kinds), name: maybe { $0.any(["cart_viewed", " spaced ", "", "ö"]) },
        filter: maybe { $0.filter(depth: 2) },
        unknown: unknown())
    }
    let kind: Wire.Open<Wire.Trigger.Kind> = any([.known(.any), .known(.all), .known(.count)])
    return Wire.Trigger(
      kind: kind, name: chance(5) ? "odd" : nil,
      triggers: (0..<number(kind == .known(.count) ? 1...1 : 0...3)).map { _ in trigger(depth: depth - 1) },
      times: kind == .known(.count) || chance(5) ? maybe { $0.number(-1...40) } : nil,
      match: kind == .known(.count)
        ? maybe { $0.any([.known(.atLeast), .known(.exactly), .known(.every), .unknown("about")]) } : nil,
      within: maybe { $0.window() }, unknown: unknown())
  }

  private mutating func window() -> Wire.HistoryWindow {
    Wire.HistoryWindow(
      type: any([.known(.session), .known(.last), .unknown("moon")]), milliseconds: maybe { $0.length() },
      unknown: unknown())
  }

  mutating func filter(depth: Int) -> Wire.Filter {
    guard depth > 0, chance(50) else { return .compare(comparison(depth: depth)) }
    let filters = (0..<number(0...3)).map { _ in filter(depth: depth - 1) }
    return any([.all(filters), .any(filters), .not(filters.first ?? .all([])), .unknown(["near": .int(1)])])
  }

  private mutating func comparison(depth: Int) -> Wire.Comparison {
    let operations = Wire.Comparison.Operation.allCases.map { Wire.Open.known($0) } + [.unknown("like")]
    let operation = any(operations)
    return Wire.Comparison(
      path: any([["total"], ["cart", "item"], ["with.dot"], [], [" "]]), operation: operation,
      value: maybe { $0.operand(operation.known) },
      ignoringCase: chance(30),
      filter: operation == .known(.anyElement) && depth > 0 ? filter(depth: depth - 1) : nil,
      unknown: unknown())
  }

  private mutating func operand(_ operation: Wire.Comparison.Operation?) -> Wire.JSONValue {
    switch operation {
    case .between?: return .array((0..<number(1...3)).map { _ in scalar() })
    case .isIn?, .isNotIn?, .includesAny?, .includesAll?:
      return .array((0..<number(0...3)).map { _ in scalar() })
    default: return scalar()
    }
  }

  private mutating func scalar() -> Wire.JSONValue {
    any([
      .string(any(["a", "", " b ", "two\nlines", "3"])), .int(Int64(number(-5...5))), .double(2.5),
      .double(3), .bool(true), .null,
      ["$date": .int(length())], ["$ago": ["days": 3]], ["$ago": ["days": 1, "hours": 2]],
      ["$from_now": ["minutes": 90]],
      ["$ago": ["weeks": 1]], ["$ago": .object([:])], .array([.int(1)]),
    ])
  }

  private mutating func reEligibility() -> Wire.ReEligibility {
    Wire.ReEligibility(
      type: any([.known(.always), .known(.once), .known(.after), .unknown("never")]),
      afterMilliseconds: maybe { $0.length() },
      unknown: unknown())
  }

  private mutating func cap() -> Wire.Cap {
    Wire.Cap(
      tag: chance(10) ? "t" : nil, limit: number(-1...200),
      within: any([.known(.session), .known(.month), .unknown("moon")]),
      unknown: unknown())
  }

  private mutating func unknown() -> Wire.UnknownFields { chance(8) ? ["later": .bool(true)] : [:] }

  private mutating func local() -> String {
    any(["2026-12-31T18:00:00", "2026-12-31T18:00", "2026-12-31T18:00:59", "soon", "", "2026-02-30T00:00"])
  }

  private mutating func instant() -> Instant {
    Instant(milliseconds: any([0, 1_795_269_900_000, 1_795_269_900_123, -5, .max / 4]))
  }

  private mutating func length() -> Int64 {
    any([0, 1, 999, 1_000, 90_000, 3_600_000, 86_400_000, 604_800_000, -86_400_000, .max])
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  private mutating func any<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }
  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    chance(60) ? make(&self) : nil
  }
}
