// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The properties of an event, or the fields of an object inside it: values by name, in a layout
/// that is fast for many filters.
///
/// The layout is created once, when the event is logged. Finding a name then compares a few
/// numbers, where a dictionary would hash the name for each look-up. Names are unique. Names and
/// texts are converted to `NormalForm` when they are added, so that filters compare one spelling
/// and nothing is normalised twice. They are also read in that form. Two values are equal if they
/// have the same values under the same names, in any order.
public struct Properties: Sendable {
  struct Entry: Sendable {
    var mark: TextKey
    /// The mark of the value, if it is a string.
    var valueMark: TextKey
    var name: String
    var value: Value

    init(name: String, value: Value) {
      let (name, value) = (NormalForm.of(name), value.inNormalForm)
      mark = TextKey(name)
      valueMark = if case .string(let text) = value { TextKey(text) } else { .none }
      self.name = name
      self.value = value
    }

    /// An entry with the name of another one.
    init(_ other: Entry, value: Value) {
      let value = value.inNormalForm
      (mark, name) = (other.mark, other.name)
      valueMark = if case .string(let text) = value { TextKey(text) } else { .none }
      self.value = value
    }
  }

  /// Sorted by mark, then by name, so that equal contents have the same layout. Names without a
  /// mark come first.
  private(set) var entries: ContiguousArray<Entry>

  /// Larger lists use binary search.
  private static let mostWalked = 12

  public init() { entries = [] }

  /// Creates properties with these values.
  public init(_ values: [String: Value]) {
    entries = ContiguousArray(values.map { Entry(name: $0.key, value: $0.value) })
    entries.sort(by: Self.isBefore)
  }

  /// Creates properties with the value for the place of each name. A name without a value is left
  /// out.
  public init(_ names: PropertyNames, _ value: (_ place: Int) -> Value?) {
    entries = []
    entries.reserveCapacity(names.sorted.count)
    for (place, name) in names.sorted {
      if let value = value(place) { entries.append(Entry(name, value: value)) }
    }
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
    var position = entries.count <= mostWalked ? 0 : entries.indices.firstPlace { entries[$0].mark < mark }
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

  /// The slow path, which few names need.
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

  static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    left.mark == right.mark ? left.name < right.name : left.mark < right.mark
  }
}

extension Properties: Hashable {
  /// Equal names can be at different positions if one of them is not ASCII. In that case, each name
  /// is looked up.
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
