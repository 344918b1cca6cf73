// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A `Filter`, compiled: a flat list of comparisons, each of which says where to go on when it is true and when it is false.
///
/// Running it walks no tree, casts nothing and stops at the first comparison that settles the result.
///
/// What is compared how:
/// - Numbers compare exactly, whatever their type: 1 equals 1.0, and no large `int` is rounded to a `double`. NaN equals nothing and has no order.
/// - Strings compare by their Unicode scalars in canonical normal form, case matters, the locale does not. `contains` looks for the same scalars.
/// - Dates compare with dates only; a date written in a string is a string.
/// - Booleans, arrays and objects are equal or not; they have no order. Arrays and objects are equal when all that is in them is.
/// - Values of different types do not compare: every comparison is false, `notEquals` too.
/// - A missing property and null are blank: they equal nothing, are not equal to every value, and every other comparison is false.
/// - `all` of nothing is true, `any` of nothing is false.
public struct FilterProgram: Sendable {
  struct Instruction: Sendable {
    var key: String
    /// The keys after `key`; empty for a property at the root.
    var innerKeys: ContiguousArray<String>
    var field: PurchaseField?
    var test: FilterTest
    var ifTrue: Int
    var ifFalse: Int
  }

  /// What only `explain` needs, at the same position as the instruction.
  struct Source: Sendable {
    var comparison: Comparison
    var isNegated: Bool
  }

  static let accepted = -1
  static let rejected = -2

  let instructions: ContiguousArray<Instruction>
  let sources: ContiguousArray<Source>
  let entry: Int

  /// Compiles a filter once; evaluate it as often as you like.
  ///
  /// - Parameter compilePattern: as in `Environment`.
  /// - Throws: all mistakes of the filter at once.
  public init(
    _ filter: Filter,
    compilePattern: @escaping PatternCompiler
  ) throws(InvalidFilter) {
    var compiler = FilterCompiler(compilePattern: compilePattern)
    entry = try compiler.compile(filter)
    instructions = compiler.instructions
    sources = compiler.sources
  }

  /// True when the properties satisfy the filter.
  ///
  /// - Parameter now: when the event happened; what "three days ago" is counted from.
  public func evaluate(_ properties: [String: Value], at now: Instant) -> Bool {
    run(on: properties, at: now).result == Self.accepted
  }

  /// True when the purchase satisfies the filter. Its own fields can be named where no property hides them.
  ///
  /// - Parameter now: when the purchase happened; what "three days ago" is counted from.
  public func evaluate(_ purchase: Purchase, at now: Instant) -> Bool {
    run(on: purchase, at: now).result == Self.accepted
  }

  /// The comparison that decided that the filter is false; nil when it is true.
  ///
  /// A filter that no value can satisfy (`any` of nothing) has no such comparison: the miss has an empty path and an empty list.
  public func explain(_ properties: [String: Value], at now: Instant) -> FilterMiss? {
    miss(on: properties, at: now)
  }

  /// The comparison that decided that the filter is false for this purchase; nil when it is true.
  public func explain(_ purchase: Purchase, at now: Instant) -> FilterMiss? {
    miss(on: purchase, at: now)
  }

  @inline(__always)
  private func run(on source: some PropertySource, at now: Instant) -> (result: Int, last: Int) {
    var position = entry
    var last = -1
    instructions.withUnsafeBufferPointer { instructions in
      while position >= 0 {
        last = position
        position = instructions[position].next(on: source)
      }
    }
    return (position, last)
  }

  private func miss(on source: some PropertySource, at now: Instant) -> FilterMiss? {
    let (result, last) = run(on: source, at: now)
    guard result == Self.rejected else { return nil }
    let impossible = FilterMiss(path: [], operation: .isIn([]), actual: nil, isTypeMismatch: false)
    guard last >= 0 else { return impossible }
    let comparison = sources[last].comparison
    let actual = instructions[last].value(in: source)
    // The last comparison came out as required, so that what followed it was false by itself.
    guard instructions[last].test.accepts(actual) == sources[last].isNegated else { return impossible }
    return FilterMiss(
      path: comparison.path,
      operation: comparison.operation,
      actual: actual,
      isTypeMismatch: actual.map(comparison.operation.differsInType) ?? false,
      isNegated: sources[last].isNegated)
  }
}

extension FilterProgram.Instruction {
  @inline(__always)
  func next(on source: some PropertySource) -> Int {
    test.accepts(value(in: source)) ? ifTrue : ifFalse
  }

  @inline(__always)
  func value(in source: some PropertySource) -> Value? {
    if innerKeys.isEmpty { return source.value(key, field) }
    guard var value = source.value(key, nil) else { return nil }
    for key in innerKeys {
      guard case .object(let members) = value, let member = members[key] else { return nil }
      value = member
    }
    return value
  }
}

/// What a filter reads.
protocol PropertySource {
  /// `field` is what `key` means when no property has that name.
  func value(_ key: String, _ field: PurchaseField?) -> Value?
}

/// The fields of a purchase that a filter can name.
enum PurchaseField: String, Sendable {
  case price, currency, quantity
  case productID = "product_id"
}

extension [String: Value]: PropertySource {
  @inline(__always)
  func value(_ key: String, _ field: PurchaseField?) -> Value? { self[key] }
}

extension Purchase: PropertySource {
  @inline(__always)
  func value(_ key: String, _ field: PurchaseField?) -> Value? {
    if let property = properties[key] { return property }
    return switch field {
    case nil: nil
    case .price: .double(price)
    case .currency: .string(currency)
    case .quantity: .int(Int64(quantity))
    case .productID: .string(productID)
    }
  }
}

extension Comparison.Operation {
  /// True when `actual` is there but of a type with which this operation has nothing to do.
  func differsInType(from actual: Value) -> Bool {
    guard actual.family != .null else { return false }
    return switch self {
    case .equals(let operand), .notEquals(let operand), .less(let operand), .lessOrEqual(let operand), .greater(let operand),
      .greaterOrEqual(let operand):
      actual.family != operand.family
    case .isIn(let values): !values.contains { $0.family == actual.family }
    case .contains(let operand): !(actual.family == .array || (actual.family == .string && operand.family == .string))
    case .matches: actual.family != .string
    case .isBlank, .isNotBlank: false
    }
  }
}
