// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A compiled `Filter`: a flat list of comparisons, each with the next one for true and for false.
///
/// It walks no tree, casts nothing, and stops at the first comparison that settles the result.
///
/// How values are compared:
///
/// - Numbers compare exactly, whatever their type: 1 equals 1.0, and large `int`s are not rounded
///   to `double`. NaN equals nothing and has no order.
/// - Strings, including patterns, are compared in `NormalForm`, by their Unicode scalars. Case
///   matters, the locale does not. With ignored case, `contains`, `startsWith` and `endsWith` use
///   simple case folding.
/// - Dates only compare with dates. A date in a string is a string.
/// - A relative date is relative to the time of the event, which is an argument.
/// - Booleans, arrays and objects have no order. Arrays and objects are equal if their contents
///   are.
/// - Values of different types do not compare: every comparison is false, including `notEquals`.
/// - A missing property and null are blank: they equal nothing, are not equal to every value, are
///   in no list, and every other comparison is false. Null exists; a missing property does not.
/// - Only the first `Filter.maximumElements` elements of arrays are considered. Paths only go
///   through objects; `anyElement` is for arrays.
/// - An empty `all` is true, and an empty `any` is false.
public struct FilterProgram: Sendable {
  struct Instruction: Sendable {
    /// True for the empty path: the element itself.
    var isElement: Bool
    var key: PropertyName
    /// The keys after `key`; empty for a property at the root.
    var innerKeys: ContiguousArray<PropertyName>
    var test: FilterTest
    var ifTrue: Int
    var ifFalse: Int
  }

  /// Data that only `explain` needs, at the same index as the instruction.
  struct Source: Sendable {
    var comparison: Comparison
    var isNegated: Bool
  }

  static let accepted = -1
  static let rejected = -2

  let instructions: ContiguousArray<Instruction>
  let sources: ContiguousArray<Source>
  let entry: Int

  /// Compiles a filter.
  ///
  /// - Parameter compilePattern: as in `Environment`.
  /// - Throws: all mistakes in the filter.
  public init(_ filter: Filter, compilePattern: @escaping PatternCompiler) throws(InvalidFilter) {
    var compiler = FilterCompiler(compilePattern: compilePattern)
    entry = try compiler.compile(filter)
    instructions = compiler.instructions
    sources = compiler.sources
  }

  /// True if the properties match the filter.
  ///
  /// - Parameter now: the time of the event, for relative dates.
  public func evaluate(_ properties: Properties, at now: Instant) -> Bool {
    run(on: properties, at: now).result == Self.accepted
  }

  /// The comparison that made the filter false, or nil if it is true.
  ///
  /// A filter that can never be true (an empty `any`) has no such comparison. The result then has
  /// an empty path and an empty list.
  public func explain(_ properties: Properties, at now: Instant) -> FilterMiss? {
    let (result, last) = run(on: properties, at: now)
    guard result == Self.rejected else { return nil }
    return last < 0 ? .impossible : miss(at: last, of: instructions[last].value(in: properties), at: now)
  }

  @inline(__always)
  private func run(on source: some PropertySource, at now: Instant) -> (result: Int, last: Int) {
    instructions.withUnsafeBufferPointer {
      FilterRun(instructions: $0, now: now).run(from: entry, on: source)
    }
  }

  /// Explains why the filter is false. The comparison at position `last` was evaluated last.
  ///
  /// - Parameter actual: the property that this comparison was evaluated on.
  func miss(at last: Int, of actual: Value?, at now: Instant) -> FilterMiss {
    instructions.withUnsafeBufferPointer { instructions in
      let run = FilterRun(instructions: instructions, now: now)
      let comparison = sources[last].comparison
      // The last comparison had the required result, so the rest of the filter can never be true.
      guard instructions[last].test.accepts(actual, in: run) == sources[last].isNegated else {
        return .impossible
      }
      return FilterMiss(
        path: comparison.path, operation: comparison.operation, actual: actual,
        isTypeMismatch: isTypeMismatch(last, actual, in: run),
        isNegated: sources[last].isNegated)
    }
  }

  /// True if the comparison does not support the value's type. For a list, true if this holds for
  /// the deciding comparison of every element.
  private func isTypeMismatch(_ position: Int, _ actual: Value?, in run: FilterRun) -> Bool {
    guard let actual else { return false }
    guard case .anyElement(let entry) = run.instructions[position].test, case .array(let elements) = actual,
      !elements.isEmpty
    else {
      return sources[position].comparison.operation.differsInType(from: actual)
    }
    return elements.prefix(Filter.maximumElements).allSatisfy { element in
      let source = ElementSource(element: element)
      let (result, last) = run.run(from: entry, on: source)
      guard result == Self.rejected, last >= 0 else { return false }
      return isTypeMismatch(last, run.instructions[last].value(in: source), in: run)
    }
  }
}

extension FilterMiss {
  /// The miss of a filter that no value can satisfy.
  static let impossible = FilterMiss(path: [], operation: .isIn([]), actual: nil, isTypeMismatch: false)
}

/// One evaluation: the instructions and the time of the event.
struct FilterRun {
  let instructions: UnsafeBufferPointer<FilterProgram.Instruction>
  let now: Instant

  /// Returns the result, and the comparison that was evaluated last (-1: none).
  @inline(__always)
  func run(from entry: Int, on source: some PropertySource) -> (result: Int, last: Int) {
    var position = entry
    var last = -1
    while position >= 0 {
      last = position
      position = instructions[position].next(on: source, in: self)
    }
    return (position, last)
  }

  /// True if an element satisfies the filter that starts at `entry`. Only the first
  /// `Filter.maximumElements` elements are considered.
  func isAny(of elements: [Value], acceptedFrom entry: Int) -> Bool {
    for element in elements.prefix(Filter.maximumElements) {
      if run(from: entry, on: ElementSource(element: element)).result == FilterProgram.accepted {
        return true
      }
    }
    return false
  }
}

extension FilterProgram.Instruction {
  @inline(__always)
  func next(on source: some PropertySource, in run: FilterRun) -> Int {
    test.accepts(value(in: source), in: run) ? ifTrue : ifFalse
  }

  @inline(__always)
  func value(in source: some PropertySource) -> Value? {
    if isElement { return source.element }
    guard var value = source.value(key) else { return nil }
    for key in innerKeys {
      guard case .object(let members) = value, let member = members[key] else { return nil }
      value = member
    }
    return value
  }
}

/// The source of the values that a filter reads.
protocol PropertySource {
  func value(_ key: PropertyName) -> Value?
  /// The value of the empty path: the element itself, or nil outside an `anyElement`.
  var element: Value? { get }
}

extension PropertySource {
  var element: Value? { nil }
}

/// One element of a list, for the filter of an `anyElement`.
struct ElementSource: PropertySource {
  let element: Value?

  @inline(__always)
  func value(_ key: PropertyName) -> Value? {
    if case .object(let members) = element { members[key] } else { nil }
  }
}

extension Properties: PropertySource {
  @inline(__always)
  func value(_ key: PropertyName) -> Value? { self[key] }
}
