// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

/// An operation and its parts are one thing said in two ways.
@Suite struct OperandTests {
  @Test func `every operation is put together again from its parts`() {
    var seen: Set<Comparison.Operator> = []
    for seed in PropertyCases.seeds(full: 2_000) {
      var random = SeededGenerator(seed: seed)
      let operation = random.operation()
      let (`operator`, operand, ignoresCase) = operation.parts
      seen.insert(`operator`)
      // NaN inside of an object is not equal to itself.
      let isSame = Comparison.Operation(`operator`, operand, ignoringCase: ignoresCase) == operation
      #expect(isSame || operation != operation, "seed \(seed)")
      #expect(!ignoresCase || `operator`.canIgnoreCase, "seed \(seed)")
    }
    #expect(seen.count > Comparison.Operator.allCases.count / 2)
  }

  @Test(arguments: Comparison.Operator.allCases)
  func `an operand of another form makes no operation`(_ operator: Comparison.Operator) {
    let operands: [Comparison.Operand] = [
      .nothing, .value(1), .bound(.int(1)), .range(.int(1), .int(2)), .list([1]), .text("a"), .pattern("a"),
      .filter(.all([])),
    ]
    #expect(operands.filter { Comparison.Operation(`operator`, $0) != nil }.count == 1)
  }

  @Test func `a value of a type that the operation has nothing to do with makes it false`() throws {
    for seed in PropertyCases.seeds(full: 2_000) {
      var random = SeededGenerator(seed: seed)
      let operation = random.operation()
      let value = random.value()
      guard value.family != .null, let families = operation.families, !families.contains(value.family) else {
        continue
      }
      #expect(!NaiveFilter.isTrue(operation, value), "seed \(seed): \(operation) of \(value)")
    }
  }
}
