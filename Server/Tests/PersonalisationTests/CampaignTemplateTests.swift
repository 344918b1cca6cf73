// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Personalisation
import Testing

@Suite("Personalised campaigns")
struct CampaignTemplateTests {
  private func values(
    user: [String: Wire.JSONValue] = ["first_name": "Ana"], properties: [String: Wire.JSONValue] = [:]
  ) -> TemplateValues {
    TemplateValues(
      userID: "u-1", attributes: user,
      event: Wire.EventRecord(
        id: "e", at: Instant(milliseconds: 0), sessionID: nil, userID: nil,
        body: .custom(name: "cart_viewed", properties: properties)),
      device: Wire.Device(id: "d", platform: "ios", locale: "de-AT"))
  }

  private func template(_ message: Wire.Message) -> CampaignTemplate {
    CampaignTemplate(
      Wire.Campaign(id: "c", createdAt: Instant(milliseconds: 0), triggers: [], message: message))
  }

  private func rendered(
    _ text: String, user: [String: Wire.JSONValue] = ["first_name": "Ana"],
    properties: [String: Wire.JSONValue] = [:]
  ) -> String? {
    let answer = template(Wire.Message(kind: .known(.modal), message: text)).render(
      values(user: user, properties: properties))
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

  @Test(arguments: texts.indices)
  func `values stand where the author wrote them, and nothing is escaped in plain text`(index: Int) {
    let properties: [String: Wire.JSONValue] = [
      "total": 42.5, "items": [["name": "mug"], ["name": "cup"]], "code": "<b>", "nothing": .null,
    ]
    #expect(rendered(Self.texts[index].0, properties: properties) == Self.texts[index].1)
  }

  @Test func `a message with a gap is withdrawn, and the value is named; a section asks for it instead`() {
    #expect(rendered("Hello {{user.last_name}}") == "missing_value: There is no value for user.last_name.")
    #expect(
      rendered("Hello {{event.nothing}}", properties: ["nothing": .null])
        == "missing_value: There is no value for event.nothing.")
    #expect(rendered("Hello {{#user.last_name}}{{user.last_name}}{{/user.last_name}}") == "Hello ")
  }

  @Test func `in HTML values are escaped, in addresses they are percent-encoded`() {
    let message = Wire.Message(
      kind: .known(.html), message: "<p>{{event.code}}</p>",
      buttons: [Wire.Button(id: 0, text: "{{event.code}}")],
      clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/?q={{event.code}}"),
      extras: ["a": "{{event.code}}", "b": 5])
    let answer = template(message).render(values(properties: ["code": "<b>&=/ü"])).message
    #expect(answer?.message == "<p>&lt;b&gt;&amp;=/ü</p>")
    #expect(answer?.clickAction.url == "https://example.com/?q=%3Cb%3E%26%3D%2F%C3%BC")
    #expect(answer?.buttons[0].text == "<b>&=/ü")
    #expect(answer?.extras == ["a": "<b>&=/ü", "b": 5])
  }

