// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What is known of an event, or of an object inside it: values by name, laid out once for the many filters that ask for them.
///
/// It is made when the event is logged, and from then on only read: finding a name costs a walk over a few numbers, where a dictionary would
/// hash the name again for each look-up. Names are unique. Names and texts are brought into `NormalForm` when they come in, so that filters compare
/// one spelling and nothing is normalised twice; what comes out again is in that form too.
/// Two are equal when they hold the same values under the same names, in whatever order those were given.
public struct Properties: Sendable {
  struct Entry: Sendable {
    var mark: TextMark
    /// Of a string, its mark.
    var valueMark: TextMark
    var name: String
    var value: Value

    init(name: String, value: Value) {
      let (name, value) = (NormalForm.of(name), value.inNormalForm)
      mark = TextMark(name)
      valueMark = if case .string(let text) = value { TextMark(text) } else { .none }
      self.name = name
      self.value = value
    }
  }

  /// Sorted by mark, then by name: equal contents lie equally, and names that must be compared themselves come first.
  private(set) var entries: ContiguousArray<Entry>

  /// More are found by halving.
  private static let mostWalked = 12

  public init() { entries = [] }

  /// Creates properties with these values.
  public init(_ values: [String: Value]) {
    entries = ContiguousArray(values.map { Entry(name: $0.key, value: $0.value) })
    entries.sort(by: Self.isBefore)
  }

  /// The value with this name, or nil. Setting nil removes it.
  public subscript(name: String) -> Value? {
    get { self[PropertyName(name)] }
    set {
      entries.removeAll { $0.name == name }
      guard let newValue else { return }
      let entry = Entry(name: name, value: newValue)
      entries.insert(entry, at: entries.firstIndex { Self.isBefore(entry, $0) } ?? entries.endIndex)
    }
  }

  subscript(name: PropertyName) -> Value? {
    entries.withUnsafeBufferPointer { entries in Self.find(name, in: entries).map { entries[$0].value } }
  }

  @inline(__always)
  static func find(_ name: borrowing PropertyName, in entries: UnsafeBufferPointer<Entry>) -> Int? {
    let mark = name.mark
    if mark.isNone { return findAsText(name.text, in: entries) }
    var position = entries.count <= mostWalked ? 0 : first(mark, in: entries)
    while position < entries.count {
      let found = entries[position].mark
      if found == mark {
        if found.settles(mark) ?? (entries[position].name == name.text) { return position }
      } else if mark < found {
        break
      }
      position += 1
    }
    return entries.first?.mark.isNone == true ? findAsText(name.text, in: entries) : nil
  }

  /// The long way, which few names go.
  @inline(never)
  private static func findAsText(_ name: String, in entries: UnsafeBufferPointer<Entry>) -> Int? {
    entries.firstIndex { $0.name == name }
  }

  public var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty }

  /// A dictionary with the transformed values.
  public func mapValues<T>(_ transform: (Value) -> T) -> [String: T] {
    var values: [String: T] = Dictionary(minimumCapacity: count)
    for entry in entries { values[entry.name] = transform(entry.value) }
    return values
  }

  /// The values as a dictionary.
  public var dictionary: [String: Value] { mapValues { $0 } }

  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    left.mark == right.mark ? left.name < right.name : left.mark < right.mark
  }

  /// The first position whose mark is not smaller.
  private static func first(_ mark: TextMark, in entries: UnsafeBufferPointer<Entry>) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].mark < mark { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Properties: Hashable {
  /// Names may be equal and yet lie in different places, when one of them is not ASCII: then only looking each up tells.
  public static func == (left: Properties, right: Properties) -> Bool {
    left.count == right.count
      && left.entries.indices.allSatisfy { position in
        let entry = left.entries[position]
        let other = right.entries[position]
        return entry.name == other.name ? entry.value == other.value : right[entry.name] == entry.value
      }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }
}

extension Properties: Sequence {
  /// Each name with its value, in an order that only depends on the names.
  public struct Iterator: IteratorProtocol {
    private var rest: ContiguousArray<Entry>.Iterator

    init(_ entries: ContiguousArray<Entry>) { rest = entries.makeIterator() }

    public mutating func next() -> (key: String, value: Value)? { rest.next().map { ($0.name, $0.value) } }
  }

  public func makeIterator() -> Iterator { Iterator(entries) }

  public var underestimatedCount: Int { entries.count }
}

extension Properties: ExpressibleByDictionaryLiteral {
  /// For duplicate names, the last value is used.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(Dictionary(elements) { _, last in last })
  }
}
