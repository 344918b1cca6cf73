// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@Suite("Filter diagnostics")
struct FilterDiagnosticTests {
  private func diagnostics(_ filter: Filter) -> [FilterDiagnostic] {
    do throws(InvalidFilter) {
      _ = try FilterProgram(filter, compilePattern: plainPatterns)
      return []
    } catch {
      return error.diagnostics
    }
  }

  private static func compare(_ operation: Comparison.Operation) -> Filter {
    .compare(Comparison(path: ["x"], operation: operation))
  }

  private func nested(_ depth: Int) -> Filter {
    (0..<depth).reduce(Self.compare(.isBlank)) { filter, _ in .not(filter) }
  }

  @Test(
    "what can never be true or makes no sense is refused with its reason",
    arguments: [
      (Comparison.Operation.equals(.null), FilterDiagnostic.Problem.nullOperand),
      (.notEquals(.null), .nullOperand), (.less(.null), .nullOperand), (.contains(.null), .nullOperand),
      (.isIn([.int(1), .null]), .nullOperand),
      (.equals(.double(.nan)), .notANumberOperand), (.greater(.double(.nan)), .notANumberOperand),
      (.less(.bool(true)), .operandWithoutOrder), (.greaterOrEqual(.array([])), .operandWithoutOrder),
      (.lessOrEqual(.object([:])), .operandWithoutOrder),
      (.isIn([]), .emptyList), (.matches(pattern: "(", ignoringCase: true), .invalidPattern),
      (.isIn((0...250).map { .int($0) }), .tooManyListValues(count: 251, limit: 250)),
      (.matches(pattern: String(repeating: "a", count: 1_001), ignoringCase: false), .patternTooLong(limit: 1_000)),
    ])
  func problems(operation: Comparison.Operation, problem: FilterDiagnostic.Problem) {
    #expect(diagnostics(Self.compare(operation)) == [FilterDiagnostic(position: [], problem: problem)])
  }

  @Test("what is exactly at a limit is accepted")
  func limits() {
    #expect(diagnostics(nested(8)) == [])
    #expect(diagnostics(.all(Array(repeating: Self.compare(.isBlank), count: 100))) == [])
    #expect(diagnostics(Self.compare(.isIn((0..<250).map { .int($0) }))) == [])
    #expect(diagnostics(Self.compare(.matches(pattern: String(repeating: "a", count: 1_000), ignoringCase: false))) == [])
  }

  @Test("too deep, too many and nothing named are refused")
  func refused() {
    #expect(diagnostics(nested(9)) == [FilterDiagnostic(position: Array(repeating: .not, count: 8), problem: .tooDeep(limit: 8))])
    #expect(
      diagnostics(.all(Array(repeating: Self.compare(.isBlank), count: 101)))
        == [FilterDiagnostic(position: [], problem: .tooManyComparisons(count: 101, limit: 100))])
    #expect(diagnostics(.compare(Comparison(path: [], operation: .isBlank))) == [FilterDiagnostic(position: [], problem: .emptyPath)])
  }

  @Test("all mistakes are reported at once, in the order of the filter, each with its place")
  func positions() {
    let found = diagnostics(
      .all([
        Self.compare(.isBlank),
        .any([Self.compare(.isIn([])), .not(Self.compare(.matches(pattern: "(", ignoringCase: false)))]),
        Self.compare(.equals(.null)),
      ]))
    #expect(found.map(\.fieldPath) == ["all[1].any[0]", "all[1].any[1].not", "all[2]"])
    #expect(found.map(\.problem) == [.emptyList, .invalidPattern, .nullOperand])
    #expect(found[1].description == "all[1].any[1].not: The pattern is not a valid regular expression; correct it.")
  }
}
