// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletKit
import MartletWire
import Testing

@Suite("Texts and addresses with values are judged when they are written")
struct TextValidationTests {
  private static func found(_ content: CampaignContent) -> [Diagnostic] {
    CampaignValidation(environment: .live).diagnostics(
      name: "Name", content: content, at: Instant(milliseconds: 0))
  }

  /// Every place for an address.
  private static let places: [(field: String, write: @Sendable (String) -> CampaignContent)] = [
    (
      "message.click_action.url",
      { message(Wire.Message(kind: .known(.slideup), message: "Hi", clickAction: url($0))) }
    ),
    (
      "message.buttons[0].click_action.url",
      {
        message(
          Wire.Message(
            kind: .known(.modal), message: "Hi",
            buttons: [Wire.Button(id: 0, text: "Go", clickAction: url($0))]))
      }
    ),
    (
      "message.image_url",
      { message(Wire.Message(kind: .known(.modal), message: "Hi", imageURL: $0, imageAlt: "A cup")) }
    ),
    (
      "banner.action.url",
      { surfaces(CampaignContent(banner: Wire.Banner(title: "Hi", action: url($0), language: "en"))) }
    ),
    (
      "banner.image_url",
      {
        surfaces(
          CampaignContent(banner: Wire.Banner(title: "Hi", imageURL: $0, imageAlt: "A", language: "en")))
      }
    ),
    (
      "content.action.url",
      {
        surfaces(
          CampaignContent(
            content: Wire.Content(
              kind: .known(.text), body: "Hi", actionLabel: "Go", action: url($0), language: "en")))
      }
    ),
    (
      "push.action.url",
      { surfaces(CampaignContent(push: Wire.PushNotification(title: "Hi", action: url($0)))) }
    ),
    (
      "push.image_url", { surfaces(CampaignContent(push: Wire.PushNotification(title: "Hi", imageURL: $0))) }
    ),
    ("push.actions.open.url", { surfaces(CampaignContent(push: push(buttonTo: $0))) }),
    (
      "languages.de.message.click_action.url",
      {
        var content = message(
          Wire.Message(
            kind: .known(.slideup), message: "Hi", language: "en", clickAction: url("https://example.com")))
        content.languages = ["de": ["message.message": "Hallo", "message.click_action.url": $0]]
        return content
      }
    ),
  ]

