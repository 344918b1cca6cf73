// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Many filters in one list. Filters on an event look up each property once. Strings become
/// numbers, so most tests compare integers.
///
/// Immutable. It is a class so that passing it on costs only one retain.
final class FilterTape: Sendable {
  /// One test. It contains no references, so running it needs no reference counting.
  struct Step: Sendable {
    enum Code: UInt8, Sendable {
      /// A number and an `Int64`, or the bits of a `Double`.
      case int, double
      /// A date and milliseconds, or milliseconds from now.
      case date, dateFromNow
      case bool
      /// A string compared with the number of one known string, or with a bit for each of the first
      /// 64 known strings.
      case string, strings
      /// Whether there is a value.
      case presence
      /// The whole test, applied to the value.
      case test
    }

    var code: Code
    /// The relations of the property to the operand for which the test is true.
    var accepted: FilterRelations
    /// Relative to the first column of the group.
    var column: Int32
    var ifTrue: Int32
    var ifFalse: Int32
    /// For `test`, the number of the test.
    var operand: Int64
    /// The position of the instruction in its filter.
    var instruction: Int32
  }

  /// One property that filters read.
  struct Column: Sendable {
    struct Place: Hashable, Sendable {
      var key: PropertyName
      /// The keys after `key`; empty for a property at the root.
      var innerKeys: ContiguousArray<PropertyName>
    }

    let place: Place
    let isNested: Bool
    var strings = KnownStrings()

    init(place: Place) {
      self.place = place
      isNested = !place.innerKeys.isEmpty
    }
  }

  /// A test that needs the value itself. It is a class so that running it copies neither the test
  /// nor its contents.
  final class Test: Sendable {
    let test: FilterTest
    let filter: FilterProgram
    /// The element that a list must contain.
    private let element: Value?
    /// The same, if it is a string.
    private let text: String?

    init(_ test: FilterTest, of filter: FilterProgram) {
      element =
        switch test {
        case .contains(let operand), .containsString(_, element: let operand?): operand
        default: nil
        }
      text = if case .string(let text)? = element { text } else { nil }
      self.test = test
      self.filter = filter
    }

    func accepts(_ entry: UnsafePointer<Properties.Entry>?, at now: Instant) -> Bool {
      // Fast path for the most common test of a list. It copies neither the list nor its elements.
      if let element, let entry, case .array(let elements) = entry.pointee.value {
        return elements.withUnsafeBufferPointer { elements in
          let count = min(elements.count, Filter.maximumElements)
          guard let text else { return elements[..<count].contains { $0.matches(element) } }
          for position in 0..<count {
            if case .string(let other) = elements[position], other == text { return true }
          }
          return false
        }
      }
      return filter.instructions.withUnsafeBufferPointer {
        test.accepts(entry?.pointee.value, in: FilterRun(instructions: $0, now: now))
      }
    }
  }

  let columns: ContiguousArray<Column>
  let steps: ContiguousArray<Step>
  let tests: ContiguousArray<Test>
  let filters: ContiguousArray<FilterProgram>
  /// The first step of each filter.
  let entries: ContiguousArray<Int32>

  init(_ builder: FilterTapeBuilder) {
    columns = builder.columns
    steps = builder.steps
    tests = builder.tests
    filters = builder.filters
    entries = builder.entries
  }

  /// Calls `body` with a run of one group of filters on an event with these properties. The run is
  /// valid only during the call.
  ///
  /// - Parameters:
  ///   - now: the time of the event.
  ///   - group: the columns of the group. The run must not evaluate filters of other groups.
  @inline(__always)
  func withRun<Result>(
    on properties: Properties, at now: Instant, columns group: Range<Int>, _ body: (FilterTapeRun) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: FilterCell.self, capacity: group.count) { cells in
      properties.entries.withUnsafeBufferPointer { entries in
        columns.withUnsafeBufferPointer { columns in
          for position in 0..<group.count {
            let column = columns.baseAddress.unsafelyUnwrapped + group.lowerBound + position
            cells.initializeElement(at: position, to: FilterCell(column, in: entries))
          }
        }
        return steps.withUnsafeBufferPointer { steps in
          tests.withUnsafeBufferPointer { tests in
            body(
              FilterTapeRun(
                tape: self, steps: steps, tests: tests, cells: UnsafeBufferPointer(cells), now: now))
          }
        }
      }
    }
  }

  /// The same for a tape with only one group.
  @inline(__always)
  func withRun<Result>(on properties: Properties, at now: Instant, _ body: (FilterTapeRun) -> Result)
    -> Result
  {
    withRun(on: properties, at: now, columns: columns.indices, body)
  }
}

/// The relations of a property to an operand. Values that cannot be compared have no relation.
struct FilterRelations: OptionSet, Sendable {
  var rawValue: UInt8

