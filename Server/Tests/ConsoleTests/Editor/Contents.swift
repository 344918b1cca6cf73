// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire

@testable import Console

/// Contents that between them have everything a form may meet.
enum Contents {
  /// Those that need nothing of what is stored to come back.
  static let plain: [CampaignContent] =
    Samples.campaigns.map(\.content).filter { $0.message?.kind.known != .full } + filters + [rich]

  static let all =
    plain + [
      // What the form has no field for.
      CampaignContent(
        triggers: [Wire.Trigger(kind: .unknown("location"), name: "home", unknown: ["radius": .int(5)])],
        message: Wire.Message(
          kind: .unknown("hologram"), header: "H", headerAlignment: .known(.leading), language: "de",
          buttons: [
            Wire.Button(
              id: 0, text: "A", clickAction: Wire.ClickAction(type: .unknown("call"), url: "tel:1"),
              unknown: ["x": .bool(true)]),
            Wire.Button(id: 1, text: "B"), Wire.Button(id: 2, text: "C"),
          ], clickAction: Wire.ClickAction(type: .known(.newsFeed)),
          close: Wire.Close(type: .unknown("shake")),
          orientation: .unknown("diagonal"), animateIn: false,
          themes: [
            "sepia": Wire.Theme(),
            "dark": Wire.Theme(text: Wire.Color(argb: 0x8011_2233), unknown: ["glow": .int(1)]),
          ],
          assetURLs: ["https://example.com/a.css"], unknown: ["sound": .string("chirp")]),
        priority: Wire.Priority(bucket: .unknown("urgent"), order: -7, unknown: ["weight": .int(1)])),
      CampaignContent(
        triggers: [
          Wire.Trigger(kind: .known(.pushClick), name: "c-1"), Wire.Trigger(kind: .known(.pushClick)),
        ],
        message: Wire.Message(kind: .known(.control))),
    ]

  /// Those that the domain has something to say about.
  static let wrong: [CampaignContent] = [
    CampaignContent(
      triggers: [], message: Wire.Message(kind: .known(.slideup)), startsAt: Samples.now, endsAt: Samples.now),
    CampaignContent(
      triggers: [
        Wire.Trigger(kind: .known(.customEvent)),
        Wire.Trigger(kind: .known(.purchase), name: String(repeating: "n", count: 300)),
        Wire.Trigger(kind: .unknown("dream")),
        Wire.Trigger(
          kind: .known(.customEvent), name: "e",
          filter: .all([
            compare(["a"], .isIn, .array([])), compare(["b"], .greater, .int(1)),
            compare(["c"], .isIn, .array([])),
          ])),
      ],
      message: Wire.Message(
        kind: .known(.modal), header: String(repeating: "h", count: 300), imageURL: "javascript:1",
        buttons: [
          Wire.Button(id: 0, text: "", clickAction: Wire.ClickAction(type: .known(.url), url: "nowhere"))
        ],
        clickAction: Wire.ClickAction(type: .known(.url)),
        close: Wire.Close(type: .known(.auto), afterSeconds: 0),
        themes: [
          "light": Wire.Theme(
            background: Wire.Color(argb: 0xFFFF_FFFF), headerText: Wire.Color(argb: 0xFFFF_FFFF))
        ],
        extras: ["": .string("v"), "k": .string(String(repeating: "v", count: 3_000))])),
  ]

  static func compare(_ path: [String], _ operation: Wire.Comparison.Operation, _ value: Wire.JSONValue?)
    -> Wire.Filter
  {
    .compare(Wire.Comparison(path: path, operation: .known(operation), value: value))
  }

