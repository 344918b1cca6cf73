// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite struct AudienceScanTests {
  /// The plan of each of six people; nobody knows that of the last two.
  private static let plans: [Int64: String] = [1: "free", 2: "free", 3: "gold", 4: "gold"]

  private static func rule(_ json: Wire.JSONValue) throws -> AudienceRule {
    var problems: [Diagnostic] = []
    return try #require(AudienceRule(json: json, at: "rule", &problems), "\(problems)")
  }

  private static func set(_ people: [Int64]) -> PersonSet {
    people.reduce(into: PersonSet()) { $0.insert($1) }
  }

  private static func plan(_ name: String, _ operation: String = "equals") -> Wire.JSONValue {
    ["attribute": ["plan"], "op": .string(operation), "value": .string(name)]
  }

  @Test(
    arguments: [
      (plan("free"), [1, 2]), (["not": plan("free")], [3, 4, 5, 6]),
      (["any": [plan("free"), plan("gold")]], [1, 2, 3, 4]),
      (["all": [plan("free"), ["not": plan("gold")]]], [1, 2]), (["all": []], [1, 2, 3, 4, 5, 6]),
      (["any": []], []),
      (["attribute": ["plan"], "op": "not_exists"], [5, 6]), (["audience": "gold"], [3, 4]),
      (["audience": "gone"], []),
    ] as [(Wire.JSONValue, [Int64])])
  func `a rule combines the people of its conditions; those without a value are found by what they lack`(
    _ json: Wire.JSONValue, _ people: [Int64]
  ) throws {
    let named: [AudienceID: AudienceRule] = ["gold": try Self.rule(Self.plan("gold"))]
    var scan = AudienceScan(at: Instant(milliseconds: 0), named: named) {
      Self.set([1, 2, 3, 4, 5, 6])
    } reading: { _, isWanted in
      Self.set(Self.plans.filter { isWanted(.string($0.value)) }.map(\.key))
    }
    let found = try scan.people(Self.rule(json))
    #expect(found == Self.set(people))
  }

  @Test func `each condition is read once, and everybody only when it is needed`() throws {
    var readings = 0
    var scan = AudienceScan(at: Instant(milliseconds: 0), named: [:]) {
      Issue.record("Everybody was read.")
      return PersonSet()
    } reading: { _, isWanted in
      readings += 1
      return Self.set(Self.plans.filter { isWanted(.string($0.value)) }.map(\.key))
    }
    let rule = try Self.rule(["any": [Self.plan("free"), ["all": [Self.plan("free"), Self.plan("gold")]]]])
    let found = try scan.people(rule)
    #expect(found == Self.set([1, 2]) && readings == 2)
  }
}
