// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// Compiled filters against closures that a programmer would write by hand, and against walking a
/// tree of `[String: Any]`.
///
/// Each reads what its author would have: the filter the engine's `Properties`, which logging lays
/// out, the closure a dictionary of values, the tree a dictionary of `Any`. Making them is no part
/// of the measurement.
enum FilterBenchmarks {
  private static let now = DecisionBenchmarks.now
  private static let today = Date(timeIntervalSince1970: Double(DecisionBenchmarks.now.milliseconds) / 1_000)

  static func run(_ stopwatch: Stopwatch) throws -> [Comparison] {
    try two(stopwatch) + six(stopwatch) + pattern(stopwatch) + many(stopwatch)
  }

  /// What the engine does on an event that many campaigns wait for: their filters together, the
  /// event's properties looked up once.
  private static func many(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let amounts = Array(0..<200)
    let programs = try amounts.map { amount in
      try FilterProgram(
        .all([
          compare("category", operation: .isIn([.string("shoes"), .string("hats"), .string("bags")])),
          compare("amount", operation: .greater(.int(Int64(amount)))),
        ]), compilePattern: Environment.still.compilePattern)
    }
    let set = FilterSet(programs)
    let trees = try amounts.map { amount in
      try tree(
        #"{"all": [{"path": ["category"], "op": "in", "value": ["shoes", "hats", "bags"]}, {"path": ["amount"], "op": "greater", "value": \#(amount)}]}"#
      )
    }
    let categories: Set<String> = ["shoes", "hats", "bags"]
    let closures = amounts.map { amount -> ([String: Value]) -> Bool in
      { properties in
        guard case .string(let category) = properties["category"], categories.contains(category) else {
          return false
        }
        return switch properties["amount"] {
        case .int(let value): value > amount
        case .double(let value): value > Double(amount)
        default: false
        }
      }
    }
    let values = DecisionBenchmarks.values
    let properties = DecisionBenchmarks.properties
    let anyProperties: [String: Any] = ["amount": 42, "category": "hats", "currency": "EUR"]
    func matches() -> Int {
      var count = 0
      set.forEachMatch(properties, at: now) { _ in count += 1 }
      return count
    }
    precondition(matches() == 42 && closures.count { $0(values) } == 42)
    precondition(trees.count { TreeWalker.evaluate($0, anyProperties, at: today) } == 42)
    return [
      stopwatch.compare(
        "filters of 200 campaigns on one event", goal: .atMost(3), "compiled filters", { keep(matches()) },
        against: "closures written by hand", { keep(closures.count { $0(values) }) }),
      stopwatch.compare(
        "filters of 200 campaigns on one event", goal: .atMost(1.0 / 50), "compiled filters",
        { keep(matches()) },
        against: "trees of `[String: Any]`",
        { keep(trees.count { TreeWalker.evaluate($0, anyProperties, at: today) }) }),
    ]
  }

  private static func compare(_ path: String..., operation: MartletCore.Comparison.Operation) -> Filter {
    .compare(MartletCore.Comparison(path: path, operation: operation))
  }