  private static func message(_ message: Wire.Message) -> CampaignContent {
    CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.sessionStart))], message: message,
      rules: Wire.DeliveryRules(render: .known(.atDisplay)))
  }
  private static func surfaces(_ surfaces: CampaignContent) -> CampaignContent {
    var content = surfaces
    content.triggers = [Wire.Trigger(kind: .known(.sessionStart))]
    if surfaces.push == nil { content.rules.render = .known(.atDisplay) }
    return content
  }
  private static func url(_ text: String) -> Wire.ClickAction {
    Wire.ClickAction(type: .known(.url), url: text)
  }
  private static func push(buttonTo address: String) -> Wire.PushNotification {
    var push = Wire.PushNotification(title: "Hi")
    push.actions["open"] = Wire.PushAction(url: address)
    return push
  }

  static let addresses: [(String, String?)] = [
    ("https://example.com/{{user.id}}", nil), ("https://example.com/?d={deviceid}", nil),
    ("https://example.com/a?c={{user.city}}#{{user.id}}", nil),
    ("https://example.com/{{#user.id}}u/{{user.id}}{{/user.id}}{{^user.id}}new{{/user.id}}", nil),
    ("{{#user.vip}}https://vip.example.com/{{/user.vip}}{{^user.vip}}https://example.com/{{/user.vip}}", nil),
    ("https://example.com/{{user.[alias.crm]}}", nil),
    ("{{user.url}}", "url_value_in_front"), ("https://{{user.host}}/", "url_value_in_front"),
    ("https://example.com{{user.path}}", "url_value_in_front"),
    ("https://{{user.id}}@example.com/", "url_value_in_front"),
    ("https://example.com:{{user.port}}/", "url_value_in_front"),
    ("{{user.scheme}}://example.com/", "url_value_in_front"),
    ("ht{{user.a}}tps://example.com/", "url_value_in_front"), ("https:{{user.host}}", "url_value_in_front"),
    ("https://{deviceid}.example.com/", "url_value_in_front"),
    (
      "{{#user.x}}https://{{user.host}}/{{/user.x}}{{^user.x}}https://example.com/{{/user.x}}",
      "url_value_in_front"
    ),
    ("javascript:{{user.code}}", "url_not_allowed"),
    ("{{#user.x}}java{{/user.x}}script:alert(1)", "url_not_allowed"),
    ("{{^user.x}}javascript:alert(1){{/user.x}}{{#user.x}}https://example.com{{/user.x}}", "url_not_allowed"),
    ("java\nscript:{{user.code}}", "url_not_allowed"), ("data:text/html,{{user.code}}", "url_not_allowed"),
    ("https://example.com/{user.id}", "url_invalid"), ("https://example.com/${city}", "url_invalid"),
  ]

  @Test(arguments: addresses)
  func `in every address, values may follow the host, and cannot be in front of it or make it run code`(
    text: String, code: String?
  ) {
    for place in Self.places {
      let codes = Self.found(place.write(text)).filter { $0.field == place.field && $0.severity == .error }
        .map(\.code)
      // Notifications take addresses of any kind that run nothing; their pictures are judged by the
      // protocol.
      if code == "url_invalid", place.field.hasPrefix("push.") { continue }
      #expect(codes.filter { $0.hasPrefix("url_") } == (code.map { [$0] } ?? []), "\(place.field) \(codes)")
      #expect(code != nil || codes.isEmpty, "\(place.field) \(codes)")
    }
  }

  @Test(
    arguments: [
      "myapp:{{user.id}}", "tel:{{user.phone}}", "mailto:{{user.email}}", "myapp://open/{{event.id}}",
    ])
  func `a deep link may have values as its whole rest`(text: String) {
    #expect(Self.found(Self.places[0].write(text)).filter { $0.severity == .error }.isEmpty)
  }

  /// A text, whether it is HTML, and what is said.
  static let unfilled: [(String, Bool, String?)] = [
    ("Hi {{user.first_name}}", false, "personalisation_off"),
    ("Hi {{first_name}}", false, "personalisation_off"),
    ("Hi {{#user.a}}x{{/user.a}}", false, "personalisation_off"),
    ("Hi {{user.first_name", false, "personalisation_off"),
    ("Hi {{ user.first_name | default: 'x' }}", false, "personalisation_off"),
    ("<p>{{user.first_name}}</p>", true, "personalisation_off"),
    ("<p>{{ message }}</p>", true, "warning personalisation_off"),
    ("<style>a{b:c}</style>", true, nil), ("Hi there", false, nil),
    ("{% if user %}Hi{% endif %}", false, "warning template_foreign"),
    ("Hi *|FNAME|*", false, "warning template_foreign"),
    ("Hi %%first_name%%", false, "warning template_foreign"),
    ("Hi ${first_name}", false, "warning template_foreign"),
    ("Hi <%= name %>", false, "warning template_foreign"),
    ("Hi [[first_name]]", false, "warning template_foreign"),
    ("Hi {first_name}", false, "warning template_foreign"),
    ("Hi %FIRSTNAME%", false, "warning template_foreign"),
    ("Hi #{name}", false, "warning template_foreign"), ("<p>*|FNAME|*</p>", true, "warning template_foreign"),
    ("<script>`${a}`</script>", true, nil), ("50% off, 20% more", false, nil), ("A {deviceid}", false, nil),
    ("{ }", false, nil),
    ("a [1] [x] *b*", false, nil), ("100%", false, nil), ("5*|x", false, nil),
  ]

  @Test(arguments: unfilled)
  func `braces and other products’ places for values that people would read are told, with their field`(
    text: String, isPage: Bool, expected: String?
  ) {
    let message =
      isPage
      ? Wire.Message(kind: .known(.html), message: text)
      : Wire.Message(kind: .known(.modal), header: text, message: "Hi")
    let content = CampaignContent(triggers: [Wire.Trigger(kind: .known(.sessionStart))], message: message)
    let codes = Self.found(content).filter { ["personalisation_off", "template_foreign"].contains($0.code) }
    #expect(
      codes.map { "\($0.severity == .warning ? "warning " : "")\($0.code)" } == (expected.map { [$0] } ?? []),
      "\(codes)")
    #expect(codes.allSatisfy { $0.field == (isPage ? "message.message" : "message.header") })
    #expect(content.namesValues == (expected == "personalisation_off"))
    var filled = content
    filled.rules.render = .known(.atDisplay)
    #expect(!Self.found(filled).contains { $0.code == "personalisation_off" })
  }

  @Test
  func
    `the same is told of buttons, banners, surveys, data, extras, variants and other languages, and not of pushes`()
  {
    let tag = "{{user.first_name}}"
    var content = CampaignContent(triggers: [Wire.Trigger(kind: .known(.sessionStart))])
    content.banner = Wire.Banner(title: tag, language: "en", extras: ["a": .string(tag)])
    content.content = Wire.Content(
      kind: .known(.survey), title: tag,
      questions: [
        Wire.Question(
          id: "q", kind: .known(.single), title: tag,
          choices: [.init(id: "y", title: tag), .init(id: "n", title: "No")])
      ], language: "en")
    content.push = Wire.PushNotification(title: tag)
    content.languages = ["de": ["banner.title": "Hallo {{user.name}}"]]
    let fields = Self.found(content).filter { $0.code == "personalisation_off" }.map(\.field)
    #expect(
      Set(fields) == [
        "banner.title", "banner.extras.a", "content.title", "content.questions[0].title",
        "content.questions[0].choices[0].title",
        "languages.de.banner.title",
      ])
  }

  static let data: [(String, Bool)] = [
    (#"{"note":"{{user.note}}","n":{{event.total}}}"#, true), (#"{"a": [1, 2]}"#, true), ("[]", true),
    ("plain text", true),
    ("[Sale] now", true), ("{deviceid}", true), ("{{user.city}}", true), ("{city}", true),
    ("id={{user.id}}", true),
    (#"{"items":[{{#event.items}}"{{name}}"{{^last()}},{{/last()}}{{/event.items}}]}"#, true),
    (#"{{#user.vip}}{"vip":true}{{/user.vip}}{{^user.vip}}{"vip":false}{{/user.vip}}"#, true),
    (#"{"note":"{{user.note}}",}"#, false), (#"{"note" "x"}"#, false), ("{note: 1}", false),
    ("{'a': 1}", false), (#"{"a": 1"#, false),
    (#"[{"a":1},]"#, false), (#"{"items":[{{#event.items}}"{{name}}",{{/event.items}}]}"#, false),
    (#"{{#user.vip}}{"vip":true{{/user.vip}}"#, false),
  ]

  @Test(arguments: data)
  func `data that looks like JSON and is none is a warning, whatever its values are`(
    text: String, isFine: Bool
  ) {
    var content = CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.sessionStart))],
      rules: Wire.DeliveryRules(render: .known(.atDisplay)))
    content.data = Wire.DataPush(body: text)
    let found = Self.found(content).filter { $0.code == "json_invalid" }
    #expect(found.map(\.field) == (isFine ? [] : ["data.body"]), "\(found)")
    #expect(found.allSatisfy { $0.severity == .warning })
  }
}