  /// One content for each way to write a filter.
  static let filters: [CampaignContent] = {
    let filters: [Wire.Filter] = [
      compare(["total"], .greater, .int(20)), compare(["total"], .equals, .double(20)),
      compare(["total"], .lessOrEqual, .double(1e300)),
      compare(["cart", "item", "name"], .equals, .string("")),
      compare(["name"], .contains, .string("two\nlines")),
      compare(["name"], .isIn, .array([.string("a"), .string("b")])),
      compare(["size"], .isIn, .array([.int(1), .double(2.5)])),
      compare(["vip"], .equals, .bool(true)), compare(["vip"], .equals, .bool(false)),
      compare(["since"], .less, ["$date": .int(1_234)]),
      compare(["since"], .greaterOrEqual, ["$date": .int(1_795_269_900_000)]), compare(["x"], .isBlank, nil),
      compare(["x"], .isNotBlank, nil),
      .compare(
        Wire.Comparison(path: ["n"], operation: .known(.matches), value: .string("^a"), ignoringCase: true)),
      .all([compare(["a"], .equals, .string("1")), compare(["a"], .equals, .int(1))]),
      .any([
        compare(["a"], .notEquals, .string("1")), compare(["b"], .less, .int(1)),
        compare(["c"], .isBlank, nil),
      ]),
      // Those that rows cannot say are kept as they are.
      .all([]), .any([compare(["a"], .isBlank, nil)]), .not(compare(["a"], .isBlank, nil)),
      .all([
        compare(["a"], .isBlank, nil), .any([compare(["b"], .isBlank, nil), compare(["c"], .isBlank, nil)]),
      ]),
      compare(["with.dot"], .equals, .int(1)), compare(["a"], .isIn, .array([.string("a"), .int(1)])),
      compare(["a"], .isIn, .array([.string("")])),
      compare(["a"], .equals, .array([.int(1)])), compare(["a"], .equals, .null),
      compare(["a"], .equals, ["$date": .int(-62_135_596_800_000)]),
      compare(["vip"], .notEquals, .bool(true)), .unknown(["near": .string("home")]),
      .compare(Wire.Comparison(path: ["a"], operation: .unknown("like"), value: .int(1))),
      .compare(Wire.Comparison(path: ["a"], operation: .known(.isBlank), unknown: ["since": .int(1)])),
      .compare(Wire.Comparison(path: [], operation: .known(.isBlank))),
    ]
    return filters.map {
      CampaignContent(
        triggers: [Wire.Trigger(kind: .known(.customEvent), name: "e", filter: $0)],
        message: Wire.Message(kind: .known(.modal), message: "m"))
    }
  }()

  static let rich = CampaignContent(
    triggers: [
      Wire.Trigger(kind: .known(.sessionStart)), Wire.Trigger(kind: .known(.purchase), name: "p-1"),
      Wire.Trigger(kind: .known(.anyPurchase), filter: compare(["price"], .greater, .double(9.99))),
    ],
    message: Wire.Message(
      kind: .known(.slideup), header: "Kept for later", message: " Two\nlines ",
      imageURL: "http://example.com/a.png", imageAlt: "A",
      icon: "🦆", language: "en",
      slideFrom: .known(.top), buttons: [Wire.Button(id: 0, text: "Later")],
      clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com", useWebView: true),
      close: Wire.Close(type: .known(.auto), afterSeconds: 2.5), orientation: .known(.portrait),
      themes: [
        "light": Wire.Theme(background: Wire.Color(argb: 0xFF00_0000), frame: Wire.Color(argb: 0x8000_0000)),
        "dark": Wire.Theme(text: Wire.Color(argb: 0xFFFF_FFFF)),
      ], extras: ["a": .string(""), "b.c": .string("two\nlines")]),
    priority: Wire.Priority(bucket: .known(.low), order: -3), startsAt: Samples.now,
    endsAt: Samples.now + .milliseconds(86_400_001))
}

/// One field as a browser sends it, and what it does.
struct Field {
  var sent: [FormFields.Field]
  var change: (inout CampaignContent) -> Void

  init(_ sent: [(String, String)], _ change: @escaping (inout CampaignContent) -> Void) {
    self.sent = sent.map { FormFields.Field(name: $0.0, value: $0.1) }
    self.change = change
  }

