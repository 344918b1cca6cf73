// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire
import Personalisation
import ServerTestSupport
import StoreConformance
import Testing

@Suite("Values in templates")
struct TemplateRenderingTests {
  private func answer(
    _ campaign: Wire.Campaign, user: [String: Wire.JSONValue] = [:], event: [String: Wire.JSONValue] = [:],
    userID: String? = "u-1"
  ) -> Wire.RenderResponse {
    CampaignTemplate(campaign).render(
      TemplateValues(
        userID: userID, attributes: user, event: event,
        device: Wire.Device(id: "d-1", platform: "ios", locale: "de-AT")))
  }

  private func text(
    _ text: String, user: [String: Wire.JSONValue] = [:], event: [String: Wire.JSONValue] = [:]
  ) -> String {
    let answer = answer(campaign(Wire.Message(kind: .known(.modal), message: text)), user: user, event: event)
    return answer.message?.message ?? answer.withdrawn.map { "\($0.reason.rawValue): \($0.detail ?? "")" }
      ?? ""
  }

  private func campaign(_ message: Wire.Message) -> Wire.Campaign {
    Wire.Campaign(id: "c", createdAt: Instant(milliseconds: 0), triggers: [], message: message)
  }

  private static let greeting =
    "Hi {{#user.first_name}}{{user.first_name}}{{/user.first_name}}{{^user.first_name}}there{{/user.first_name}}!"

