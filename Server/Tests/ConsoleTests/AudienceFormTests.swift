// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import Testing

@testable import Console

@Suite("The form of an audience")
struct AudienceFormTests {
  static let names = AudienceNames(
    campaigns: ["c-1": "Spring sale", "c-2": "Poll"], audiences: ["a-1": "Pro readers"], converting: ["c-1"],
    surveys: [
      "c-2": [
        Wire.Question(
          id: "q1", kind: .known(.single), title: "Did it arrive?",
          choices: [.init(id: "y", title: "Yes"), .init(id: "n", title: "No")]),
        Wire.Question(id: "q2", kind: .known(.rating), title: "How was it?"),
        Wire.Question(id: "q3", kind: .known(.text), title: "Why?"),
      ]
    ])

  private func json(_ text: String) throws -> Wire.JSONValue {
    try Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
  }

  static let inRows = [
    #"{"all":[]}"#,
    #"{"any":[{"attribute":["address","city"],"op":"equals","value":"Vienna"},{"audience":"a-1"}]}"#,
    #"{"all":[{"attribute":"tags","op":"includes_any","value":["new","old"]},{"attribute":"age","op":"between","value":[20,30]}]}"#,
    #"{"all":[{"op":"greater_or_equal","person":"app_version","value":"3.10"},{"op":"exists","person":"user_id"}]}"#,
    #"{"all":[{"op":"equals","person":"push_reachable","value":true},{"op":"in","person":"country","value":["AT","DE"]}]}"#,
    #"{"all":[{"op":"greater","person":"last_seen","value":{"$ago":{"days":30}}},{"not":{"audience":"a-1"}}]}"#,
    #"{"all":[{"did":{"kind":"custom","name":"order_placed","within":{"days":14}},"op":"greater_or_equal","value":2}]}"#,
    #"{"all":[{"did":{"kind":"session_start","measure":"last"},"op":"less","value":{"$ago":{"days":7}}}]}"#,
    #"{"all":[{"campaign":{"id":"c-1","step":"clicked"},"op":"not_exists"}]}"#,
    #"{"all":[{"campaign":{"id":"c-1","step":"converted"},"op":"greater","value":{"$ago":{"days":30}}}]}"#,
    #"{"all":[{"op":"less","person":"campaigns_seen","value":3}]}"#,
    #"{"all":[{"op":"less","random":"share","value":1000},{"op":"greater_or_equal","random":"spring","value":250}]}"#,
    #"{"all":[{"did":{"kind":"survey_answers","name":"c-2"},"op":"greater_or_equal","value":1}]}"#,
    #"{"all":[{"did":{"kind":"survey_answers","name":"c-2","where":{"op":"exists","path":["q1"]}},"op":"equals","value":0}]}"#,
    #"{"all":[{"did":{"kind":"survey_answers","name":"c-2","where":{"op":"includes_any","path":["q1"],"value":["y"]}},"op":"greater_or_equal","value":1}]}"#,
    #"{"all":[{"did":{"kind":"survey_answers","name":"c-2","where":{"op":"equals","path":["q2"],"value":4}},"op":"greater_or_equal","value":1}]}"#,
    #"{"all":[{"did":{"kind":"survey_answers","name":"c-2","where":{"op":"equals","path":["q3"],"value":"late"}},"op":"greater_or_equal","value":1}]}"#,
  ]

  @Test(arguments: inRows)
  func `rows show a rule, and say the same when they are read again`(text: String) throws {
    let rule = try json(text)
    let form = AudienceForm.write(rule, Self.names)
    #expect(form[AudienceForm.json].isEmpty)
    let reading = AudienceForm.read(form, Self.names)
    #expect(reading.problems == [])
    #expect(reading.rule == rule)
  }

