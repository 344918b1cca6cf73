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
    /// For `test` its number.
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

  /// A test that has to see the value itself. A class, so that asking copies neither the test nor what it refers to.
  final class Test: Sendable {
    let test: FilterTest
    let filter: FilterProgram
    /// What a list must have as an element.
    private let element: Value?

    init(_ test: FilterTest, of filter: FilterProgram) {
      element =
        switch test {
        case .contains(let operand), .containsString(_, element: let operand?): operand
        default: nil
        }
      self.test = test
      self.filter = filter
    }

    func accepts(_ entry: UnsafePointer<Properties.Entry>?, at now: Instant) -> Bool {
      // What a list is asked most, without handing the list on.
      if let element, let entry, case .array(let elements) = entry.pointee.value {
        for position in 0..<min(elements.count, Filter.maximumElements) where elements[position].matches(element) { return true }
        return false
      }
      return filter.instructions.withUnsafeBufferPointer { test.accepts(entry?.pointee.value, in: FilterRun(instructions: $0, now: now)) }
    }
  }

  let columns: ContiguousArray<Column>
  let steps: ContiguousArray<Step>
  let tests: ContiguousArray<Test>
  let filters: ContiguousArray<FilterProgram>
  /// Where each filter begins.
  let entries: ContiguousArray<Int32>

  init(_ builder: FilterTapeBuilder) {
    columns = builder.columns
    steps = builder.steps
    tests = builder.tests
    filters = builder.filters
    entries = builder.entries
  }

  /// Calls `body` with what asks the filters of one group of an event with these properties; valid only during the call.
  ///
  /// - Parameters:
  ///   - now: when the event happened.
  ///   - group: the columns of that group. Filters of other groups must not be asked.
  @inline(__always)
  func withRun<Result>(on properties: Properties, at now: Instant, columns group: Range<Int>, _ body: (FilterTapeRun) -> Result) -> Result {
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
            body(FilterTapeRun(tape: self, steps: steps, tests: tests, cells: UnsafeBufferPointer(cells), now: now))
          }
        }
      }
    }
  }

  /// The same where all filters are one group.
  @inline(__always)
  func withRun<Result>(on properties: Properties, at now: Instant, _ body: (FilterTapeRun) -> Result) -> Result {
    withRun(on: properties, at: now, columns: columns.indices, body)
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

/// A property's value as most tests need it: what refers to nothing, and where the value itself lies.
struct FilterCell {
  enum Kind: UInt8 { case missing, null, bool, int, double, string, date, list }

  var kind: Kind
  /// The number, the date's milliseconds, 1 for true, or which known string it is.
  var bits: Int64
  /// Lasts as long as the properties do; nil: missing.
  var entry: UnsafePointer<Properties.Entry>?

  /// Nothing is copied on the way, so that no references are counted.
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

  /// Missing.
  private init() { (kind, bits, entry) = (.missing, 0, nil) }

  /// What lies deeper belongs to what lies above, and lasts as long.
  private static func inner(_ column: UnsafePointer<FilterTape.Column>, in entry: UnsafePointer<Properties.Entry>) -> FilterCell {
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

/// The strings with which one property is compared, numbered from 0.
struct KnownStrings: Sendable {
  /// More are found by hashing.
  private static let mostWalked = 64

  private(set) var all: ContiguousArray<String> = []
  private var marks: ContiguousArray<TextMark> = []
  /// Empty while they are few.
  private var numbers: [String: Int64] = [:]

  var count: Int { all.count }

  /// The number of an entry's string; -1 when it is none of them. The string itself is looked at only where marks do not tell.
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
    marks.append(TextMark(text))
    if !numbers.isEmpty {
      numbers[text] = Int64(count - 1)
    } else if count > Self.mostWalked {
      for (number, text) in all.enumerated() { numbers[text] = Int64(number) }
    }
    return Int64(count - 1)
  }
}
