// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire
import Testing

@Suite("Rules of audiences")
struct AudienceRuleTests {
  private func read(_ text: String) -> (rule: AudienceRule?, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    let json = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
    return (AudienceRule(json: json ?? .null, at: "rule", &problems), problems)
  }

  static let rules = [
    #"{"all":[]}"#, #"{"any":[{"not":{"attribute":"plan","op":"equals","value":"free"}}]}"#,
    #"{"attribute":["address","city"],"op":"in","value":["Vienna","Graz"]}"#,
    #"{"as":"version","attribute":"app","op":"less","value":"3.10"}"#,
    #"{"op":"greater","person":"last_seen","value":{"$ago":{"days":3}}}"#,
    #"{"op":"equals","person":"push_reachable","value":true}"#,
    #"{"campaign":{"id":"c","step":"seen"},"op":"exists"}"#,
    #"{"did":{"kind":"custom","name":"order_placed","within":{"days":14}},"op":"greater_or_equal","value":2}"#,
    #"{"did":{"kind":"purchase","measure":"sum","of":"price","where":{"op":"greater","path":["price"],"value":5}},"op":"between","value":[10,20]}"#,
    #"{"did":{"kind":"session_start","measure":"last","within":{"hours":36}},"op":"exists"}"#,
    #"{"audience":"a-1"}"#,
    #"{"attribute":"tags","filter":{"op":"equals","path":[],"value":"new"},"op":"any_element"}"#,
    #"{"attribute":"name","ignoring_case":true,"op":"starts_with","value":"A"}"#,
  ]

  @Test(arguments: rules)
  func `a rule is written as it was read`(text: String) throws {
    let (rule, problems) = read(text)
    #expect(problems == [])
    #expect(try String(decoding: Wire.encode(#require(rule).json), as: UTF8.self) == text)
  }

