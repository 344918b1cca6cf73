// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite struct CampaignValidationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// `field code`, with `?` behind a warning.
    var expected: [String]
    var change: @Sendable (inout CampaignContent) -> Void

    init(
      _ sentence: String, _ expected: [String], _ change: @escaping @Sendable (inout CampaignContent) -> Void
    ) {
      testDescription = sentence
      self.expected = expected
      self.change = change
    }
  }

  @Test func `a complete campaign has nothing wrong`() {
    #expect(Draft.diagnostics { _ in } == [])
  }

  static let rows: [Row] = [
    // When it shows.
    Row("no trigger", ["triggers trigger_missing"]) { $0.triggers = [] },
    Row("too many triggers", ["triggers too_many_triggers"]) {
      $0.triggers = Array(repeating: $0.triggers[0], count: CampaignLimits.triggers + 1)
    },
    Row("as many triggers as allowed", []) {
      $0.triggers = Array(repeating: $0.triggers[0], count: CampaignLimits.triggers)
    },
    Row("an unknown trigger", ["triggers[1].kind not_understood"]) {
      $0.triggers.append(Wire.Trigger(kind: .unknown("moon_phase")))
    },
    Row(
      "an event without name, twice", ["triggers[0].name not_understood", "triggers[1].name not_understood"]
    ) {
      $0.triggers = [
        Wire.Trigger(kind: .known(.customEvent)), Wire.Trigger(kind: .known(.purchase), name: ""),
      ]
    },
    Row("a name that no event can have", ["triggers[0].name text_too_long"]) {
      $0.triggers[0].name = String(repeating: "x", count: 256)
    },
    Row("an event that no app can log", ["triggers[0].name impossible_event"]) {
      $0.triggers[0].name = "$go"
    },
    Row("an exception that no app can log", ["exceptions[0].name impossible_event"]) {
      $0.rules.delayMilliseconds = 1_000
      $0.rules.exceptions = [Wire.Trigger(kind: .known(.customEvent), name: "$go")]
    },
    Row("exceptions without a delay", ["exceptions exceptions_without_delay?"]) {
      $0.rules.exceptions = [Wire.Trigger(kind: .known(.customEvent), name: "open")]
    },
    Row("a purchase of more units than there can be", ["triggers[0].filter purchase_out_of_range?"]) {
      $0.triggers = [
        Wire.Trigger(
          kind: .known(.anyPurchase),
          filter: .compare(Wire.Comparison(path: ["quantity"], operation: .known(.greater), value: 100)))
      ]
    },
    Row("a filter on a session start", ["triggers[0].filter not_understood"]) {
      $0.triggers = [
        Wire.Trigger(
          kind: .known(.sessionStart),
          filter: .compare(Wire.Comparison(path: ["a"], operation: .known(.isBlank))))
      ]
    },
    Row("an unknown comparison", ["triggers[0].filter.all[1].op not_understood"]) {
      $0.triggers[0].filter = .all([
        compare(.known(.equals), .int(1)), compare(.unknown("sounds_like"), .string("x")),
      ])
    },
    Row("a filter of an unknown form", ["triggers[0].filter not_understood"]) {
      $0.triggers[0].filter = .unknown(.object(["xor": .null]))
    },
    Row("a pattern that is none", ["triggers[0].filter.any[0] filter_invalid"]) {
      $0.triggers[0].filter = .any([compare(.known(.matches), .string("("))])
    },
    Row(
      "an empty list and null, both at once",
      ["triggers[0].filter.all[0] filter_invalid", "triggers[0].filter.all[1] filter_invalid"]
    ) {
      $0.triggers[0].filter = .all([compare(.known(.isIn), .array([])), compare(.known(.equals), .null)])
    },
    Row("an unknown priority", ["priority.bucket not_understood"]) {
      $0.priority.bucket = .unknown("urgent")
    },
    Row("an end before the start", ["ends_at end_before_start"]) {
      $0.endsAt = $0.startsAt.map { $0 - .seconds(1) }
    },
    Row("an end at the start", ["ends_at end_before_start"]) { $0.endsAt = $0.startsAt },
    Row("an end in the past", ["ends_at end_in_past"]) { $0.endsAt = Draft.now - .seconds(1) },
    Row("an end right now", ["ends_at end_in_past"]) { $0.endsAt = Draft.now },
    Row("no end", []) { $0.endsAt = nil },
    // What it shows.
    Row("an unknown kind", ["message.kind kind_unknown"]) { $0.message?.kind = .unknown("hologram") },
    Row("a page", []) {
      $0.message = Wire.Message(kind: .known(.html), message: "<html lang=\"en\"><p>Hi</p></html>")
    },
    Row("a full-screen message without image", ["message.image_url image_missing"]) {
      $0.message?.kind = .known(.full)
      $0.message?.imageURL = nil
      $0.message?.imageAlt = nil
    },
    Row("a full-screen message that is only an image", ["message.message text_missing?"]) {
      $0.message = Wire.Message(
        kind: .known(.full), imageURL: "https://example.com/a.png", imageAlt: "A ship", language: "en")
    },
    Row("an image message without image", ["message.image_url image_missing"]) {
      $0.message = Wire.Message(kind: .known(.modalImage), language: "en")
    },
    Row("an image message without words", ["message.image_alt alt_missing?"]) {
      $0.message = Wire.Message(
        kind: .known(.fullImage), imageURL: "https://example.com/a.png", language: "en")
    },
    Row("an image message with two buttons", []) {
      $0.message?.kind = .known(.modalImage)
      $0.message?.header = nil
      $0.message?.message = nil
    },
    Row("an image message with texts", ["message.header not_used?", "message.message not_used?"]) {
      $0.message?.kind = .known(.fullImage)
    },
    Row("a full-screen message that scrolls", ["message.message text_long?"]) {
      $0.message?.kind = .known(.full)
      $0.message?.message = String(repeating: "x", count: 501)
    },
    Row("a control message without anything", []) { $0.message = Wire.Message(kind: .known(.control)) },
    Row("a slideup with blank text", ["message.message text_missing"]) {
      $0.message = Wire.Message(kind: .known(.slideup), message: " \n", language: "en")
    },
    Row("a modal with nothing", ["message.message text_missing"]) {
      $0.message = Wire.Message(kind: .known(.modal), language: "en")
    },
    Row("a modal with a header alone", []) {
      $0.message = Wire.Message(kind: .known(.modal), header: "Hi", language: "en")
    },
    Row("a slideup of three lines", []) {
      $0.message = Wire.Message(kind: .known(.slideup), message: "a\nb\nc", language: "en")
    },
    Row("a slideup of four lines", ["message.message text_long?"]) {
      $0.message = Wire.Message(kind: .known(.slideup), message: "a\nb\nc\nd", language: "en")
    },
    Row("a slideup that wraps into four lines", ["message.message text_long?"]) {
      $0.message = Wire.Message(
        kind: .known(.slideup), message: String(repeating: "x", count: 121), language: "en")
    },
    Row("a modal that scrolls", ["message.message text_long?"]) {
      $0.message?.message = String(repeating: "x", count: 501)
    },
    Row("a text beyond the limit", ["message.message text_too_long"]) {
      $0.message?.message = String(repeating: "x", count: 2_001)
    },
    Row("a header beyond the limit", ["message.header text_too_long"]) {
      $0.message?.header = String(repeating: "x", count: 201)
    },
    Row("an image from a program", ["message.image_url url_not_allowed"]) {
      $0.message?.imageURL = "data:image/png;base64,AAAA"
    },
    Row("an image without scheme", ["message.image_url url_invalid"]) {
      $0.message?.imageURL = "example.com/a.png"
    },
    Row("an image without host", ["message.image_url url_invalid"]) {
      $0.message?.imageURL = "https:///a.png"
    },
    Row("an image without protection", ["message.image_url url_insecure?"]) {
      $0.message?.imageURL = "http://example.com/a.png"
    },
    Row("an image without words", ["message.image_alt alt_missing?"]) { $0.message?.imageAlt = " " },
    Row("buttons on a slideup, wrong or not", ["message.buttons not_used?"]) {
      $0.message = Wire.Message(
        kind: .known(.slideup), message: "Hi", language: "en", buttons: [Wire.Button(id: 0, text: "")])
    },
    Row(
      "an address that runs code in what is not used",
      ["message.image_url url_not_allowed", "message.image_url not_used?"]
    ) {
      $0.message = Wire.Message(kind: .known(.control), imageURL: "javascript:1")
    },
    Row("a language that is none", ["message.language language_invalid"]) {
      $0.message?.language = "English"
    },
    Row("no language", ["message.language language_missing?"]) { $0.message?.language = nil },
    Row("words for an image that are a story", ["message.image_alt text_too_long"]) {
      $0.message?.imageAlt = String(repeating: "x", count: 501)
    },
    Row(
      "words of lists that nobody knows",
      [
        "message.header_alignment not_understood", "message.message_alignment not_understood",
        "message.orientation not_understood",
      ]
    ) {
      $0.message?.headerAlignment = .unknown("justified")
      $0.message?.messageAlignment = .unknown("justified")
      $0.message?.orientation = .unknown("diagonal")
    },
    Row("an edge that nobody knows", ["message.slide_from not_understood"]) {
      $0.message = Wire.Message(
        kind: .known(.slideup), message: "Hi", language: "en", slideFrom: .unknown("left"))
    },
    Row("a deep link that shall open as a page", ["message.buttons[0].click_action.url url_not_web?"]) {
      $0.message?.buttons[0].clickAction.useWebView = true
    },
    Row("three buttons", ["message.buttons too_many_buttons"]) {
      $0.message?.buttons.append(Wire.Button(id: 2, text: "C"))
    },
    Row("an empty button", ["message.buttons[1].text text_missing"]) { $0.message?.buttons[1].text = " " },
    Row("a long button", ["message.buttons[1].text text_too_long"]) {
      $0.message?.buttons[1].text = String(repeating: "x", count: 61)
    },
    Row(
      "ids that are not positions",
      ["message.buttons[0].id button_id_not_position", "message.buttons[1].id button_id_not_position"]
    ) {
      $0.message?.buttons[0].id = 1
      $0.message?.buttons[1].id = 0
    },
    Row("a url action without url", ["message.click_action.url url_missing"]) {
      $0.message?.clickAction = Wire.ClickAction(type: .known(.url))
    },
    Row("an unknown action", ["message.click_action.type action_unknown"]) {
      $0.message?.clickAction.type = .unknown("dance")
    },
    Row("an action without a scheme", ["message.buttons[0].click_action.url url_invalid"]) {
      $0.message?.buttons[0].clickAction.url = "example.com"
    },
    Row("a retired action", []) { $0.message?.clickAction.type = .known(.newsFeed) },
    Row("an unknown way to close", ["message.close.type close_unknown"]) {
      $0.message?.close.type = .unknown("later")
    },
    Row("closing by itself without a time", ["message.close.after_seconds out_of_range"]) {
      $0.message?.close = Wire.Close(type: .known(.auto))
    },
    Row("closing by itself too soon", ["message.close.after_seconds out_of_range"]) {
      $0.message?.close = Wire.Close(type: .known(.auto), afterSeconds: 0.5)
    },
    Row("an extra that is not a text", ["message.extras.n extra_not_text"]) {
      $0.message?.extras = ["n": .int(1)]
    },
    Row("an extra without key", ["message.extras. extra_key_invalid"]) {
      $0.message?.extras = ["": .string("x")]
    },
    Row("a long extra", ["message.extras.k text_too_long"]) {
      $0.message?.extras = ["k": .string(String(repeating: "x", count: 2_001))]
    },
    Row("grey on white", ["message.themes.light.text contrast_low?"]) {
      $0.message?.themes = [
        "light": Wire.Theme(background: Wire.Color(argb: 0xFFFF_FFFF), text: Wire.Color(argb: 0xFF77_7777))
      ]
    },
    Row("grey that just suffices", []) {
      $0.message?.themes = [
        "light": Wire.Theme(background: Wire.Color(argb: 0xFFFF_FFFF), text: Wire.Color(argb: 0xFF76_7676))
      ]
    },
    Row(
      "a background that the default text cannot bear",
      [
        "message.themes.dark.text contrast_low?", "message.themes.dark.header_text contrast_low?",
        "message.themes.dark.close_button contrast_low?",
      ]
    ) {
      $0.message?.themes = ["dark": Wire.Theme(background: Wire.Color(argb: 0xFFFF_FFFF))]
    },
    Row("an icon that its own ground hides", ["message.themes.light.icon contrast_low?"]) {
      $0.message = Wire.Message(
        kind: .known(.slideup), message: "Hi", icon: "★", language: "en",
        themes: ["light": Wire.Theme(icon: Wire.Color(argb: 0xFF2B_59D9))])
    },
    Row("a chevron that cannot be seen", ["message.themes.light.close_button contrast_low?"]) {
      $0.message = Wire.Message(
        kind: .known(.slideup), message: "Hi", language: "en",
        clickAction: Wire.ClickAction(type: .known(.url), url: "shop://x"),
        themes: ["light": Wire.Theme(closeButton: Wire.Color(argb: 0xFFEE_EEEE))])
    },
    Row("the same where no chevron is drawn", []) {
      $0.message = Wire.Message(
        kind: .known(.slideup), message: "Hi", language: "en",
        themes: ["light": Wire.Theme(closeButton: Wire.Color(argb: 0xFFEE_EEEE))])
    },
    Row("a button's text in its background's colour", ["message.buttons[1].themes.light.text contrast_low?"])
    {
      $0.message?.buttons[1].themes = ["light": Wire.ButtonTheme(text: Wire.Color(argb: 0xFF2B_59D9))]
    },
  ]

  @Test(arguments: rows) func `every mistake names its field`(_ row: Row) {
    let found = Draft.diagnostics(row.change).map {
      "\($0.field) \($0.code)" + ($0.severity == .warning ? "?" : "")
    }
    #expect(found == row.expected)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:x", " \tjavascript:x", "data:text/html,x",
    "vbscript:x",
  ])
  func `an address that runs code is refused even in a draft`(_ address: String) {
    let found = Draft.diagnostics {
      $0.message?.clickAction = Wire.ClickAction(type: .known(.url), url: address)
    }
    #expect(found.map(\.code) == ["url_not_allowed"])
    #expect(found.allSatisfy { CampaignValidation.blocks($0, state: .draft) })
  }

  @Test(arguments: [
    "https://example.com", "http://a.b/c?d=e#f", "myapp://offers", "mailto:someone@example.com", "tel:+123",
    "itms-apps://x",
  ])
  func `an address with a scheme is accepted`(_ address: String) {
    #expect(
      Draft.diagnostics { $0.message?.clickAction = Wire.ClickAction(type: .known(.url), url: address) } == []
    )
  }

  @Test(arguments: [
    ("", "name_missing"), (" \t", "name_missing"), (String(repeating: "x", count: 121), "name_too_long"),
  ])
  func `a name has 1 to 120 characters`(_ name: String, _ code: String) {
    #expect(Draft.diagnostics(name: name) { _ in }.map(\.code) == [code])
    #expect(Draft.diagnostics(name: String(repeating: "ü", count: 120)) { _ in } == [])
  }

  @Test func `a definition that no device should have to fetch is refused`() {
    let found = Draft.diagnostics { content in
      let values = (0..<250).map { Wire.JSONValue.string(String(repeating: "x", count: 300) + String($0)) }
      content.triggers[0].filter = compare(.known(.isIn), .array(values))
    }
    #expect(found.map(\.code) == ["too_large"])
  }

  @Test func `all mistakes are told at once`() {
    let found = Draft.diagnostics(name: "") { content in
      content.triggers = []
      content.endsAt = content.startsAt
      content.message = Wire.Message(kind: .known(.slideup), imageURL: "x")
    }
    #expect(
      found.map(\.code)
        == [
          "name_missing", "trigger_missing", "end_before_start", "text_missing", "url_invalid", "alt_missing",
          "language_missing",
        ])
  }

  private static func compare(_ operation: Wire.Open<Wire.Comparison.Operation>, _ value: Wire.JSONValue)
    -> Wire.Filter
  {
    .compare(Wire.Comparison(path: ["total"], operation: operation, value: value))
  }

  private func compare(_ operation: Wire.Open<Wire.Comparison.Operation>, _ value: Wire.JSONValue)
    -> Wire.Filter
  {
    Self.compare(operation, value)
  }
}
