// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletWire
import ServerTestSupport
import Testing

@testable import ReachAPI

/// The language of audiences.
struct ReachAudienceTests {
  @Test(
    arguments: [
      ("A", .name("A")), (" ( A ) ", .name("A")), ("not A", .not(.name("A"))),
      ("not not A", .not(.not(.name("A")))),
      ("A and B or C", .any([.all([.name("A"), .name("B")]), .name("C")])),
      ("A and (B or not C_1)", .all([.name("A"), .any([.name("B"), .not(.name("C_1"))])])),
      ("not(A)and(B)", .all([.not(.name("A")), .name("B")])),
    ] as [(String, AudienceExpression)])
  func `an expression is or-terms of and-terms`(text: String, expression: AudienceExpression) throws {
    #expect(try AudienceExpression(text) == expression)
  }

  @Test(arguments: [
    ("", 1), ("a", 1), ("A B", 3), ("A and", 6), ("A or or B", 6), ("(A", 3), ("A)", 2), ("A & B", 3),
    ("not", 4), ("1A", 1), ("Ä", 1),
    ("A and not ()", 12), ("and", 1), ("A AND B", 3),
  ])
  func `what is no expression names the character`(text: String, position: Int) {
    #expect { try AudienceExpression(text) } throws: {
      ($0 as? AudienceExpression.Problem)?.position == position
    }
  }

  @Test func `deep nesting is refused and not followed`() {
    for text in [String(repeating: "(", count: 50_000), String(repeating: "not ", count: 50_000) + "A"] {
      #expect { try AudienceExpression(text) } throws: {
        ($0 as? AudienceExpression.Problem)?.message.contains("levels") == true
      }
    }
    let deep = String(repeating: "(", count: 99) + "A" + String(repeating: ")", count: 99)
    #expect((try? AudienceExpression(deep)) == .name("A"))
  }

  @Test func `any text is read or refused, and what is read is read again the same`() {
    let cases = ProcessInfo.processInfo.environment["MARTLET_FUZZ_CASES"].flatMap { Int($0) } ?? 20_000
    var chance = SeededGenerator(seed: 7)
    let pieces = [
      "A", "Bc_1", "and", "or", "not", "(", ")", " ", "  ", "x", "&", "1", "é", "\u{0}", "\n", "not(",
    ]
    var read = 0
    for _ in 0..<cases {
      let text = (0..<Int.random(in: 0...12, using: &chance)).map { _ in
        pieces.randomElement(using: &chance) ?? ""
      }.joined()
      do throws(AudienceExpression.Problem) {
        let expression = try AudienceExpression(text)
        read += 1
        #expect(try AudienceExpression(expression.text) == expression, "\(text)")
      } catch {
        #expect((1...text.count + 1).contains(error.position), "\(text)")
      }
    }
    #expect(read > cases / 100)
  }

  @Test(
    arguments: [
      (["type": "language", "name": "fr"], ["person": "language", "op": "equals", "value": "fr"]),
      (
        ["type": "application-version", "name": "2.1"],
        ["person": "app_version", "op": "equals", "value": "2.1"]
      ),
      (
        ["type": "firmware-version", "name": "18.0"],
        ["person": "os_version", "op": "equals", "value": "18.0"]
      ),
      (
        ["type": "device-model", "name": "iPhone17,1"],
        ["person": "model", "op": "equals", "value": "iPhone17,1"]
      ),
      (
        ["type": "string-tag", "name": "plan", "value": "pro"],
        ["attribute": "plan", "op": "equals", "value": "pro"]
      ),
      (
        ["type": "boolean-tag", "name": "vip", "value": true],
        ["attribute": "vip", "op": "equals", "value": true]
      ),
      (
        ["type": "integer-tag", "name": "n", "value": 3, "op": "GE"],
        ["attribute": "n", "op": "greater_or_equal", "value": 3]
      ),
    ] as [(Wire.JSONValue, Wire.JSONValue)])
  func `a criterion becomes a condition of Martlet's own audiences`(
    criterion: Wire.JSONValue, condition: Wire.JSONValue
  ) {
    let audience: Wire.JSONValue = [
      "criteria": ["A": criterion, "B": ["type": "language", "name": "de"]], "expression": "A and not B",
      "filters": [["type": "engage-idle-users", "threshold": 7], ["type": "native-push-enabled"]],
    ]
    #expect(Self.errors(audience).isEmpty)
    #expect(
      Audience.rule(audience) == [
        "all": [
          ["all": [condition, ["not": ["person": "language", "op": "equals", "value": "de"]]]],
          ["person": "last_seen", "op": "less", "value": ["$ago": ["days": 7]]],
          ["person": "push_reachable", "op": "equals", "value": true],
        ]
      ])
    var problems: [Diagnostic] = []
    #expect(
      AudienceRule(json: Audience.rule(audience) ?? .null, at: "audience", &problems) != nil, "\(problems)")
  }

  @Test func `every type of criterion and filter is refused by name without what it needs`() {
    for type in Audience.criteria.keys {
      let errors = Self.errors(["criteria": ["Name": ["type": .string(type)]]])
      #expect(
        errors.contains { $0.field == "audience.criteria.Name.type" && $0.message.contains("\"\(type)\"") },
        "\(type)")
    }
    for type in Audience.filters.keys where type != Audience.reachable {
      let errors = Self.errors(["filters": [["type": .string(type)]]])
      #expect(
        errors.contains { $0.field == "audience.filters[0].type" && $0.message.contains("\"\(type)\"") },
        "\(type)")
    }
  }

  @Test(
    arguments: [
      (["filter": []], "audience.filter"), (["expression": 1], "audience.expression"),
      (["criteria": []], "audience.criteria"),
      (["criteria": ["name": ["type": "language", "name": "fr"]]], "audience.criteria.name"),
      (["criteria": ["A": 1]], "audience.criteria.A"),
      (["criteria": ["A": ["name": "fr"]]], "audience.criteria.A.type"),
      (["criteria": ["A": ["type": "age"]]], "audience.criteria.A.type"),
      (["criteria": ["A": ["type": "location"]]], "audience.criteria.A.country"),
      (["criteria": ["A": ["type": "language", "name": "fr", "op": "EQ"]]], "audience.criteria.A.op"),
      (["filters": [:]], "audience.filters"), (["filters": [1]], "audience.filters[0]"),
      (["filters": [["type": "age"]]], "audience.filters[0].type"),
      (["filters": [["type": "engage-subset"]]], "audience.filters[0].max"),
      (["criteria": ["A": ["type": "language", "name": "fr"]]], "audience.expression"),
      (
        ["expression": "A", "criteria": ["A": ["type": "language", "name": "f*"]]], "audience.criteria.A.type"
      ),
      (["expression": .string(String(repeating: " ", count: 70_000))], "audience"),
    ] as [(Wire.JSONValue, String)])
  func `a malformed audience names its field`(audience: Wire.JSONValue, field: String) {
    #expect(Self.errors(audience).first?.field == field)
  }

  private static func errors(_ audience: Wire.JSONValue) -> [Wire.Problem.FieldError] {
    var errors = FieldErrors()
    Audience.check(audience, &errors)
    return errors.list
  }
}

extension AudienceExpression {
  /// With all its parentheses.
  fileprivate var text: String {
    switch self {
    case .name(let name): name
    case .not(let inner): "not (\(inner.text))"
    case .all(let parts): parts.map { "(\($0.text))" }.joined(separator: " and ")
    case .any(let parts): parts.map { "(\($0.text))" }.joined(separator: " or ")
    }
  }
}
