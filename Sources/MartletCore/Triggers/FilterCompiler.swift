// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Compiles the tree of a filter into the instructions of a `FilterProgram`.
///
/// It works backwards: what follows a comparison is placed before it. No jump needs correction, and
/// `not` only swaps the two targets.
struct FilterCompiler {
  private let compilePattern: PatternCompiler
  private(set) var instructions: ContiguousArray<FilterProgram.Instruction> = []
  private(set) var sources: ContiguousArray<FilterProgram.Source> = []
  private var diagnostics: [FilterDiagnostic] = []
  private var position: [FilterDiagnostic.Step] = []
  private var comparisons = 0

  /// Longer lists are hashed instead of searched linearly.
  private static let longestWalkedList = 8

  init(compilePattern: @escaping PatternCompiler) { self.compilePattern = compilePattern }

  /// Returns the position of the first instruction.
  mutating func compile(_ filter: Filter) throws(InvalidFilter) -> Int {
    let entry = place(
      filter, ifTrue: FilterProgram.accepted, ifFalse: FilterProgram.rejected, isNegated: false)
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
    case .compare: return ifFalse
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
    if comparison.path.isEmpty && !position.contains(.element) { report(.emptyPath) }
    guard let test = test(comparison.operation.inNormalForm) else { return ifFalse }
    let key = comparison.path.first ?? ""
    instructions.append(
      FilterProgram.Instruction(
        isElement: comparison.path.isEmpty, key: PropertyName(key),
        innerKeys: ContiguousArray(comparison.path.dropFirst().map { PropertyName($0) }), test: test,
        ifTrue: ifTrue, ifFalse: ifFalse))
    sources.append(FilterProgram.Source(comparison: comparison, isNegated: isNegated))
    return instructions.count - 1
  }

  /// Returns nil if it reported a diagnostic instead.
  private mutating func test(_ operation: Comparison.Operation) -> FilterTest? {
    switch operation {
    case .equals(let operand): isComparable(operand) ? .equals(operand) : nil
    case .notEquals(let operand): isComparable(operand) ? .notEquals(operand) : nil
    case .less(let bound): order(.less, bound)
    case .lessOrEqual(let bound): order(.lessOrEqual, bound)
    case .greater(let bound): order(.greater, bound)
    case .greaterOrEqual(let bound): order(.greaterOrEqual, bound)
    case .between(let lower, let upper): range(lower, upper)
    case .isIn(let values): list(values)
    case .isNotIn(let values): listed(values).map { .isNotIn($0) }
    case .contains(.string(let text), let ignoringCase):
      .containsString(
        SubstringSearch(text, ignoringCase: ignoringCase), element: ignoringCase ? nil : .string(text))
    case .contains(let operand, false): isComparable(operand) ? .contains(operand) : nil
    case .contains: refuse(.caseOfNoString)
    case .startsWith(let text, let ignoringCase):
      .startsWith(SubstringSearch(text, ignoringCase: ignoringCase))
    case .endsWith(let text, let ignoringCase): .endsWith(SubstringSearch(text, ignoringCase: ignoringCase))
    case .matches(let pattern, let ignoringCase): search(pattern, ignoringCase: ignoringCase)
    case .includesAny(let values): listed(values).map { .includesAny($0) }
    case .includesAll(let values): listed(values).map { _ in .includesAll(values) }
    case .anyElement(let filter): anyElement(filter)
    case .isBlank: .isBlank
    case .isNotBlank: .isNotBlank
    case .exists: .exists
    case .doesNotExist: .doesNotExist
    }
  }

  private mutating func order(_ order: FilterTest.Order, _ bound: Comparison.Bound) -> FilterTest? {
    switch bound {
    case .fromNow(let seconds):
      guard seconds.magnitude <= Filter.maximumOffset.magnitude else {
        return refuse(.offsetTooLong(limit: Filter.maximumOffset))
      }
      return .dateFromNow(order, milliseconds: seconds * 1_000)
    case .value(let operand):
      guard isComparable(operand) else { return nil }
      return switch operand {
      case .int(let number): .int(order, number)
      case .double(let number): .double(order, number)
      case .string(let text): .string(order, text)
      case .date(let date): .date(order, date)
      case .null, .bool, .array, .object: refuse(.operandWithoutOrder)
      }
    }
  }

  private mutating func range(_ lower: Comparison.Bound, _ upper: Comparison.Bound) -> FilterTest? {
    guard let first = order(.greaterOrEqual, lower), let second = order(.lessOrEqual, upper) else {
      return nil
    }
    guard lower.family == upper.family else { return refuse(.rangeOfTwoTypes) }
    switch (lower, upper) {
    case (.value(let lower), .value):
      // Two constants are in order if the lower one passes the test of the upper bound.
      guard second.accepts(lower) else { return refuse(.reversedRange) }
    case (.fromNow(let lower), .fromNow(let upper)):
      guard lower <= upper else { return refuse(.reversedRange) }
    default: break
    }
    return .between(first, second)
  }

  private mutating func anyElement(_ filter: Filter) -> FilterTest? {
    guard position.count < Filter.maximumDepth else { return refuse(.tooDeep(limit: Filter.maximumDepth)) }
    let entry = inside(.element) {
      $0.place(filter, ifTrue: FilterProgram.accepted, ifFalse: FilterProgram.rejected, isNegated: false)
    }
    return .anyElement(entry: entry)
  }

  private mutating func listed(_ values: [Value]) -> FilterList? {
    guard list(values) != nil else { return nil }
    return FilterList(values)
  }

  private mutating func list(_ values: [Value]) -> FilterTest? {
    guard !values.isEmpty else { return refuse(.emptyList) }
    guard values.count <= Filter.maximumListValues else {
      return refuse(.tooManyListValues(count: values.count, limit: Filter.maximumListValues))
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
      return refuse(.patternTooLong(limit: Filter.maximumPatternLength))
    }
    do throws(InvalidPattern) {
      return .matches(try compilePattern(NormalForm.of(pattern), ignoringCase))
    } catch {
      return refuse(.invalidPattern(error))
    }
  }

  private mutating func isComparable(_ operand: Value) -> Bool {
    switch operand {
    case .null: report(.nullOperand)
    case .double(let number) where number.isNaN: report(.notANumberOperand)
    default: return true
    }
    return false
  }

  private mutating func refuse(_ problem: FilterDiagnostic.Problem) -> FilterTest? {
    report(problem)
    return nil
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