  @Test func `a mistake in a page names its line, and one in a text does not`() {
    let page = Wire.Message(kind: .known(.html), message: "<p>\n{{user.first_name}}\n{{name}}\n{{>x}}")
    #expect(
      template(page).diagnostics.map { "\($0.line ?? 0) \($0.code)" } == [
        "4 template_not_allowed", "3 template_value_unknown",
      ])
    let text = Wire.Message(kind: .known(.modal), message: "Hello\n{{name}}")
    #expect(template(text).diagnostics.map(\.line) == [nil])
  }

  @Test func `of many mistakes, the first few are said, in the order of their lines`() {
    let names = (0..<500).map { "{{a\(500 - $0)}}" }.joined(separator: "\n")
    let partials = String(repeating: "{{>x}}\n", count: 500)
    let found = template(Wire.Message(kind: .known(.html), message: names + partials)).diagnostics
    #expect(
      found.filter { $0.code == "template_value_unknown" }.map(\.line)
        == (1...CampaignLimits.pageNotes).map(Optional.some))
    #expect(found.count { $0.code == "template_not_allowed" } == CampaignLimits.pageNotes)
    #expect(found.first { $0.line == 3 }?.source == "{{a498}}")
  }

  @Test(
    arguments: [
      ("device.model", "{{device.locale}}, {{device.platform}}, {{device.app_version}}"),
      ("device.locale.language", "{{device.locale}}"),
      ("users.first_name", "{{user.first_name}}"), ("plan", "{{user.plan}}"), ("device.locale", nil),
      ("device.app_version", nil),
      ("user.address.city", nil), ("event.total", nil),
    ] as [(String, String?)])
  func `a value that nobody has is refused, with one that could be meant`(name: String, remedy: String?) {
    let found = template(Wire.Message(kind: .known(.modal), message: "{{\(name)}}")).diagnostics
    #expect(found.map(\.code) == (remedy == nil ? [] : ["template_value_unknown"]))
    if let remedy { #expect(found.first?.remedy?.contains(remedy) == true, "\(found)") }
  }

  static let mistakes: [(String, String?)] = [
    ("Hello {{user.first_name}}", nil),
    ("Hello {{first_name}}", "template_value_unknown"),
    ("{{#user.plan}}{{name}}{{/user.plan}}", nil),
    ("{{#user.plan}}x", "template_invalid"),
    ("{{#user.plan}}x{{/user.name}}", "template_invalid"),
    ("{{>partial}}", "template_not_allowed"),
    ("{{=<% %>=}}", "template_not_allowed"),
    ("{{% CONTENT_TYPE:HTML}}", "template_not_allowed"),
    ("{{#a}}{{#b}}{{#c}}x{{/c}}{{/b}}{{/a}}", "template_too_deep"),
    ("a { b } c", nil),
  ]

  @Test(arguments: mistakes.indices)
  func `a mistake in a template is found when it is written, with its field`(index: Int) {
    let (text, code) = Self.mistakes[index]
    let found = template(Wire.Message(kind: .known(.modal), header: text)).diagnostics
    #expect(found.first?.code == code, "\(found)")
    #expect(found.allSatisfy { $0.field == "message.header" })
  }

  @Test func `a long list and a long text stay within bounds`() {
    let items = Wire.JSONValue.array((0..<100).map { .int($0) })
    #expect(
      rendered("{{#event.items}}x{{/event.items}}", properties: ["items": items])
        == String(repeating: "x", count: 10))
    let long = String(repeating: "y", count: 20_000)
    #expect(
      rendered("{{#event.items}}\(long){{/event.items}}", properties: ["items": items])
        == "template_error: The rendered texts are longer than 131072 bytes.")
  }

  @Test(
    arguments: [
      ("Hello", []), ("Hello {{user.first_name}}", ["first_name"]),
      ("{{#user.plan}}a{{/user.plan}}{{^ user.city }}b{{/user.city}}", ["plan", "city"]),
      ("{{uppercased(user.name)}} {{&user.a}}{{event.total}}{{device.locale}}{{user.id}}", ["name", "a"]),
      ("{{user.address.city}}", ["address"]), ("{{#user.list}}{{.}}{{name}}{{/user.list}}", ["list"]),
      ("{{#user}}{{first_name}}{{/user}}", ["first_name", "user"]),
    ] as [(String, Set<String>)])
  func `only the attributes that the texts name are asked for`(text: String, keys: Set<String>) {
    #expect(template(Wire.Message(kind: .known(.slideup), message: text)).attributeKeys == keys)
  }

  // MARK: - Banners, content and data

  private func surfaces(_ text: String, html: Bool = false) -> Wire.Campaign {
    let url = Wire.ClickAction(type: .known(.url), url: "https://example.com/?q=\(text)")
    return Wire.Campaign(
      id: "c", createdAt: Instant(milliseconds: 0), triggers: [],
      banner: Wire.Banner(
        title: text, text: text, imageURL: "https://example.com/\(text)", imageAlt: text, action: url,
        extras: ["a": .string(text)]),
      content: Wire.Content(
        kind: .known(html ? .html : .text), title: text, body: text, actionLabel: text, action: url,
        exitLabel: text,
        questions: [
          Wire.Question(
            id: "q", kind: .known(.single), title: text, detail: text, choices: [.init(id: "y", title: text)],
            lowLabel: text,
            highLabel: text, placeholder: text)
        ], extras: ["a": .string(text)]), data: Wire.DataPush(body: text))
  }

  @Test
  func `every text of a banner, its content and data is written for the person, and what is not text stays`()
    throws
  {
    let rendered = CampaignTemplate(surfaces("{{user.first_name}}")).render(values())
    let expected = Wire.RenderResponse(unrendered: surfaces("Ana"))
    #expect(rendered == expected)
  }

  @Test
  func
    `a page of an announcement gets values with their characters escaped, a text and an address do not run`()
  {
    let rendered = CampaignTemplate(surfaces("{{event.code}}", html: true)).render(
      values(properties: ["code": "<b>"]))
    #expect(rendered.content?.body == "&lt;b&gt;" && rendered.content?.title == "<b>")
    #expect(rendered.banner?.action.url == "https://example.com/?q=%3Cb%3E")
  }

  @Test func `a value that is missing in one text withdraws the whole campaign`() {
    let rendered = CampaignTemplate(surfaces("{{user.last_name}}")).render(values())
    #expect(rendered == .withdrawn(.missingValue, "There is no value for user.last_name."))
  }

  @Test func `data in bytes is not text`() {
    var campaign = surfaces("x")
    campaign.data = Wire.DataPush(type: .known(.base64), body: "e3t1c2VyLm59fQ==")
    #expect(CampaignTemplate(campaign).render(values()).data == campaign.data)
  }

  @Test func `each mistake of a survey names its text`() {
    let fields = CampaignTemplate(surfaces("{{#a}}")).diagnostics.map(\.field)
    #expect(
      fields.contains("content.questions[0].choices[0].title") && fields.contains("banner.title")
        && fields.contains("data.body"))
  }

  @Test(
    arguments: [
      ([], Diagnostic.Severity.error, 3), ([Wire.Trigger(kind: .known(.sessionStart))], .warning, 2),
    ])
  func
    `a push brings no event: texts that need one are an error if nothing else brings them, a warning in content that a trigger brings too`(
      triggers: [Wire.Trigger], severity: Diagnostic.Severity, count: Int
    )
  {
    var content = CampaignContent(triggers: triggers, message: nil)
    content.banner = Wire.Banner(title: "{{event.total}}")
    content.content = Wire.Content(
      kind: .known(.text), title: "{{event.total}}",
      body: "{{event.total}} {{#event.x}}{{event.x}}{{/event.x}}")
    content.push = Wire.PushNotification(title: "Hello")
    let found = CampaignTemplate(content).diagnostics(of: content)
    #expect(found.map(\.severity) == Array(repeating: severity, count: count))
    #expect(found.allSatisfy { $0.code == "event_missing" && $0.message.contains("event.total") })
    content.push = nil
    #expect(triggers.isEmpty || CampaignTemplate(content).diagnostics(of: content).isEmpty)
  }
}