  static let contradictions: [(first: String, second: String, isOne: Bool)] = [
    (#""op":"equals","value":"pro""#, #""op":"equals","value":"free""#, true),
    (#""op":"equals","value":2"#, #""op":"equals","value":2.0"#, false),
    (#""op":"in","value":["a","b"]"#, #""op":"in","value":["c","b"]"#, false),
    (#""op":"in","value":["a","b"]"#, #""op":"equals","value":"c""#, true),
    (#""op":"greater","value":5"#, #""op":"less","value":5"#, true),
    (#""op":"greater_or_equal","value":5"#, #""op":"less_or_equal","value":5"#, false),
    (#""op":"between","value":[1,3]"#, #""op":"equals","value":4"#, true),
    (#""op":"equals","value":"pro""#, #""op":"greater","value":5"#, true),
    (#""op":"greater","value":{"$ago":{"days":3}}"#, #""op":"less","value":{"$ago":{"days":30}}"#, true),
    (#""op":"less","value":{"$ago":{"days":3}}"#, #""op":"greater","value":{"$ago":{"days":30}}"#, false),
    (#""op":"less","value":{"$ago":{"days":3}}"#, #""op":"greater","value":{"$date":1790000000000}"#, false),
    (#""op":"not_equals","value":"pro""#, #""op":"equals","value":"pro""#, true),
    (#""op":"exists""#, #""op":"not_exists""#, true),
    (#""op":"equals","value":"pro""#, #""op":"not_exists""#, true),
    (#""op":"not_equals","value":"pro""#, #""op":"not_exists""#, false),
  ]

  @Test(
    arguments: contradictions
  )
  func
    `conditions that cannot hold together are named with both places, and only in a group of which all must hold`(
      first: String, second: String, isOne: Bool
    ) throws
  {
    let parts =
      "[{\"attribute\":\"a\",\(first)},{\"attribute\":\"b\",\(first)},{\"attribute\":\"a\",\(second)}]"
    let problem = try #require(read("{\"all\":\(parts)}").0).neverTrue(at: "rule")
    #expect(problem?.code == (isOne ? "rule_never_true" : nil))
    #expect(problem?.field == (isOne ? "rule.all[2]" : nil))
    #expect(problem.map { $0.message.contains("condition 1") } != false)
    #expect(try #require(read("{\"any\":\(parts)}").0).neverTrue(at: "rule") == nil)
  }

  static let nobody: [(rule: String, field: String)] = [
    (#"{"any":[]}"#, "rule"), (#"{"not":{"all":[]}}"#, "rule"),
    (
      #"{"all":[{"attribute":"a","op":"equals","value":1},{"all":[{"attribute":"a","op":"equals","value":2}]}]}"#,
      "rule.all[1]"
    ),
    (
      #"{"all":[{"any":[{"attribute":"a","op":"equals","value":1}]},{"attribute":"a","op":"equals","value":2}]}"#,
      "rule.all[1]"
    ),
    (
      #"{"all":[{"attribute":"a","op":"equals","value":1},{"not":{"attribute":"a","op":"equals","value":1}}]}"#,
      "rule.all[1]"
    ),
    (
      #"{"all":[{"attribute":"a","op":"equals","value":1},{"not":{"not":{"attribute":"a","op":"equals","value":2}}}]}"#,
      "rule.all[1]"
    ),
    (#"{"all":[{"audience":"a"},{"not":{"audience":"a"}}]}"#, "rule.all[1]"),
    (#"{"all":[{"list":"a"},{"attribute":"b","op":"exists"},{"not":{"list":"a"}}]}"#, "rule.all[2]"),
    (
      #"{"all":[{"did":{"kind":"custom"},"op":"greater","value":2},{"not":{"did":{"kind":"custom"},"op":"greater","value":2}}]}"#,
      "rule.all[1]"
    ),
    (
      #"{"all":[{"attribute":"b","op":"exists"},{"did":{"kind":"custom","name":"x"},"op":"less","value":0}]}"#,
      "rule.all[1]"
    ),
    (#"{"did":{"kind":"custom","name":"x"},"op":"less","value":0}"#, "rule"),
    (#"{"did":{"kind":"custom","name":"x"},"op":"equals","value":-1}"#, "rule"),
    (#"{"random":"s","op":"greater","value":9999}"#, "rule"),
    (#"{"person":"campaigns_seen","op":"less","value":0}"#, "rule"),
    (
      #"{"did":{"kind":"custom","where":{"all":[{"path":["n"],"op":"greater","value":5},{"path":["n"],"op":"less","value":5}]}},"op":"greater","value":0}"#,
      "rule"
    ),
  ]

  @Test(
    arguments: nobody)
  func
    `a rule that nobody can ever match is found when it is written, however it is nested, and read where it is stored`(
      rule: String, field: String
    ) throws
  {
    let (read, problems) = read(rule)
    #expect(problems.isEmpty)
    #expect(try #require(read).neverTrue(at: "rule")?.field == field)
  }

  @Test func `a condition that never holds by itself is not said to contradict another one`() throws {
    let rule = #"{"all":[{"attribute":"b","op":"exists"},{"random":"s","op":"greater","value":9999}]}"#
    #expect(try #require(read(rule).0).neverTrue(at: "rule")?.message == "Nobody can match this.")
  }

  static let possible = [
    #"{"not":{"attribute":"a","op":"equals","value":1}}"#,
    #"{"all":[{"attribute":"a","op":"equals","value":1},{"not":{"attribute":"b","op":"equals","value":1}}]}"#,
    #"{"any":[{"attribute":"a","op":"equals","value":1},{"not":{"attribute":"a","op":"equals","value":1}}]}"#,
    #"{"all":[{"not":{"attribute":"a","op":"equals","value":1}},{"not":{"attribute":"a","op":"equals","value":2}}]}"#,
    #"{"did":{"kind":"custom","name":"x"},"op":"equals","value":0}"#,
    #"{"did":{"kind":"purchase","measure":"sum","of":"price"},"op":"less","value":0}"#,
    #"{"random":"s","op":"greater","value":9998}"#,
    // A part that cannot be true is only false.
    #"{"not":{"did":{"kind":"custom","name":"x"},"op":"less","value":0}}"#,
    #"{"any":[{"did":{"kind":"custom","name":"x"},"op":"less","value":0},{"attribute":"a","op":"equals","value":1}]}"#,
    #"{"not":{"all":[{"attribute":"a","op":"equals","value":1},{"attribute":"a","op":"equals","value":2}]}}"#,
    #"{"any":[{"all":[{"attribute":"a","op":"equals","value":1},{"attribute":"a","op":"equals","value":2}]},{"attribute":"b","op":"exists"}]}"#,
    #"{"did":{"kind":"custom","where":{"any":[]}},"op":"equals","value":0}"#,
  ]

  @Test(arguments: possible)
  func `a rule that somebody can match is taken`(rule: String) throws {
    let (read, problems) = read(rule)
    #expect(problems == [])
    #expect(try #require(read).neverTrue(at: "rule") == nil)
  }

  @Test func `a hundred conditions with long lists are looked through at once`() throws {
    let list = (0..<249).map { "\($0)" }.joined(separator: ",")
    let parts = (1...100).map { #"{"attribute":"a","op":"in","value":[\#(list),-\#($0 % 2)]}"# }
    let rule = try #require(read(#"{"all":[\#(parts.joined(separator: ","))]}"#).0)
    #expect(rule.neverTrue(at: "rule") == nil)
    let never = try #require(
      read(#"{"all":[\#(parts.joined(separator: ",")),{"attribute":"a","op":"equals","value":"x"}]}"#).0)
    #expect(never.neverTrue(at: "rule")?.field == "rule.all[100]")
  }

  @Test func `versions contradict each other by their numbers`() {
    let equal =
      #"{"all":[{"person":"app_version","op":"equals","value":"3.1"},{"person":"app_version","op":"equals","value":"3.1.0"}]}"#
    #expect(read(equal).problems == [])
  }

  static let mistakes: [(String, String, String)] = [
    ("7", "rule", "rule_invalid"), ("{}", "rule", "rule_invalid"),
    (#"{"attribute":"a","person":"model","op":"exists"}"#, "rule", "rule_invalid"),
    (#"{"all":[{"attribute":"a"}]}"#, "rule.all[0].op", "field_missing"),
    (#"{"any":[{"attribute":"a","op":"equal","value":1}]}"#, "rule.any[0].op", "condition_invalid"),
    (#"{"attribute":"a","op":"between","value":[9,1]}"#, "rule.value", "condition_invalid"),
    (#"{"attribute":"","op":"exists"}"#, "rule.attribute", "text_invalid"),
    (#"{"attribute":[],"op":"exists"}"#, "rule.attribute", "field_wrong_type"),
    (#"{"attribute":"a","as":"number","op":"exists"}"#, "rule.as", "word_unknown"),
    (#"{"person":"age","op":"exists"}"#, "rule.person", "word_unknown"),
    (#"{"not":{"did":{"name":"x"},"op":"exists"}}"#, "rule.not.did.kind", "word_unknown"),
    (#"{"did":{"kind":"custom"},"op":"equals","value":"2"}"#, "rule.value", "value_wrong_type"),
    (#"{"person":"last_seen","op":"greater","value":3}"#, "rule.value", "value_wrong_type"),
    (#"{"person":"push_reachable","op":"contains","value":"yes"}"#, "rule.value", "value_wrong_type"),
    (#"{"person":"app_version","op":"less","value":"newest"}"#, "rule.value", "value_wrong_type"),
    (#"{"attribute":"app","as":"version","op":"less","value":3}"#, "rule.value", "value_wrong_type"),
    (#"{"did":{"kind":"custom","within":{"days":0}},"op":"exists"}"#, "rule.did.within", "window_invalid"),
    (#"{"did":{"kind":"custom","within":{"weeks":1}},"op":"exists"}"#, "rule.did.within", "window_invalid"),
    (#"{"did":{"kind":"custom","within":{"days":4000}},"op":"exists"}"#, "rule.did.within", "window_invalid"),
    (#"{"did":{"kind":"custom","measure":"sum"},"op":"exists"}"#, "rule.did.of", "field_missing"),
    (#"{"did":{"kind":"custom","of":"price"},"op":"exists"}"#, "rule.did.of", "field_unused"),
    (#"{"did":{"kind":"custom","measure":"mean"},"op":"exists"}"#, "rule.did.measure", "word_unknown"),
    (
      #"{"did":{"kind":"custom","where":{"op":"equals","value":1}},"op":"exists"}"#, "rule.did.where",
      "filter_invalid"
    ),
    (#"{"did":{"kind":"custom","naem":"x"},"op":"exists"}"#, "rule.did.naem", "field_unknown"),
    (#"{"campaign":{"id":"c","step":"bought"},"op":"exists"}"#, "rule.campaign.step", "word_unknown"),
    (#"{"audience":"a","op":"exists"}"#, "rule.op", "field_unknown"),
    (
      String(repeating: #"{"not":"#, count: 9) + #"{"all":[]}"# + String(repeating: "}", count: 9),
      "rule" + String(repeating: ".not", count: 8), "rule_too_deep"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `each mistake is named with its field and a remedy, and the rule means nobody`(index: Int) {
    let (text, field, code) = Self.mistakes[index]
    let (rule, problems) = read(text)
    #expect(rule == nil)
    #expect(
      problems.contains { ($0.field == field || $0.field.hasPrefix(field + ".")) && $0.code == code },
      "\(problems)")
    #expect(problems.allSatisfy { $0.remedy?.isEmpty == false })
  }

  @Test(arguments: ["not", "all", "any"])
  func `a condition may stand inside eight groups`(group: String) {
    let (start, end) = group == "not" ? (#"{"not":"#, "}") : (#"{"\#(group)":["#, "]}")
    func nested(_ levels: Int) -> String {
      String(repeating: start, count: levels) + #"{"attribute":"plan","op":"equals","value":"pro"}"#
        + String(repeating: end, count: levels)
    }
    let (rule, problems) = read(nested(8))
    #expect(rule != nil && problems.isEmpty, "\(problems)")
    #expect(rule.map { AudienceIndex([$0]).problems.isEmpty } == true)
    #expect(read(nested(9)).1.map(\.code) == ["rule_too_deep"])
  }

  @Test func `all mistakes are named at once`() {
    let (_, problems) = read(#"{"all":[{"person":"age","op":"exists"},{"attribute":"a"},{"x":1}]}"#)
    #expect(problems.map(\.field) == ["rule.all[0].person", "rule.all[1].op", "rule.all[2]"])
  }

  @Test func `what is wrong with the event of a conversion is named there, and only what its author wrote`() {
    for (event, field, code) in [
      (["kind": "custom", "measure": "last"], "conversions[0].event", "field_unused"),
      (["kind": "custom", "naem": "x"], "conversions[0].event.naem", "field_unknown"),
      ([:], "conversions[0].event.kind", "word_unknown"),
      ("order_placed", "conversions[0].event", "field_wrong_type"),
    ] as [(Wire.JSONValue, String, String)] {
      var problems: [Diagnostic] = []
      let conversion = Wire.Conversion(name: "Order", event: event)
      #expect(ConversionRule(conversion, at: "conversions[0]", &problems) == nil)
      #expect(problems.map(\.field) == [field] && problems.map(\.code) == [code], "\(problems)")
    }
  }
}
