// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Filters, one after the other. What those on one event read is looked up once for this group of them, and strings become numbers then, so
/// that asking costs a comparison of two integers for most tests.
///
/// Immutable, and a class only so that handing it on costs one retain.
final class FilterTape: Sendable {
  /// What one test asks. It refers to nothing, so that running it counts no references.
  struct Step: Sendable {
    enum Code: UInt8, Sendable {
      /// A number and an `Int64`, or the bits of a `Double`.
      case int, double
      /// A date and milliseconds, or milliseconds from now.
      case date, dateFromNow
      case bool
      /// A string and the number of a known one, or a bit for each of the first 64 known ones.
      case string, strings
      /// Whether there is something.
      case presence
      /// The test itself, on the value.
      case test
    }

    var code: Code
    /// For which relations of the property to the operand the test is true.
    var accepted: FilterRelations
    /// Counted from the first column of its group.
    var column: Int32
    var ifTrue: Int32
    var ifFalse: Int32
    /// For `test` the number of the filter.
    var operand: Int64
    /// The position of the instruction in its filter.
    var instruction: Int32
  }

  /// One property that filters read.
  struct Column: Sendable {
    /// `field` is what the key means in a purchase when no property has that name.
    struct Place: Hashable, Sendable {
      var key: PropertyName
      /// The keys after `key`; empty for a property at the root.
      var innerKeys: ContiguousArray<PropertyName>
      var field: PurchaseField?
    }

    var place: Place
    var strings = KnownStrings()
  }

  let columns: ContiguousArray<Column>
  let steps: ContiguousArray<Step>
  let filters: ContiguousArray<FilterProgram>
  /// Where each filter begins.
  let entries: ContiguousArray<Int32>

  init(_ builder: FilterTapeBuilder) {
    columns = builder.columns
    steps = builder.steps
    filters = builder.filters
    entries = builder.entries
  }

  /// Calls `body` with what asks the filters of one group of an event with these properties; valid only during the call.
  ///
  /// - Parameters:
  ///   - now: when the event happened.
  ///   - group: the columns of that group. Filters of other groups must not be asked.
  @inline(__always)
  func withRun<Result>(
    on source: some PropertySource, at now: Instant, columns group: Range<Int>, _ body: (FilterTapeRun) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Value?.self, capacity: group.count) { values in
      withUnsafeTemporaryAllocation(of: FilterCell.self, capacity: group.count) { cells in
        for position in 0..<group.count {
          let column = group.lowerBound + position
          let value = columns[column].place.value(in: source)
          cells.initializeElement(at: position, to: FilterCell(value, knowing: columns[column].strings))
          values.initializeElement(at: position, to: value)
        }
        defer { values.deinitialize() }
        return steps.withUnsafeBufferPointer { steps in
          body(
            FilterTapeRun(tape: self, steps: steps, cells: UnsafeBufferPointer(cells), values: UnsafeBufferPointer(values), now: now))
        }
      }
    }
  }

  /// The same where all filters are one group.
  @inline(__always)
  func withRun<Result>(on source: some PropertySource, at now: Instant, _ body: (FilterTapeRun) -> Result) -> Result {
    withRun(on: source, at: now, columns: columns.indices, body)
  }
}

extension FilterTape.Column.Place {
  @inline(__always)
  func value(in source: some PropertySource) -> Value? {
    guard var value = source.value(key, field) else { return nil }
    for key in innerKeys {
      guard case .object(let members) = value, let member = members[key] else { return nil }
      value = member
    }
    return value
  }
}

/// The relations of a property to an operand; what there is none of is in none of them.
struct FilterRelations: OptionSet, Sendable {
  var rawValue: UInt8

  static let less = Self(rawValue: 1)
  static let equal = Self(rawValue: 2)
  static let greater = Self(rawValue: 4)
  /// Of one type, without being equal and without an order.
  static let different = Self(rawValue: 8)
  static let missing = Self(rawValue: 16)
  static let null = Self(rawValue: 32)
  /// Neither missing nor null.
  static let present = Self(rawValue: 64)

  /// What "not equal" accepts.
  static let unequal: Self = [.less, .greater, .different, .missing, .null]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ order: FilterTest.Order) {
    self =
      switch order {
      case .less: .less
      case .lessOrEqual: [.less, .equal]
      case .greater: .greater
      case .greaterOrEqual: [.greater, .equal]
      }
  }

  @inline(__always)
  init<T: Comparable>(of left: T, to right: T) {
    self = left < right ? .less : left > right ? .greater : left == right ? .equal : .different
  }

  /// Exact for every pair: nothing is rounded.
  @inline(__always)
  init(of left: Int64, to right: Double) {
    self =
      switch Relation(left, right) {
      case .less: .less
      case .equal: .equal
      case .greater: .greater
      case nil: .different
      }
  }

  @inline(__always)
  var reversed: Self { self == .less ? .greater : self == .greater ? .less : self }
}

/// A property's value as most tests need it: 16 bytes that refer to nothing.
struct FilterCell {
  enum Kind: UInt8 { case missing, null, bool, int, double, string, date, list }

  var kind: Kind
  /// The number, the date's milliseconds, 1 for true, or which known string it is.
  var bits: Int64

  @inline(__always)
  init(_ value: Value?, knowing strings: KnownStrings) {
    switch value {
    case nil: (kind, bits) = (.missing, 0)
    case .null: (kind, bits) = (.null, 0)
    case .bool(let isTrue): (kind, bits) = (.bool, isTrue ? 1 : 0)
    case .int(let number): (kind, bits) = (.int, number)
    case .double(let number): (kind, bits) = (.double, Int64(bitPattern: number.bitPattern))
    case .string(let text): (kind, bits) = (.string, strings.number(of: text))
    case .date(let date): (kind, bits) = (.date, date.milliseconds)
    case .array, .object: (kind, bits) = (.list, 0)
    }
  }

  @inline(__always)
  var double: Double { Double(bitPattern: UInt64(bitPattern: bits)) }
}

/// The strings with which one property is compared, numbered from 0.
struct KnownStrings: Sendable {
  /// So many are walked: that is faster than hashing.
  private static let longestWalked = 6

  private(set) var all: ContiguousArray<String> = []
  /// Empty while they are few.
  private var numbers: [String: Int64] = [:]

  var count: Int { all.count }

  /// -1 for a string that is none of them.
  func number(of text: String) -> Int64 {
    if !numbers.isEmpty { return numbers[text] ?? -1 }
    for position in all.indices where all[position] == text { return Int64(position) }
    return -1
  }

  mutating func add(_ text: String) -> Int64 {
    let known = number(of: text)
    guard known < 0 else { return known }
    all.append(text)
    if !numbers.isEmpty {
      numbers[text] = Int64(all.count - 1)
    } else if all.count > Self.longestWalked {
      for (number, text) in all.enumerated() { numbers[text] = Int64(number) }
    }
    return Int64(all.count - 1)
  }
}