  @Test func `a survey's row shows titles, and reads titles and ids`() throws {
    let rule = try json(
      #"{"all":[{"did":{"kind":"survey_answers","name":"c-2","where":{"op":"includes_any","path":["q1"],"value":["y"]}},"op":"greater_or_equal","value":1}]}"#
    )
    var form = AudienceForm.write(rule, Self.names)
    #expect(
      ["name", "question", "answer"].map { form["condition.0.\($0)"] } == ["Poll", "Did it arrive?", "Yes"])
    (form["condition.0.question"], form["condition.0.answer"]) = ("q1", "y")
    #expect(AudienceForm.read(form, Self.names).rule == rule)
  }

  static let asText = [
    #"{"all":[{"list":"a-1"}]}"#,
    #"{"all":[{"did":{"kind":"survey_answers","within":{"days":3}},"op":"equals","value":1}]}"#,
    #"{"all":[{"any":[{"attribute":"a","op":"exists"}]}]}"#, #"{"not":{"attribute":"a","op":"exists"}}"#,
    #"{"all":[{"did":{"kind":"purchase","measure":"sum","of":"price"},"op":"greater","value":5}]}"#,
    #"{"all":[{"did":{"kind":"custom","within":{"hours":36}},"op":"greater","value":5}]}"#,
    // A row has no field for the name of a session.
    #"{"all":[{"did":{"kind":"session_start","name":"x"},"op":"greater","value":5}]}"#,
    #"{"all":[{"future":1}]}"#,
  ]

  @Test(arguments: asText)
  func `what rows cannot say is kept as text, and is read as it was`(text: String) throws {
    let rule = try json(text)
    let form = AudienceForm.write(rule, Self.names)
    #expect(form[AudienceForm.json].contains("\n  "))
    #expect(AudienceForm.read(form, Self.names).rule == rule)
  }

  static let mistakes: [(fields: [String: String], problem: String)] = [
    (["name": "plan"], "condition.0.subject"), (["subject": "attribute"], "condition.0.name"),
    (["subject": "count:custom", "name": "x", "count_value": "two"], "condition.0.count_value"),
    (["subject": "count:custom", "name": "x", "count_value": "2", "days": "-1"], "condition.0.days"),
    (["subject": "count:custom", "count_test": "text:equals", "count_value": "2"], "condition.0.count_test"),
    (["subject": "last:purchase", "date_value": "soon"], "condition.0.date_value"),
    (["subject": "campaign:seen", "name": "Summer sale"], "condition.0.name"),
    (["subject": "campaign:converted", "name": "Poll"], "condition.0.name"),
    (["subject": "audience", "name": "Nobody"], "condition.0.name"),
    (["subject": "random", "share_value": "110"], "condition.0.share_value"),
    (["subject": "answered", "name": "Spring sale"], "condition.0.name"),
    (["subject": "answered", "name": "Poll", "answer": "Yes"], "condition.0.question"),
    (["subject": "answered", "name": "Poll", "question": "Who?"], "condition.0.question"),
    (
      ["subject": "answered", "name": "Poll", "question": "Did it arrive?", "answer": "Maybe"],
      "condition.0.answer"
    ),
    (
      ["subject": "not_answered", "name": "Poll", "question": "How was it?", "answer": "good"],
      "condition.0.answer"
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake is beside the field in which it was made`(fields: [String: String], problem: String) {
    var form = CampaignForm([])
    for (name, value) in fields { form["condition.0.\(name)"] = value }
    #expect(
      AudienceForm.read(AudienceForm.comparing(form, [:]), Self.names).problems.map(\.field) == [problem])
  }

  @Test func `a problem of the whole rule finds the row that it is about, also after rows that are empty`() {
    var form = CampaignForm([])
    form["condition.0.subject"] = ""
    form["condition.1.subject"] = "fact:app_version"
    form["condition.1.version_value"] = "newest"
    let reading = AudienceForm.read(form, Self.names)
    #expect(reading.field("rule.all[0].value", in: form) == "condition.1.version_value")
    #expect(reading.field("rule", in: form) == "match")
    for path in ["person", "attribute[1]", "did.name", "campaign.id", "random"] {
      #expect(reading.field("rule.all[0].\(path)", in: form) == "condition.1.name")
    }
    #expect(reading.field("rule.any[0].did.within", in: form) == "condition.1.days")
  }

  static let sentences: [(rule: String, words: String)] = [
    (#"{"random":"spring","op":"less","value":250}"#, "random number spring is among the first 2.5%"),
    (
      #"{"random":"spring","op":"greater_or_equal","value":9005}"#,
      "random number spring is not among the first 90.05%"
    ),
    (#"{"list":"a-1"}"#, "user id is in the list"),
    (
      #"{"campaign":{"id":"c-1","step":"converted"},"op":"exists"}"#,
      "First converted after “Spring sale” exists"
    ),
    (
      #"{"did":{"kind":"survey_answers","name":"c-2","where":{"op":"includes_any","path":["q1"],"value":["y"]}},"op":"greater_or_equal","value":1}"#,
      "answered “Poll” with “Yes” to “Did it arrive?”"
    ),
  ]

  @Test(arguments: sentences)
  func `a condition in words has percentages, titles and names`(rule: String, words: String) throws {
    var problems: [Diagnostic] = []
    #expect(AudienceRule(json: try json(rule), at: "", &problems)?.words(Self.names) == words)
  }
}
