// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

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
    arguments: [
      (Comparison.Operation.equals(.null), FilterDiagnostic.Problem.nullOperand),
      (.notEquals(.null), .nullOperand), (.less(.value(.null)), .nullOperand),
      (.contains(.null), .nullOperand),
      (.isIn([.int(1), .null]), .nullOperand),
      (.equals(.double(.nan)), .notANumberOperand), (.greater(.double(.nan)), .notANumberOperand),
      (.less(.value(.bool(true))), .operandWithoutOrder),
      (.greaterOrEqual(.value(.array([]))), .operandWithoutOrder),
      (.lessOrEqual(.value(.object([:]))), .operandWithoutOrder),
      (.isIn([]), .emptyList),
      (.matches(pattern: "(", ignoringCase: true), .invalidPattern(InvalidPattern(.refused, position: 0))),
      (.isNotIn([]), .emptyList), (.includesAny([]), .emptyList), (.includesAll([.null]), .nullOperand),
      (.between(.int(2), .double(1.5)), .reversedRange),
      (.between(.string("b"), .string("a")), .reversedRange),
      (.between(.fromNow(seconds: 1), .ago(seconds: 1)), .reversedRange),
      (.between(.int(1), .string("a")), .rangeOfTwoTypes),
      (.between(.fromNow(seconds: 0), .int(1)), .rangeOfTwoTypes),
      (.between(.int(1), .value(.null)), .nullOperand),
      (.less(.fromNow(seconds: 3_155_760_001)), .offsetTooLong(limit: 3_155_760_000)),
      (.greater(.fromNow(seconds: .min)), .offsetTooLong(limit: 3_155_760_000)),
      (.contains(.int(1), ignoringCase: true), .caseOfNoString),
      (.isIn((0...250).map { .int($0) }), .tooManyListValues(count: 251, limit: 250)),
      (
        .matches(pattern: String(repeating: "a", count: 1_001), ignoringCase: false),
        .patternTooLong(limit: 1_000)
      ),
    ])
  func `what can never be true or makes no sense is refused with its reason`(
    operation: Comparison.Operation, problem: FilterDiagnostic.Problem
  ) {
    #expect(diagnostics(Self.compare(operation)) == [FilterDiagnostic(position: [], problem: problem)])
  }

  @Test func `what is exactly at a limit is accepted`() {
    #expect(diagnostics(nested(8)) == [])
    #expect(diagnostics(Self.compare(.less(.fromNow(seconds: 3_155_760_000)))) == [])
    #expect(diagnostics(Self.compare(.between(.int(1), .double(1)))) == [])
    #expect(diagnostics(Self.compare(.between(.date(5), .ago(seconds: 9)))) == [])
    #expect(diagnostics(.all(Array(repeating: Self.compare(.isBlank), count: 100))) == [])
    #expect(diagnostics(Self.compare(.isIn((0..<250).map { .int($0) }))) == [])
    #expect(
      diagnostics(Self.compare(.matches(pattern: String(repeating: "a", count: 1_000), ignoringCase: false)))
        == [])
  }

  @Test func `too deep, too many and nothing named are refused`() {
    #expect(
      diagnostics(nested(9)) == [
        FilterDiagnostic(position: Array(repeating: .not, count: 8), problem: .tooDeep(limit: 8))
      ])
    #expect(
      diagnostics(.all(Array(repeating: Self.compare(.isBlank), count: 101)))
        == [FilterDiagnostic(position: [], problem: .tooManyComparisons(count: 101, limit: 100))])
    #expect(
      diagnostics(.compare(Comparison(path: [], operation: .isBlank))) == [
        FilterDiagnostic(position: [], problem: .emptyPath)
      ])
  }

  @Test func `all mistakes are reported at once, in the order of the filter, each with its place`() {
    let found = diagnostics(
      .all([
        Self.compare(.isBlank),
        .any([Self.compare(.isIn([])), .not(Self.compare(.matches(pattern: "(", ignoringCase: false)))]),
        Self.compare(.equals(.null)),
      ]))
    #expect(found.map(\.fieldPath) == ["all[1].any[0]", "all[1].any[1].not", "all[2]"])
    #expect(
      found.map(\.problem) == [
        .emptyList, .invalidPattern(InvalidPattern(.refused, position: 0)), .nullOperand,
      ])
    #expect(
      found[1].description
        == "all[1].any[1].not: The pattern is not a valid regular expression, at character 1; correct it.")
  }

  @Test
  func
    `the filter of any element counts as a level, its comparisons count, and the empty path may stand in it only`()
  {
    let element = Filter.compare(Comparison(path: [], operation: .isNotBlank))
    func levels(_ count: Int) -> Filter {
      (0..<count).reduce(element) { filter, _ in Self.compare(.anyElement(filter)) }
    }
    #expect(diagnostics(levels(8)) == [])
    #expect(
      diagnostics(levels(9)) == [
        FilterDiagnostic(position: Array(repeating: .element, count: 8), problem: .tooDeep(limit: 8))
      ])
    #expect(
      diagnostics(Self.compare(.anyElement(.all(Array(repeating: element, count: 100)))))
        == [FilterDiagnostic(position: [], problem: .tooManyComparisons(count: 101, limit: 100))])
    let found = diagnostics(.all([element, Self.compare(.anyElement(.any([Self.compare(.isIn([]))])))]))
    #expect(
      found.map(\.description) == [
        "all[0]: The comparison has no property. Add one.",
        "all[1].filter.any[0]: The list is empty. Add a value.",
      ])
  }
}