  /// As decoded from JSON: no Swift type is known before it is asked for.
  private static func tree(_ json: String) throws -> [String: Any] {
    guard let tree = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] else {
      throw CocoaError(.coderInvalidValue)
    }
    return tree
  }

  private static func both(
    _ name: String, _ stopwatch: Stopwatch, _ program: FilterProgram, _ values: [String: Value],
    closure: (([String: Value]) -> Bool)?,
    tree: [String: Any], _ anyProperties: [String: Any]
  ) -> [Comparison] {
    let properties = Properties(values)
    // As the engine holds the filters of a campaign's trigger, here of one campaign alone.
    let filter = FilterSet([program])
    func matches() -> Bool {
      var isMatch = false
      filter.forEachMatch(properties, at: now) { _ in isMatch = true }
      return isMatch
    }
    precondition(
      matches() && program.evaluate(properties, at: now)
        && TreeWalker.evaluate(tree, anyProperties, at: today))
    var comparisons: [Comparison] = []
    if let closure {
      precondition(closure(values))
      comparisons.append(
        stopwatch.compare(
          name, goal: .atMost(3), "compiled filter", { keep(matches()) }, against: "closure written by hand",
          { keep(closure(values)) }))
    }
    comparisons.append(
      stopwatch.compare(
        name, goal: .atMost(1.0 / 50), "compiled filter", { keep(matches()) },
        against: "tree of `[String: Any]`",
        { keep(TreeWalker.evaluate(tree, anyProperties, at: today)) }))
    return comparisons
  }

  /// `amount > 20 and category in [shoes, hats, bags]`
  private static func two(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let program = try FilterProgram(
      .all([
        compare("amount", operation: .greater(.int(20))),
        compare("category", operation: .isIn([.string("shoes"), .string("hats"), .string("bags")])),
      ]), compilePattern: Environment.still.compilePattern)
    let categories: Set<String> = ["shoes", "hats", "bags"]
    let closure: ([String: Value]) -> Bool = { properties in
      let isEnough =
        switch properties["amount"] {
        case .int(let amount): amount > 20
        case .double(let amount): amount > 20
        default: false
        }
      guard isEnough, case .string(let category) = properties["category"] else { return false }
      return categories.contains(category)
    }
    return both(
      "filter of two comparisons", stopwatch, program, DecisionBenchmarks.values, closure: closure,
      tree: try tree(
        #"{"all": [{"path": ["amount"], "op": "greater", "value": 20}, {"path": ["category"], "op": "in", "value": ["shoes", "hats", "bags"]}]}"#
      ),
      ["amount": 42, "category": "hats", "currency": "EUR"])
  }

  /// Six comparisons: a range, a list, a nested property, a list property, a relative date and a
  /// `not`.
  private static func six(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let program = try FilterProgram(
      .all([
        compare("total", operation: .between(.int(20), .double(49.99))),
        compare("category", operation: .isIn([.string("shoes"), .string("hats"), .string("bags")])),
        compare("cart", "currency", operation: .equals(.string("EUR"))),
        compare("tags", operation: .contains(.string("new"))),
        compare("last_order", operation: .greater(.ago(seconds: 259_200))),
        .not(compare("coupon", operation: .isBlank)),
      ]), compilePattern: Environment.still.compilePattern)
    let categories: Set<String> = ["shoes", "hats", "bags"]
    let now = now
    let closure: ([String: Value]) -> Bool = { properties in
      let isInRange =
        switch properties["total"] {
        case .int(let total): total >= 20 && total <= 49
        case .double(let total): total >= 20 && total <= 49.99
        default: false
        }
      guard isInRange, case .string(let category) = properties["category"], categories.contains(category),
        case .object(let cart) = properties["cart"], case .string("EUR") = cart["currency"],
        case .array(let tags) = properties["tags"], tags.contains(.string("new")),
        case .date(let lastOrder) = properties["last_order"], lastOrder > now - .seconds(259_200)
      else { return false }
      return switch properties["coupon"] {
      case nil, .null: false
      default: true
      }
    }
    let yesterday = now - .seconds(86_400)
    return both(
      "filter of six comparisons", stopwatch, program,
      [
        "total": .double(25), "category": .string("hats"), "cart": .object(["currency": .string("EUR")]),
        "tags": .array([.string("red"), .string("new")]), "last_order": .date(yesterday),
        "coupon": .string("SPRING"),
      ], closure: closure,
      tree: try tree(
        """
        {"all": [
          {"path": ["total"], "op": "between", "value": [20, 49.99]}, {"path": ["category"], "op": "in", "value": ["shoes", "hats", "bags"]},
          {"path": ["cart", "currency"], "op": "equals", "value": "EUR"}, {"path": ["tags"], "op": "contains", "value": "new"},
          {"path": ["last_order"], "op": "greater", "value": {"$ago": {"days": 3}}}, {"not": {"path": ["coupon"], "op": "blank"}}]}
        """),
      [
        "total": 25.0, "category": "hats", "cart": ["currency": "EUR"] as [String: Any],
        "tags": ["red", "new"] as [Any],
        "last_order": Date(timeIntervalSince1970: Double(yesterday.milliseconds) / 1_000), "coupon": "SPRING",
      ])
  }

  /// One pattern, ignoring case. There is nothing in Swift to write it by hand with that would be
  /// the same work.
  private static func pattern(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let program = try FilterProgram(
      compare("code", operation: .matches(pattern: #"^spring-\d{2}$"#, ignoringCase: true)),
      compilePattern: Pattern.compiler)
    return both(
      "filter with a pattern", stopwatch, program, ["code": .string("SPRING-26")], closure: nil,
      tree: try tree(#"{"path": ["code"], "op": "matches", "value": "^spring-\\d{2}$"}"#),
      ["code": "SPRING-26"])
  }
}