  @Test(
    arguments: ["", " ", "\u{A0}\t\n", .null, [], ["", .null], [:], ["a": ""]] as [Wire.JSONValue])
  func
    `what is empty or blank counts as missing: a default stands there, and a required value withdraws the campaign`(
      value: Wire.JSONValue
    )
  {
    #expect(text(Self.greeting, user: ["first_name": value]) == "Hi there!")
    #expect(
      text("Hi {{user.first_name}}!", user: ["first_name": value])
        == "missing_value: There is no value for user.first_name.")
    #expect(
      text("Hi {{event.name_of}}!", event: ["name_of": value])
        == "missing_value: There is no value for event.name_of.")
    #expect(
      text("{{#empty(user.first_name)}}none{{/empty(user.first_name)}}", user: ["first_name": value])
        == "none")
  }

  @Test(arguments: ["Ana", 0, 0.5, true, ["a"]] as [Wire.JSONValue])
  func `a value that is there is no gap`(value: Wire.JSONValue) {
    #expect(!text("Hi {{user.first_name}}!", user: ["first_name": value]).contains("missing"))
    #expect(!text(Self.greeting, user: ["first_name": value]).contains("there"))
  }

  static let forms: [(Wire.JSONValue, String)] = [
    ("Ana", "Ana"), (5, "5"), (42.5, "42.5"), (true, "true"), (["red", "green"], "red, green"),
    ([1, 2.5, false], "1, 2.5, false"),
    (["red", "", .null], "red"), (["city": "Vienna", "zip": "1010"], #"{"city":"Vienna","zip":"1010"}"#),
    ([["a": 1], ["b"]], #"{"a":1}, b"#), ("a \"b\" <c>", "a \"b\" <c>"),
  ]

  @Test(arguments: forms.indices)
  func `a list is its elements with commas, an object is JSON, and nothing is a dump of the program`(
    index: Int
  ) {
    #expect(text("{{user.x}}", user: ["x": Self.forms[index].0]) == Self.forms[index].1)
  }

  @Test(
    arguments: [
      ("größe", "größe"), ("alias.crm", "[alias.crm]"), ("first name", "[first name]"), ("🎂", "🎂"),
      ("a]b", "[a]]b]"), ("}}", "[}}]"),
      ("{{x}}", "[{{x}}]"), ("it's", "[it's]"), ("a\"b", "[a\"b]"), ("#1", "[#1]"), ("名前", "名前"),
    ])
  func `attributes with any name can be written`(key: String, written: String) {
    for tag in [
      "{{user.\(written)}}", "{{ user.\(written) }}", "{{#user.\(written)}}{{.}}{{/user.\(written)}}",
      "{{event.\(written)}}",
    ] {
      #expect(text(tag, user: [key: "Ana"], event: [key: "Ana"]) == "Ana", "\(tag)")
    }
    let template = CampaignTemplate(
      campaign(Wire.Message(kind: .known(.modal), message: "{{user.\(written)}}")))
    #expect(template.attributeKeys == [key] && template.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      "{{}}", "{{.}}", "{{user}}", "{{user.}}", "{{event}}", "{{device}}", "{{ user }}", "{{{user}}}",
      "Hi {{", "{{uppercased(user)}}",
    ])
  func `what names no single value is refused at launch`(tag: String) {
    let found = CampaignTemplate(campaign(Wire.Message(kind: .known(.modal), message: tag))).diagnostics
    #expect(
      found.count == 1 && found[0].severity == .error && found[0].field == "message.message", "\(found)")
    #expect(
      answer(campaign(Wire.Message(kind: .known(.modal), message: tag)), user: ["a": "b"]).withdrawn != nil)
  }

  @Test func `in a section, the whole person is no text`() {
    #expect(
      text("{{#event.items}}[{{user}}]{{/event.items}}", user: ["a": "b"], event: ["items": [1, 2]]) == "[][]"
    )
    #expect(
      text("{{#event.items}}[{{user}}]{{/event.items}}", event: ["items": [["user": "Ana"]]]) == "[Ana]")
  }

  static let sections: [(String, String)] = [
    ("{{#event.items}}{{name}}{{^last()}}, {{/last()}}{{/event.items}}", "mug, cup"),
    ("{{count(event.items)}}", "2"),
    ("{{#event.items}}{{plusone(index())}}{{/event.items}}", "12"), ("{{uppercased(user.plan)}}", "PRO"),
    ("{{#first(event.items)}}{{name}}{{/first(event.items)}}", "mug"),
    ("a\n{{#user.plan}}\nb\n{{/user.plan}}\nc", "a\nb\nc"),
    ("{{#user.plan}}\nb\n{{/user.plan}}\n", "b\n"),
    ("a\r\n  {{^user.plan}}\r\nb\r\n{{/user.plan}}\r\nc", "a\r\nc"),
    ("{{! a note }}x", "x"), ("{{#user}}{{plan}}{{/user}}", "pro"), ("{{#user.vip}}vip{{/user.vip}}", "vip"),
    ("{{user.plan}}}", "pro}"),
    ("{{#event.items}}{{user.plan}}{{name}} {{/event.items}}", "promug procup "),
  ]

  @Test(arguments: sections.indices)
  func `sections repeat for lists, and functions change values`(index: Int) {
    let result = text(
      Self.sections[index].0, user: ["plan": "pro", "vip": true],
      event: ["items": [["name": "mug"], ["name": "cup"]]])
    #expect(result == Self.sections[index].1)
  }

  // MARK: - Addresses

  private static let hostile = [
    "javascript:alert(1)", "//evil.example/", "../..", "..", ".", "@evil.example", "a b", "ä/ö?c#d",
    "\u{202E}", "%2F", "\"><script>",
    ":80", "\\", "",
  ]

  @Test(arguments: hostile)
  func `a value cannot change the scheme or the host of an address`(value: String) throws {
    for template in [
      "https://example.com/{{user.x}}", "https://example.com/a/{{{user.x}}}",
      "https://example.com?a={{&user.x}}#b", "myapp:{{user.x}}",
    ] {
      let message = Wire.Message(
        kind: .known(.slideup), message: "Hi",
        clickAction: Wire.ClickAction(type: .known(.url), url: template))
      let answer = answer(campaign(message), user: ["x": .string(value)])
      guard let address = answer.message?.clickAction.url else {
        #expect(value.isEmpty)
        continue
      }
      let components = try #require(URLComponents(string: address))
      #expect(components.scheme == (template.hasPrefix("https") ? "https" : "myapp"))
      #expect(components.host == (template.hasPrefix("https") ? "example.com" : nil))
      #expect(
        address.unicodeScalars.allSatisfy {
          $0.isASCII && $0.value > 0x20 && !"<>\"{}|\\^`".unicodeScalars.contains($0)
        })
    }
    for template in [
      "{{user.x}}", "{{user.x}}example.com/", "https://{{user.x}}/", "https:{{user.x}}",
      "https://example.com{{user.x}}",
    ] {
      let message = Wire.Message(
        kind: .known(.slideup), message: "Hi",
        clickAction: Wire.ClickAction(type: .known(.url), url: template))
      #expect(answer(campaign(message), user: ["x": .string(value)]).withdrawn != nil, "\(template)")
    }
  }

  @Test func `signs that no address reserves stay as they are`() {
    let message = Wire.Message(
      kind: .known(.slideup), message: "Hi", imageURL: "https://example.com/{{user.x}}.png")
    #expect(
      answer(campaign(message), user: ["x": "a-b_c.d~e"]).message?.imageURL
        == "https://example.com/a-b_c.d~e.png")
  }

  @Test func `a push knows the device, and fills its id in`() {
    let push = Wire.PushNotification(
      title: "Hi", action: Wire.ClickAction(type: .known(.url), url: "https://example.com/?d={deviceid}"))
    #expect(PushTemplate(push).isPersonal)
    let values = TemplateValues(userID: nil, attributes: [:], event: [:], device: Wire.Device(id: "d 1"))
    guard case .push(let written) = PushTemplate(push).render(values) else {
      Issue.record("It was not written.")
      return
    }
    #expect(written.action.url == "https://example.com/?d=d%201")
    #expect(!PushTemplate(Wire.PushNotification(title: "Hi {deviceid}")).isPersonal)
  }

  // MARK: - JSON

  private func data(_ body: String, user: [String: Wire.JSONValue]) -> String? {
    let campaign = Wire.Campaign(
      id: "c", createdAt: Instant(milliseconds: 0), triggers: [], data: Wire.DataPush(body: body))
    return answer(campaign, user: user).data?.body
  }

  static let bodies: [(String, String)] = [
    (#"{"note":"{{user.note}}"}"#, #"{"note":"a \"b\"\n\\c"}"#),
    (#"{"note": {{user.note}}}"#, #"{"note": "a \"b\"\n\\c"}"#),
    (#"{"note":"{{{user.note}}}"}"#, #"{"note":"a \"b\"\n\\c"}"#),
    (#"{"n":{{user.n}},"l":{{user.list}}}"#, #"{"n":5,"l":["x","y\""]}"#),
    (#"{"l":"{{user.list}}"}"#, #"{"l":"x, y\""}"#),
    (#"{"l":[{{#user.list}}"{{.}}"{{^last()}},{{/last()}}{{/user.list}}]}"#, #"{"l":["x","y\""]}"#),
    ("note={{user.note}}", "note=a \"b\"\n\\c"), (#"[ "{{user.note}}" ]"#, #"[ "a \"b\"\n\\c" ]"#),
    (#"{"a\"{{user.n}}":"\\{{user.note}}"}"#, #"{"a\"5":"\\a \"b\"\n\\c"}"#),
  ]

  @Test(arguments: bodies.indices)
  func `data that is JSON stays JSON: values are escaped in strings, and written as JSON elsewhere`(
    index: Int
  ) {
    let user: [String: Wire.JSONValue] = ["note": "a \"b\"\n\\c", "n": 5, "list": ["x", "y\""]]
    #expect(data(Self.bodies[index].0, user: user) == Self.bodies[index].1)
  }

  @Test(arguments: 0..<100)
  func `JSON stays JSON with any value`(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let signs = Array("\"\\\n\r\t{}[],:/\u{0}\u{1F}\u{2028}äß🎂 a")
    let note = String((0...8).map { _ in signs.randomElement(using: &numbers) ?? "a" })
    guard
      let body = data(
        #"{"a":"{{user.note}}","b":{{user.note}},"c":["{{user.note}}"]}"#, user: ["note": .string(note)])
    else {
      #expect(note.isBlank)
      return
    }
    let decoded = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
    #expect(
      decoded?["a"] as? String == note && decoded?["b"] as? String == note
        && decoded?["c"] as? [String] == [note])
  }

  @Test func `string extras that are JSON stay JSON too`() {
    let message = Wire.Message(
      kind: .known(.modal), message: "Hi", extras: ["a": #"{"n":"{{user.note}}"}"#, "b": "{{user.note}}"])
    let extras = answer(campaign(message), user: ["note": "\""]).message?.extras
    #expect(extras == ["a": #"{"n":"\""}"#, "b": "\""])
  }

  // MARK: - Against a reference

  /// A template that was put together, and what it must become. The reference never reads the
  /// template.
  private struct Made {
    var text = ""
    var expected = ""
  }

  @Test(arguments: 0..<300)
  func `random templates become what their parts say`(seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let keys = ["a", "größe", "x.y", "b c"]
    let values: [Wire.JSONValue?] = ["Ana", "", " ", 7, true, false, nil, ["p", "q"], [], ["k": "v"]]
    let user = Dictionary(
      uniqueKeysWithValues: keys.compactMap { key in values.randomElement(using: &numbers)?.map { (key, $0) }
      })
    func words(_ value: Wire.JSONValue?) -> String? {
      switch value {
      case .string(let text)?: text.isBlank ? nil : text
      case .int(let number)?: "\(number)"
      case .bool(let flag)?: "\(flag)"
      case .array(let list)?: list.isEmpty ? nil : list.compactMap { words($0) }.joined(separator: ", ")
      case .object?: #"{"k":"v"}"#
      default: nil
      }
    }
    func parts(_ depth: Int, inSection: Bool) -> Made {
      var made = Made()
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let key = keys.randomElement(using: &numbers) ?? "a"
        let path = TemplatePath(["user", key]).description
        let value = user[key]
        switch Int.random(in: 0..<(depth > 0 ? 4 : 2), using: &numbers) {
        case 0:
          made.text += "t{ "
          made.expected += "t{ "
        case 1 where inSection || words(value) != nil:
          made.text += "{{\(path)}}"
          made.expected += words(value) ?? ""
        case 2:
          let isTrue = words(value) != nil && value != .bool(false)
          var inner = parts(depth - 1, inSection: true)
          if case .array(let list)? = value, isTrue {
            inner.expected = String(repeating: inner.expected, count: list.count)
          } else if !isTrue {
            inner.expected = ""
          }
          made.text += "{{#\(path)}}\(inner.text){{/\(path)}}"
          made.expected += inner.expected
        case 3:
          let isTrue = words(value) != nil && value != .bool(false)
          let inner = parts(depth - 1, inSection: true)
          made.text += "{{^\(path)}}\(inner.text){{/\(path)}}"
          made.expected += isTrue ? "" : inner.expected
        default: break
        }
      }
      return made
    }
    let made = parts(2, inSection: false)
    #expect(text("." + made.text, user: user) == "." + made.expected, "\(made.text) with \(user)")
  }

  @Test func `a text ends as soon as it is too long`() {
    let section =
      "{{#event.items}}{{#event.items}}\(String(repeating: "{{user.long}}", count: 500)){{/event.items}}{{/event.items}}"
    let result = text(
      section, user: ["long": .string(String(repeating: "x", count: 30_000))],
      event: ["items": .array((0..<10).map { .int($0) })])
    #expect(
      result == "template_error: The rendered texts are longer than \(CampaignTemplate.maximumBytes) bytes.")
  }
}