  static let less = Self(rawValue: 1)
  static let equal = Self(rawValue: 2)
  static let greater = Self(rawValue: 4)
  /// The same type, but neither equal nor ordered.
  static let different = Self(rawValue: 8)
  static let missing = Self(rawValue: 16)
  static let null = Self(rawValue: 32)
  /// Neither missing nor null.
  static let present = Self(rawValue: 64)

  /// The relations that "not equal" accepts.
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

  /// Exact for every pair. Nothing is rounded.
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

/// A property's value in the form that most tests need: plain bits without references, and a
/// pointer to the value itself.
struct FilterCell {
  enum Kind: UInt8 { case missing, null, bool, int, double, string, date, list }

  var kind: Kind
  /// The number, the milliseconds of the date, 1 for true, or the number of the known string.
  var bits: Int64
  /// Valid as long as the properties. nil: the property is missing.
  var entry: UnsafePointer<Properties.Entry>?

  /// Copies no values, so it needs no reference counting.
  @inline(__always)
  init(_ column: UnsafePointer<FilterTape.Column>, in entries: UnsafeBufferPointer<Properties.Entry>) {
    guard let position = Properties.find(column.pointee.place.key, in: entries) else {
      self.init()
      return
    }
    let entry = entries.baseAddress.unsafelyUnwrapped + position
    if column.pointee.isNested {
      self = Self.inner(column, in: entry)
    } else {
      self.init(entry, knowing: column)
    }
  }

  /// A missing property.
  private init() { (kind, bits, entry) = (.missing, 0, nil) }

  /// The pointer to a nested value stays valid as long as the outer value, which owns it.
  private static func inner(
    _ column: UnsafePointer<FilterTape.Column>, in entry: UnsafePointer<Properties.Entry>
  ) -> FilterCell {
    var entry = entry
    for key in column.pointee.place.innerKeys {
      guard case .object(let members) = entry.pointee.value else { return FilterCell() }
      let found = members.entries.withUnsafeBufferPointer { entries in
        Properties.find(key, in: entries).map { entries.baseAddress.unsafelyUnwrapped + $0 }
      }
      guard let found else { return FilterCell() }
      entry = found
    }
    return FilterCell(entry, knowing: column)
  }

  @inline(__always)
  private init(_ entry: UnsafePointer<Properties.Entry>, knowing column: UnsafePointer<FilterTape.Column>) {
    switch entry.pointee.value {
    case .null: (kind, bits) = (.null, 0)
    case .bool(let isTrue): (kind, bits) = (.bool, isTrue ? 1 : 0)
    case .int(let number): (kind, bits) = (.int, number)
    case .double(let number): (kind, bits) = (.double, Int64(bitPattern: number.bitPattern))
    case .string: (kind, bits) = (.string, column.pointee.strings.number(of: entry))
    case .date(let date): (kind, bits) = (.date, date.milliseconds)
    case .array, .object: (kind, bits) = (.list, 0)
    }
    self.entry = entry
  }

  @inline(__always)
  var double: Double { Double(bitPattern: UInt64(bitPattern: bits)) }
}

/// The strings that a property is compared with, numbered from 0.
struct KnownStrings: Sendable {
  /// Larger sets use hashing.
  private static let mostWalked = 64

  private(set) var all: ContiguousArray<String> = []
  private var marks: ContiguousArray<TextKey> = []
  /// Empty for small sets.
  private var numbers: [String: Int64] = [:]

  var count: Int { all.count }

  /// The number of the entry's string, or -1 if it is unknown. The string itself is compared only
  /// if the marks do not settle it.
  @inline(__always)
  func number(of entry: UnsafePointer<Properties.Entry>) -> Int64 {
    let mark = entry.pointee.valueMark
    if mark.isNone || count > Self.mostWalked { return numberOfText(entry) }
    for position in marks.indices {
      switch mark.settles(marks[position]) {
      case true: return Int64(position)
      case nil: return numberOfText(entry)
      case false: continue
      }
    }
    return -1
  }

  @inline(never)
  private func numberOfText(_ entry: UnsafePointer<Properties.Entry>) -> Int64 {
    if case .string(let text) = entry.pointee.value { number(of: text) } else { -1 }
  }

  /// Returns -1 for an unknown string.
  func number(of text: String) -> Int64 {
    if !numbers.isEmpty { return numbers[text] ?? -1 }
    for position in all.indices where all[position] == text { return Int64(position) }
    return -1
  }

  mutating func add(_ text: String) -> Int64 {
    let known = number(of: text)
    guard known < 0 else { return known }
    all.append(text)
    marks.append(TextKey(text))
    if !numbers.isEmpty {
      numbers[text] = Int64(count - 1)
    } else if count > Self.mostWalked {
      for (number, text) in all.enumerated() { numbers[text] = Int64(number) }
    }
    return Int64(count - 1)
  }
}
