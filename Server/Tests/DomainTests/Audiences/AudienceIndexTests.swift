// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Who is in an audience")
struct AudienceIndexTests {
  private static let now = Instant(milliseconds: 1_800_000_000_000)
  private static func ago(days: Double) -> Instant { now - .milliseconds(Int64(days * 86_400_000)) }

  private static func values(_ values: [String: Value]) -> Properties { Properties(values) }

  private static let person: PersonFacts = PersonFacts(
    attributes: [
      "plan": "pro", "age": 31, "tags": ["new", "red"], "address": ["city": "Vienna"], "build": "3.10.1",
      "born": .date(ago(days: 10)),
    ],
    events: [
      .init(.custom, name: "order", at: ago(days: 20), properties: values(["total": 10, "kind": "a"])),
      .init(.custom, name: "order", at: ago(days: 5), properties: values(["total": 2.5, "kind": "b"])),
      .init(
        .surveyAnswers, name: "poll", at: ago(days: 3), properties: values(["arrived": ["yes"], "stars": 4])),
      .init(.purchase, name: "mug", at: ago(days: 2), properties: values(["price": 4])),
      .init(.sessionStart, at: ago(days: 1)),
    ],
    values: [
      .fact(.userID): "ana", .fact(.firstSeen): .date(ago(days: 100)), .fact(.lastSeen): .date(ago(days: 1)),
      .fact(.platform): "ios",
      .fact(.osVersion): "18.2", .fact(.appVersion): "2.10", .fact(.language): "de", .fact(.country): "AT",
      .fact(.isReachable): true,
      .campaign("c", .seen): .date(ago(days: 3)), .list("vip"): true,
    ], unit: "1")

  private func rule(_ text: String) throws -> AudienceRule {
    var problems: [Diagnostic] = []
    let json = try Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
    return try #require(AudienceRule(json: json, at: "", &problems), "\(problems)")
  }

  private static let lists: [AudienceID: AudienceRule] = ["vip": .everybody, "other": .everybody]

