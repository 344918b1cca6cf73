// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Personalisation
import Testing

@Suite("Personalised messages")
struct MessageTemplateTests {
  private func values(user: [String: Wire.JSONValue] = ["first_name": "Ana"], properties: [String: Wire.JSONValue] = [:]) -> TemplateValues
  {
    TemplateValues(
      userID: "u-1", attributes: user,
      event: Wire.EventRecord(
        id: "e", at: Instant(milliseconds: 0), sessionID: nil, userID: nil, body: .custom(name: "cart_viewed", properties: properties)),
      device: Wire.Device(id: "d", platform: "ios", locale: "de-AT"))
  }

  private func rendered(
    _ text: String, user: [String: Wire.JSONValue] = ["first_name": "Ana"], properties: [String: Wire.JSONValue] = [:]
  ) -> String? {
    let answer = MessageTemplate(Wire.Message(kind: .known(.modal), message: text)).render(values(user: user, properties: properties))
    return answer.message?.message ?? answer.withdrawn.map { "\($0.reason.rawValue): \($0.detail ?? "")" }
  }

  static let texts: [(String, String)] = [
    ("Hello", "Hello"),
    ("Hello {{user.first_name}}", "Hello Ana"),
    ("{{ user.first_name }} on {{device.platform}} after {{event.name}}", "Ana on ios after cart_viewed"),
    ("{{event.total}} left", "42.5 left"),
    ("{{#event.items}}[{{name}}]{{/event.items}}", "[mug][cup]"),
    ("{{#user.plan}}{{user.plan}}{{/user.plan}}{{^user.plan}}no plan{{/user.plan}}", "no plan"),
    ("1 < 2 & {{event.code}}", "1 < 2 & <b>"),
    ("{{! a note }}x", "x"),
  ]

  @Test("values stand where the author wrote them, and nothing is escaped in plain text", arguments: texts.indices)
  func text(index: Int) {
    let properties: [String: Wire.JSONValue] = [
      "total": 42.5, "items": [["name": "mug"], ["name": "cup"]], "code": "<b>", "nothing": .null,
    ]
    #expect(rendered(Self.texts[index].0, properties: properties) == Self.texts[index].1)
  }

  @Test("a message with a gap is withdrawn, and the value is named; a section asks for it instead")
  func missing() {
    #expect(rendered("Hello {{user.last_name}}") == "missing_value: There is no value for user.last_name.")
    #expect(
      rendered("Hello {{event.nothing}}", properties: ["nothing": .null]) == "missing_value: There is no value for event.nothing.")
    #expect(rendered("Hello {{#user.last_name}}{{user.last_name}}{{/user.last_name}}") == "Hello ")
  }

  @Test("in HTML values are escaped, in addresses they are percent-encoded")
  func escaping() {
    let message = Wire.Message(
      kind: .known(.html), message: "<p>{{event.code}}</p>", buttons: [Wire.Button(id: 0, text: "{{event.code}}")],
      clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/?q={{event.code}}"),
      extras: ["a": "{{event.code}}", "b": 5])
    let answer = MessageTemplate(message).render(values(properties: ["code": "<b>&=/ü"])).message
    #expect(answer?.message == "<p>&lt;b&gt;&amp;=/ü</p>")
    #expect(answer?.clickAction.url == "https://example.com/?q=%3Cb%3E%26%3D%2F%C3%BC")
    #expect(answer?.buttons[0].text == "<b>&=/ü")
    #expect(answer?.extras == ["a": "<b>&=/ü", "b": 5])
  }

  static let mistakes: [(String, String?)] = [
    ("Hello {{user.first_name}}", nil),
    ("{{#user.plan}}x", "template_invalid"),
    ("{{#user.plan}}x{{/user.name}}", "template_invalid"),
    ("{{>partial}}", "template_not_allowed"),
    ("{{=<% %>=}}", "template_not_allowed"),
    ("{{% CONTENT_TYPE:HTML}}", "template_not_allowed"),
    ("{{#a}}{{#b}}{{#c}}x{{/c}}{{/b}}{{/a}}", "template_too_deep"),
    ("a { b } c", nil),
  ]

  @Test("a mistake in a template is found when it is written, with its field", arguments: mistakes.indices)
  func diagnostics(index: Int) {
    let (text, code) = Self.mistakes[index]
    let found = MessageTemplate(Wire.Message(kind: .known(.modal), header: text)).diagnostics
    #expect(found.first?.code == code, "\(found)")
    #expect(found.allSatisfy { $0.field == "message.header" })
  }

  @Test("a long list and a long text stay within bounds")
  func bounds() {
    let items = Wire.JSONValue.array((0..<100).map { .int($0) })
    #expect(rendered("{{#event.items}}x{{/event.items}}", properties: ["items": items]) == String(repeating: "x", count: 10))
    let long = String(repeating: "y", count: 20_000)
    #expect(
      rendered("{{#event.items}}\(long){{/event.items}}", properties: ["items": items])
        == "template_error: The rendered message is longer than 131072 bytes.")
  }

  @Test(
    "Only the attributes that the texts name are asked for",
    arguments: [
      ("Hello", []), ("Hello {{user.first_name}}", ["first_name"]),
      ("{{#user.plan}}a{{/user.plan}}{{^ user.city }}b{{/user.city}}", ["plan", "city"]),
      ("{{uppercased(user.name)}} {{&user.a}}{{event.total}}{{device.locale}}{{user.id}}", ["name", "a"]),
      ("{{user.address.city}}", ["address"]), ("{{#user.list}}{{.}}{{name}}{{/user.list}}", ["list"]),
      ("{{#user}}{{first_name}}{{/user}}", ["first_name", "user"]),
    ] as [(String, Set<String>)])
  func attributeKeys(text: String, keys: Set<String>) {
    #expect(MessageTemplate(Wire.Message(kind: .known(.slideup), message: text)).attributeKeys == keys)
  }
}
