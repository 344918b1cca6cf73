// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What is known of an event, or of an object inside it: values by name, laid out once for the many filters that ask for them.
///
/// It is made when the event is logged, and from then on only read: finding a name costs a walk over a few numbers, where a dictionary would
/// hash the name again for each look-up. Names are unique; they are the same when they are canonically equivalent, as for a dictionary.
/// Two are equal when they hold the same values under the same names, in whatever order those were given.
public struct Properties: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var mark: PropertyName.Mark
    var name: String
    var value: Value
  }

  /// Sorted by mark, then by name: equal contents lie equally.
  private(set) var entries: ContiguousArray<Entry>

  /// More are found by halving.
  private static let mostWalked = 12

  public init() { entries = [] }

  /// The same values under the same names.
  public init(_ values: [String: Value]) {
    entries = ContiguousArray(values.map { Entry(mark: PropertyName.mark(of: $0.key), name: $0.key, value: $0.value) })
    entries.sort(by: Self.isBefore)
  }

  /// The value of this name; nil when there is none. Setting nil takes the name out.
  public subscript(name: String) -> Value? {
    get { self[PropertyName(name)] }
    set {
      entries.removeAll { $0.name == name }
      guard let newValue else { return }
      let entry = Entry(mark: PropertyName.mark(of: name), name: name, value: newValue)
      entries.insert(entry, at: entries.firstIndex { Self.isBefore(entry, $0) } ?? entries.endIndex)
    }
  }

  @inline(__always)
  subscript(name: PropertyName) -> Value? {
    entries.withUnsafeBufferPointer { entries in
      var position = entries.count <= Self.mostWalked ? 0 : Self.first(name.mark, in: entries)
      while position < entries.count {
        if entries[position].mark == name.mark {
          if entries[position].name == name.text { return entries[position].value }
        } else if entries[position].mark > name.mark {
          return nil
        }
        position += 1
      }
      return nil
    }
  }

  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty }

  /// A dictionary with what `transform` makes of each value.
  public func mapValues<T>(_ transform: (Value) -> T) -> [String: T] {
    var values: [String: T] = Dictionary(minimumCapacity: count)
    for entry in entries { values[entry.name] = transform(entry.value) }
    return values
  }

  /// As a dictionary.
  public var dictionary: [String: Value] { mapValues { $0 } }

  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    left.mark == right.mark ? left.name < right.name : left.mark < right.mark
  }

  /// The first position whose mark is not smaller.
  private static func first(_ mark: PropertyName.Mark, in entries: UnsafeBufferPointer<Entry>) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].mark < mark { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Properties: Sequence {
  /// Every name with its value, in an order that depends on the names alone.
  public func makeIterator() -> AnyIterator<(key: String, value: Value)> {
    var rest = entries[...]
    return AnyIterator { rest.popFirst().map { ($0.name, $0.value) } }
  }

  public var underestimatedCount: Int { entries.count }
}

extension Properties: ExpressibleByDictionaryLiteral {
  /// Of a name that stands there twice, the last value counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(Dictionary(elements) { _, last in last })
  }
}

/// A name as it is looked for: its mark is computed once, when a filter is compiled.
struct PropertyName: Hashable, Sendable {
  /// Different for most names, and equal for equal ones.
  typealias Mark = UInt64

  var text: String
  var mark: Mark

  init(_ text: String) {
    self.text = text
    mark = Self.mark(of: text)
  }

  /// Names that are not ASCII may be equal without having the same bytes; they share one mark and are told apart as text.
  static func mark(of name: String) -> Mark {
    var hash = FNV1a()
    for byte in name.utf8 {
      guard byte < 0x80 else { return 0 }
      hash.add(byte)
    }
    return hash.value
  }
}