  static let cases: [(String, Bool)] = [
    (#"{"all":[]}"#, true), (#"{"attribute":"plan","op":"equals","value":"pro"}"#, true),
    (#"{"not":{"attribute":"plan","op":"equals","value":"pro"}}"#, false),
    (#"{"attribute":"none","op":"not_equals","value":1}"#, true),
    (#"{"attribute":"none","op":"less","value":1}"#, false),
    (#"{"attribute":"none","op":"not_exists"}"#, true),
    (#"{"attribute":"age","op":"greater","value":30.5}"#, true),
    (#"{"attribute":"age","op":"equals","value":"31"}"#, false),
    (#"{"attribute":"tags","op":"includes_any","value":["red","blue"]}"#, true),
    (#"{"attribute":["address","city"],"op":"equals","value":"Vienna"}"#, true),
    (#"{"attribute":["address","street"],"op":"blank"}"#, true),
    (#"{"attribute":["plan","x"],"op":"exists"}"#, false),
    // Versions are ordered by their numbers, texts by their characters.
    (#"{"attribute":"build","as":"version","op":"greater","value":"3.9"}"#, true),
    (#"{"attribute":"build","op":"greater","value":"3.9"}"#, false),
    (#"{"person":"app_version","op":"greater_or_equal","value":"2.9"}"#, true),
    (#"{"person":"app_version","op":"equals","value":"2.10.0"}"#, true),
    (#"{"person":"os_version","op":"between","value":["17","18.10"]}"#, true),
    (#"{"person":"country","op":"in","value":["AT","CH"]}"#, true),
    (#"{"person":"time_zone","op":"blank"}"#, true),
    (#"{"person":"push_reachable","op":"equals","value":true}"#, true),
    (#"{"person":"campaigns_seen","op":"equals","value":0}"#, true),
    (#"{"person":"campaigns_seen","op":"greater","value":0}"#, false),
    // Relative dates.
    (#"{"attribute":"born","op":"less","value":{"$ago":{"days":9}}}"#, true),
    (#"{"attribute":"born","op":"less","value":{"$ago":{"days":11}}}"#, false),
    (#"{"person":"last_seen","op":"greater","value":{"$ago":{"hours":25}}}"#, true),
    // Events.
    (#"{"did":{"kind":"custom","name":"order"},"op":"equals","value":2}"#, true),
    (#"{"did":{"kind":"custom","name":"order","within":{"days":14}},"op":"equals","value":1}"#, true),
    (
      #"{"did":{"kind":"custom","name":"order","where":{"path":["kind"],"op":"equals","value":"a"}},"op":"equals","value":1}"#,
      true
    ),
    (#"{"did":{"kind":"custom","name":"other"},"op":"equals","value":0}"#, true),
    (#"{"did":{"kind":"custom"},"op":"equals","value":2}"#, true),
    (
      #"{"did":{"kind":"custom","name":"order","measure":"sum","of":"total"},"op":"equals","value":12.5}"#,
      true
    ),
    (#"{"did":{"kind":"custom","name":"other","measure":"sum","of":"total"},"op":"equals","value":0}"#, true),
    (
      #"{"did":{"kind":"custom","name":"order","measure":"first"},"op":"less","value":{"$ago":{"days":19}}}"#,
      true
    ),
    (
      #"{"did":{"kind":"custom","name":"order","measure":"last"},"op":"less","value":{"$ago":{"days":6}}}"#,
      false
    ),
    (#"{"did":{"kind":"custom","name":"other","measure":"last"},"op":"not_exists"}"#, true),
    (
      #"{"did":{"kind":"purchase","name":"mug","measure":"sum","of":"price"},"op":"greater","value":3}"#, true
    ),
    (#"{"did":{"kind":"session_start"},"op":"equals","value":1}"#, true),
    (#"{"campaign":{"id":"c","step":"seen"},"op":"exists"}"#, true),
    (#"{"campaign":{"id":"c","step":"clicked"},"op":"exists"}"#, false),
    (#"{"campaign":{"id":"d","step":"seen"},"op":"not_exists"}"#, true),
    // Surveys: the answers by the ids of their questions.
    (#"{"did":{"kind":"survey_answers","name":"poll"},"op":"equals","value":1}"#, true),
    (
      #"{"did":{"kind":"survey_answers","name":"poll","where":{"path":["arrived"],"op":"includes_any","value":["no"]}},"op":"equals","value":0}"#,
      true
    ),
    (#"{"did":{"kind":"survey_answers","measure":"sum","of":"stars"},"op":"equals","value":4}"#, true),
    // Random numbers are from 0 to 9,999.
    (#"{"random":"spring","op":"less","value":10000}"#, true),
    (#"{"random":"spring","op":"greater_or_equal","value":0}"#, true),
    (#"{"list":"vip"}"#, true), (#"{"list":"other"}"#, false), (#"{"not":{"list":"other"}}"#, true),
  ]

  @Test(arguments: cases.indices)
  func `conditions compare like filters, and what is missing is blank`(index: Int) throws {
    let (text, expected) = Self.cases[index]
    let program = AudienceIndex([try rule(text)], named: Self.lists)
    #expect(program.problems == [:])
    #expect(program.matches(Self.person, at: Self.now) == [expected])
    #expect((program.explain(0, Self.person, at: Self.now) == nil) == expected)
  }

  @Test func `rules are evaluated together as they are alone`() throws {
    let rules = try Self.cases.map { try rule($0.0) }
    #expect(AudienceIndex(rules, named: Self.lists).matches(Self.person, at: Self.now) == Self.cases.map(\.1))
  }

  @Test func `the condition that keeps somebody out is named with their value`() throws {
    let program = AudienceIndex([
      try rule(
        #"{"all":[{"person":"platform","op":"equals","value":"ios"},{"attribute":"plan","op":"equals","value":"free"}]}"#
      )
    ])
    let miss = try #require(program.explain(0, Self.person, at: Self.now))
    #expect(
      miss.condition == AudienceCondition(.attribute(path: ["plan"]), .equals("free")) && miss.actual == "pro"
        && !miss.isNegated)
  }

  static let changes: [(String, Double?)] = [
    (#"{"attribute":"plan","op":"equals","value":"pro"}"#, nil),
    (#"{"did":{"kind":"custom","name":"order"},"op":"equals","value":2}"#, nil),
    // The event of five days ago leaves the window in nine days.
    (#"{"did":{"kind":"custom","name":"order","within":{"days":14}},"op":"equals","value":1}"#, 9),
    (#"{"attribute":"born","op":"less","value":{"$ago":{"days":11}}}"#, 1),
    (#"{"attribute":"born","op":"less","value":{"$ago":{"days":9}}}"#, nil),
    (#"{"person":"last_seen","op":"greater","value":{"$ago":{"days":3}}}"#, 2),
  ]

  @Test(arguments: changes.indices)
  func `the answer is asked for again when time alone can change it, and not before`(index: Int) throws {
    let (text, days) = Self.changes[index]
    let program = AudienceIndex([try rule(text)])
    let next = program.changes(Self.person, after: Self.now)
    #expect((next == nil) == (days == nil))
    guard let next, let days else { return }
    #expect(abs(next.duration(since: Self.now).wholeMilliseconds - Int64(days * 86_400_000)) <= 1)
    let before = program.matches(Self.person, at: next - .milliseconds(2))
    #expect(before == program.matches(Self.person, at: Self.now))
    #expect(program.matches(Self.person, at: next + .milliseconds(1)) != before)
  }

  @Test
  func
    `an audience that is not there, and audiences in a circle, are for nobody, and the others are not affected`()
    throws
  {
    let named: [AudienceID: AudienceRule] = [
      "a": .audience("b"), "b": .not(.audience("a")), "c": .any([.audience("d")]), "d": .everybody,
    ]
    let program = AudienceIndex(
      [.audience("a"), .not(.audience("x")), .audience("c"), try rule(#"{"not":{"list":"x"}}"#)], named: named
    )
    #expect(program.problems == [0: .circle(["a", "b", "a"]), 1: .missing("x"), 3: .missing("x")])
    #expect(program.matches(Self.person, at: Self.now) == [false, false, true, false])
  }

  @Test func `the conditions of named audiences count too`() {
    let many = AudienceRule.all(
      (0..<60).map { .condition(AudienceCondition(.attribute(path: ["a\($0)"]), .exists)) })
    let program = AudienceIndex([.all([many, .audience("m")]), .audience("m")], named: ["m": many])
    #expect(program.problems == [0: .tooManyConditions(limit: 100)])
  }

  @Test(
    arguments: [
      ("3.9", "3.10"), ("3", "3.0.1"), ("2.0-beta", "2.0"), ("2.0-alpha", "2.0-beta"), ("1.99.99", "2"),
      ("9", "10"), ("0.9", "1.0"),
      ("10.2.1", "10.11"), ("1.2 (3)", "1.2"),
    ])
  func `versions are in the order of their numbers`(lower: String, higher: String) throws {
    func matches(_ text: String, _ operation: Comparison.Operation) -> Bool {
      AudienceIndex([.condition(AudienceCondition(.attribute(path: ["v"], isVersion: true), operation))])
        .matches(PersonFacts(attributes: ["v": .string(text)]), at: Self.now)[0]
    }
    #expect(
      matches(lower, .less(.string(higher))) && matches(higher, .greater(.string(lower)))
        && !matches(higher, .less(.string(lower))))
    #expect(matches(lower, .equals(.string(lower))) && !matches(lower, .equals(.string(higher))))
  }

  @Test func `3.1 is 3.1.0, and what is no version is a text`() {
    let index = AudienceIndex([
      .condition(AudienceCondition(.attribute(path: ["v"], isVersion: true), .equals("3.1.0"))),
      .condition(AudienceCondition(.attribute(path: ["w"], isVersion: true), .equals("nightly"))),
    ])
    #expect(
      index.matches(PersonFacts(attributes: ["v": "3.1", "w": "nightly"]), at: Self.now) == [true, true])
  }
}
