// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Turns the tree of a filter into the instructions of a `FilterProgram`.
///
/// Works from the end to the beginning: what follows a comparison is already placed when the comparison is, so that no jump has to be
/// corrected, and `not` only swaps the two targets.
struct FilterCompiler {
  private let compilePattern: PatternCompiler
  private(set) var instructions: ContiguousArray<FilterProgram.Instruction> = []
  private(set) var sources: ContiguousArray<FilterProgram.Source> = []
  private var diagnostics: [FilterDiagnostic] = []
  private var position: [FilterDiagnostic.Step] = []
  private var comparisons = 0

  /// Longer lists are hashed.
  private static let longestWalkedList = 8

  init(compilePattern: @escaping PatternCompiler) {
    self.compilePattern = compilePattern
  }

  /// Returns where to begin.
  mutating func compile(_ filter: Filter) throws(InvalidFilter) -> Int {
    let entry = place(filter, ifTrue: FilterProgram.accepted, ifFalse: FilterProgram.rejected, isNegated: false)
    if comparisons > Filter.maximumComparisons {
      report(.tooManyComparisons(count: comparisons, limit: Filter.maximumComparisons))
    }
    if !diagnostics.isEmpty { throw InvalidFilter(diagnostics: diagnostics.reversed()) }
    return entry
  }

  private mutating func place(_ filter: Filter, ifTrue: Int, ifFalse: Int, isNegated: Bool) -> Int {
    if case .compare(let comparison) = filter {
      return place(comparison, ifTrue: ifTrue, ifFalse: ifFalse, isNegated: isNegated)
    }
    guard position.count < Filter.maximumDepth else {
      report(.tooDeep(limit: Filter.maximumDepth))
      return ifFalse
    }
    switch filter {
    case .compare:
      return ifFalse
    case .not(let part):
      return inside(.not) { $0.place(part, ifTrue: ifFalse, ifFalse: ifTrue, isNegated: !isNegated) }
    case .all(let parts):
      return parts.indices.reversed().reduce(ifTrue) { next, index in
        inside(.all(index)) { $0.place(parts[index], ifTrue: next, ifFalse: ifFalse, isNegated: isNegated) }
      }
    case .any(let parts):
      return parts.indices.reversed().reduce(ifFalse) { next, index in
        inside(.any(index)) { $0.place(parts[index], ifTrue: ifTrue, ifFalse: next, isNegated: isNegated) }
      }
    }
  }

  private mutating func place(_ comparison: Comparison, ifTrue: Int, ifFalse: Int, isNegated: Bool) -> Int {
    comparisons += 1
    // Beyond the limit only the count matters.
    guard comparisons <= Filter.maximumComparisons else { return ifFalse }
    if comparison.path.isEmpty { report(.emptyPath) }
    guard let test = test(comparison.operation), let key = comparison.path.first else { return ifFalse }
    instructions.append(
      FilterProgram.Instruction(
        key: key,
        innerKeys: ContiguousArray(comparison.path.dropFirst()),
        field: comparison.path.count == 1 ? PurchaseField(rawValue: key) : nil,
        test: test,
        ifTrue: ifTrue,
        ifFalse: ifFalse))
    sources.append(FilterProgram.Source(comparison: comparison, isNegated: isNegated))
    return instructions.count - 1
  }

  /// nil when a diagnostic says why there is none.
  private mutating func test(_ operation: Comparison.Operation) -> FilterTest? {
    switch operation {
    case .equals(let operand): isComparable(operand) ? .equals(operand) : nil
    case .notEquals(let operand): isComparable(operand) ? .notEquals(operand) : nil
    case .less(let operand): order(.less, operand)
    case .lessOrEqual(let operand): order(.lessOrEqual, operand)
    case .greater(let operand): order(.greater, operand)
    case .greaterOrEqual(let operand): order(.greaterOrEqual, operand)
    case .isIn(let values): list(values)
    case .contains(.string(let text)): .containsString(text)
    case .contains(let operand): isComparable(operand) ? .contains(operand) : nil
    case .matches(let pattern, let ignoringCase): search(pattern, ignoringCase: ignoringCase)
    case .isBlank: .isBlank
    case .isNotBlank: .isNotBlank
    }
  }

  private mutating func order(_ order: FilterTest.Order, _ operand: Value) -> FilterTest? {
    guard isComparable(operand) else { return nil }
    switch operand {
    case .int(let number): return .int(order, number)
    case .double(let number): return .double(order, number)
    case .string(let text): return .string(order, text)
    case .date(let date): return .date(order, date)
    case .null, .bool, .array, .object:
      report(.operandWithoutOrder)
      return nil
    }
  }

  private mutating func list(_ values: [Value]) -> FilterTest? {
    guard !values.isEmpty else {
      report(.emptyList)
      return nil
    }
    guard values.count <= Filter.maximumListValues else {
      report(.tooManyListValues(count: values.count, limit: Filter.maximumListValues))
      return nil
    }
    var strings: ContiguousArray<String> = []
    for value in values {
      guard isComparable(value) else { return nil }
      if case .string(let text) = value { strings.append(text) }
    }
    let isShort = strings.count == values.count && strings.count <= Self.longestWalkedList
    return isShort ? .isInStrings(strings) : .isIn(FilterList(values))
  }

  private mutating func search(_ pattern: String, ignoringCase: Bool) -> FilterTest? {
    guard pattern.utf8.count <= Filter.maximumPatternLength else {
      report(.patternTooLong(limit: Filter.maximumPatternLength))
      return nil
    }
    guard let isFound = compilePattern(pattern, ignoringCase) else {
      report(.invalidPattern)
      return nil
    }
    return .matches(isFound)
  }

  private mutating func isComparable(_ operand: Value) -> Bool {
    switch operand {
    case .null:
      report(.nullOperand)
      return false
    case .double(let number) where number.isNaN:
      report(.notANumberOperand)
      return false
    default:
      return true
    }
  }

  private mutating func report(_ problem: FilterDiagnostic.Problem) {
    diagnostics.append(FilterDiagnostic(position: position, problem: problem))
  }

  private mutating func inside(_ step: FilterDiagnostic.Step, _ body: (inout Self) -> Int) -> Int {
    position.append(step)
    defer { position.removeLast() }
    return body(&self)
  }
}
