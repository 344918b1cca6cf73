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
  static let names = AudienceForm.Names(campaigns: ["c-1": "Spring sale"], audiences: ["a-1": "Pro readers"])

  private func json(_ text: String) throws -> Wire.JSONValue { try Wire.decode(Wire.JSONValue.self, from: Array(text.utf8)) }

  static let inRows = [
    #"{"all":[]}"#, #"{"any":[{"attribute":["address","city"],"op":"equals","value":"Vienna"},{"audience":"a-1"}]}"#,
    #"{"all":[{"attribute":"tags","op":"includes_any","value":["new","old"]},{"attribute":"age","op":"between","value":[20,30]}]}"#,
    #"{"all":[{"op":"greater_or_equal","person":"app_version","value":"3.10"},{"op":"exists","person":"user_id"}]}"#,
    #"{"all":[{"op":"equals","person":"push_reachable","value":true},{"op":"in","person":"country","value":["AT","DE"]}]}"#,
    #"{"all":[{"op":"greater","person":"last_seen","value":{"$ago":{"days":30}}},{"not":{"audience":"a-1"}}]}"#,
    #"{"all":[{"did":{"kind":"custom","name":"order_placed","within":{"days":14}},"op":"greater_or_equal","value":2}]}"#,
    #"{"all":[{"did":{"kind":"session_start","measure":"last"},"op":"less","value":{"$ago":{"days":7}}}]}"#,
    #"{"all":[{"campaign":{"id":"c-1","step":"clicked"},"op":"not_exists"}]}"#,
  ]

  @Test("rows show a rule, and say the same when they are read again", arguments: inRows)
  func rows(text: String) throws {
    let rule = try json(text)
    let form = AudienceForm.write(rule, Self.names)
    #expect(form[AudienceForm.json].isEmpty)
    let reading = AudienceForm.read(form, Self.names)
    #expect(reading.problems == [])
    #expect(reading.rule == rule)
  }

  static let asText = [
    #"{"all":[{"any":[{"attribute":"a","op":"exists"}]}]}"#, #"{"not":{"attribute":"a","op":"exists"}}"#,
    #"{"all":[{"did":{"kind":"purchase","measure":"sum","of":"price"},"op":"greater","value":5}]}"#,
    #"{"all":[{"did":{"kind":"custom","within":{"hours":36}},"op":"greater","value":5}]}"#,
    #"{"all":[{"future":1}]}"#,
  ]

  @Test("what rows cannot say is kept as text, and is read as it was", arguments: asText)
  func text(text: String) throws {
    let rule = try json(text)
    let form = AudienceForm.write(rule, Self.names)
    #expect(!form[AudienceForm.json].isEmpty)
    #expect(AudienceForm.read(form, Self.names).rule == rule)
  }

  static let mistakes: [(fields: [String: String], problem: String)] = [
    (["name": "plan"], "condition.0.subject"), (["subject": "attribute"], "condition.0.name"),
    (["subject": "count:custom", "name": "x", "count_value": "two"], "condition.0.count_value"),
    (["subject": "count:custom", "name": "x", "count_value": "2", "days": "-1"], "condition.0.days"),
    (["subject": "count:custom", "count_test": "text:equals", "count_value": "2"], "condition.0.count_test"),
    (["subject": "last:purchase", "date_value": "soon"], "condition.0.date_value"),
    (["subject": "campaign:seen", "name": "Summer sale"], "condition.0.name"),
    (["subject": "audience", "name": "Nobody"], "condition.0.name"),
  ]

  @Test("a mistake is beside the field in which it was made", arguments: mistakes)
  func mistake(fields: [String: String], problem: String) {
    var form = CampaignForm([])
    for (name, value) in fields { form["condition.0.\(name)"] = value }
    #expect(AudienceForm.read(form, Self.names).problems.map(\.field) == [problem])
  }

  @Test("a problem of the whole rule finds the row that it is about, also after rows that are empty")
  func problemOfRule() {
    var form = CampaignForm([])
    form["condition.0.subject"] = ""
    form["condition.1.subject"] = "fact:app_version"
    form["condition.1.version_value"] = "newest"
    let reading = AudienceForm.read(form, Self.names)
    #expect(reading.field("rule.all[0].value", in: form) == "condition.1.version_value")
    #expect(reading.field("rule", in: form) == "match")
  }
}
