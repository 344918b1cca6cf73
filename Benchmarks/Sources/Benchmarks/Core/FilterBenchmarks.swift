// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The compiled filter `amount > 20 and category in [shoes, hats, bags]` against a closure that a programmer would write by hand.
enum FilterBenchmarks {
  static func run(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let program = try FilterProgram(
      .all([
        .compare(MartletCore.Comparison(path: ["amount"], operation: .greater(.int(20)))),
        .compare(MartletCore.Comparison(path: ["category"], operation: .isIn([.string("shoes"), .string("hats"), .string("bags")]))),
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
    let properties = DecisionBenchmarks.properties
    precondition(program.evaluate(properties, at: DecisionBenchmarks.now) && closure(properties))
    return [
      stopwatch.compare(
        "filter of two comparisons", goal: .atMost(3), "compiled filter",
        { keep(program.evaluate(properties, at: DecisionBenchmarks.now)) },
        against: "closure written by hand", { keep(closure(properties)) })
    ]
  }
}