  static var all: [Field] {
    let white = Wire.Color(argb: 0xFFFF_FFFF)
    func url(_ text: String, webView: Bool = false) -> Wire.ClickAction {
      Wire.ClickAction(type: .known(.url), url: text, useWebView: webView)
    }
    return [
      Field([("kind", "slideup")]) { $0.message?.kind = .known(.slideup) },
      Field([("kind", "slideup"), ("slide_from", "top")]) {
        $0.message?.kind = .known(.slideup)
        $0.message?.slideFrom = .known(.top)
      },
      Field([("kind", "control")]) { $0.message?.kind = .known(.control) },
      Field([("header_alignment", "leading")]) { $0.message?.headerAlignment = .known(.leading) },
      Field([("message_alignment", "trailing")]) { $0.message?.messageAlignment = .known(.trailing) },
      Field([("language", " de ")]) { $0.message?.language = "de" },
      Field([("motion", "leaves")]) { $0.message?.animateIn = false },
      Field([("motion", "enters")]) { $0.message?.animateOut = false },
      Field([("motion", "never heard of")]) { _ in },
      Field([("kind", "html"), ("page", "<p>Hi"), ("message", "Hi")]) {
        $0.message?.kind = .known(.html)
        $0.message?.message = "<p>Hi"
        $0.message?.unknown[Wire.Message.setAside] = .string("Hi")
      },
      Field([("kind", "full"), ("page", "<p>Hi"), ("message", "Hi")]) {
        $0.message?.kind = .known(.full)
        $0.message?.message = "Hi"
        $0.message?.unknown[Wire.Message.setAside] = .string("<p>Hi")
      },
      Field([
        ("kind", "html"), ("bridge.purchase", "yes"), ("bridge_names", "shop, b\nc"),
        ("ready_events", " shop.Ready "), ("legacy", "yes"),
      ]) {
        $0.message?.kind = .known(.html)
        $0.message?.bridge = Wire.Bridge(
          allows: [.known(.purchase)], names: ["shop", "b", "c"], readyEvents: ["shop.Ready"])
        $0.message?.legacy = true
      },
      Field([
        ("kind", "html"), ("base_url", " https://a.example/ "),
        ("asset_urls", "https://a.example/a.css\n\n https://a.example/b.zip"),
      ]) {
        $0.message?.kind = .known(.html)
        $0.message?.baseURL = "https://a.example/"
        $0.message?.assetURLs = ["https://a.example/a.css", "https://a.example/b.zip"]
      },
      Field([("header", "H")]) { $0.message?.header = "H" },
      Field([("message", "M")]) { $0.message?.message = "M" },
      Field([("image_url", " https://example.com/a.png ")]) {
        $0.message?.imageURL = "https://example.com/a.png"
      },
      Field([("image_alt", "A")]) { $0.message?.imageAlt = "A" },
      Field([("icon", "🦆")]) { $0.message?.icon = "🦆" },
      Field([("action", "browser"), ("action_url", "https://a.example")]) {
        $0.message?.clickAction = url("https://a.example")
      },
      Field([("action", "web_view"), ("action_url", "https://a.example")]) {
        $0.message?.clickAction = url("https://a.example", webView: true)
      },
      Field([("action", "deep_link"), ("action_url", "shop://x")]) {
        $0.message?.clickAction = url("shop://x")
      },
      Field([("action", "close"), ("action_url", "https://a.example")]) { _ in },
      Field([("close", "auto"), ("close_seconds", "7")]) {
        $0.message?.close = Wire.Close(type: .known(.auto), afterSeconds: 7)
      },
      Field([("close", "user"), ("close_seconds", "7")]) { _ in },
      Field([("orientation", "landscape")]) { $0.message?.orientation = .known(.landscape) },
      Field([("button.0.text", "B"), ("button.0.action", "browser"), ("button.0.url", "https://a.example")]) {
        $0.message?.buttons = [Wire.Button(id: 0, text: "B", clickAction: url("https://a.example"))]
      },
      Field([
        ("button.1.text", "B"), ("button.1.light.background", "#fff"), ("button.1.dark_is_light", "yes"),
      ]) {
        $0.message?.buttons = [
          Wire.Button(id: 0, text: "B", themes: ["light": Wire.ButtonTheme(background: white)])
        ]
      },
      Field([("theme.light.background", "#FFFFFF")]) {
        $0.message?.themes = ["light": Wire.Theme(background: white), "dark": Wire.Theme()]
      },
      Field([("theme.dark.close_button", "#FFFFFF")]) {
        $0.message?.themes = ["dark": Wire.Theme(closeButton: white)]
      },
      Field([
        ("theme.light.frame", "#FFFFFF"), ("theme.dark.frame", "no colour"), ("theme.dark_is_light", "yes"),
      ]) {
        $0.message?.themes = ["light": Wire.Theme(frame: white)]
      },
      Field([("extra.3.key", "k"), ("extra.3.value", "v")]) { $0.message?.extras = ["k": .string("v")] },
      Field([("trigger.0.kind", "session_start"), ("trigger.0.name", "left over")]) {
        $0.triggers = [Wire.Trigger(kind: .known(.sessionStart))]
      },
      Field([("trigger.0.kind", "purchase"), ("trigger.0.name", " p ")]) {
        $0.triggers = [Wire.Trigger(kind: .known(.purchase), name: "p")]
      },
      Field([
        ("trigger.7.kind", "any_purchase"), ("trigger.7.condition.4.path", "total"),
        ("trigger.7.condition.4.test", "number:greater"),
        ("trigger.7.condition.4.value", "5"),
      ]) {
        $0.triggers = [
          Wire.Trigger(kind: .known(.anyPurchase), filter: Contents.compare(["total"], .greater, .int(5)))
        ]
      },
      Field([("priority", "high")]) { $0.priority.bucket = .known(.high) },
      Field([("order", " 12 ")]) { $0.priority.order = 12 },
      Field([("starts_at", "2026-11-21T14:05")]) { $0.startsAt = Instant(milliseconds: 1_795_269_900_000) },
      Field([("ends_at", "2026-11-21T14:05")]) { $0.endsAt = Instant(milliseconds: 1_795_269_900_000) },
    ]
  }
}
