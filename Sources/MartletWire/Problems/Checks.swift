// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Collects the problems of a document that was decoded, each with its field and remedy. It never
/// quotes values.
struct Checks {
  typealias FieldError = Wire.Problem.FieldError

  private(set) var errors: [FieldError] = []
  /// If false, this only finds out whether there is a problem, and no paths are created.
  private var namesFields = true
  /// Whether a text of a checked field contains U+0000.
  private(set) var hasSeenNUL = false

  /// Checks all fields of a form. Problems are rare, so their paths are only created if there is
  /// one.
  mutating func fields(of place: UnsafeRawPointer, in table: Table) {
    var probe = Checks()
    probe.namesFields = false
    table.check(place, at: "", &probe)
    hasSeenNUL = probe.hasSeenNUL
    if !probe.errors.isEmpty { table.check(place, at: "", &self) }
  }

  /// - Parameter path: the path of the form. Empty: the document itself.
  func path(of name: StaticString, in path: String) -> String {
    guard namesFields else { return "" }
    return path.isEmpty ? name.description : "\(path).\(name)"
  }

  func path(of index: Int, in list: String) -> String { namesFields ? "\(list)[\(index)]" : "" }

  mutating func add(_ field: String, _ code: Code, _ message: String, remedy: String) {
    errors.append(FieldError(field: field, code: code.rawValue, message: message, remedy: remedy))
  }

  enum Code: String {
    case empty = "value_empty"
    case tooLong = "value_too_long"
    case invalid = "value_invalid"
    case reserved = "value_reserved"
    case outOfRange = "value_out_of_range"
    case tooDeep = "value_too_deep"
    case tooMany = "value_too_many"
    case tooLarge = "event_too_large"
  }

  /// Checks an id from the SDK. nil is valid.
  mutating func id(_ id: String?, _ field: String) {
    guard let id else { return }
    let isValid = (1...Wire.Limits.idLength).contains(id.utf8.count) && id.utf8.allSatisfy(\.isIDCharacter)
    if !isValid {
      add(
        field, .invalid, "This is not a valid id.",
        remedy: "Send 1 to \(Wire.Limits.idLength) characters, using digits, ASCII letters and hyphens.")
    }
  }

  /// Checks a text of 1 to `length` characters (Unicode scalars). nil is valid.
  mutating func text(_ text: String?, _ field: String, length: Int) {
    guard let text else { return }
    if text.isEmpty {
      add(
        field, .empty, "This must not be empty.",
        remedy: "Send 1 to \(length) characters, or leave the event out.")
    } else if !Wire.Limits.allow(text, upTo: length) {
      add(
        field, .tooLong, "This has more than \(length) characters.", remedy: "Send 1 to \(length) characters."
      )
    }
  }

  /// Checks the address of a file that is loaded without asking anybody.
  private mutating func address(_ text: String, _ field: String, length: Int) {
    let before = errors.count
    self.text(text, field, length: length)
    guard errors.count == before else { return }
    let start = Array("https://".utf8)
    let authority = text.utf8.dropFirst(start.count).prefix { !Array("/?#".utf8).contains($0) }
    let host = authority.prefix { $0 != UInt8(ascii: ":") }
    let isSafe =
      text.lowercased().utf8.starts(with: start) && !host.isEmpty && !authority.contains(UInt8(ascii: "@"))
      && !text.utf8.contains { $0 <= UInt8(ascii: " ") || $0 == 0x7F }
    if !isSafe {
      add(
        field, .invalid, "This is not the address of a file that is loaded with https.",
        remedy:
          "Send a URL that begins with https:// and has a host, without a user name, a password or spaces.")
    }
  }

  mutating func instant(_ milliseconds: Int64, _ field: String) {
    if !Wire.Limits.instants.contains(milliseconds) {
      add(
        field, .outOfRange, "This time is not between the years 1970 and 9999.",
        remedy: "Send milliseconds since 1970-01-01T00:00:00Z, not seconds or microseconds.")
    }
  }

  mutating func properties(_ properties: [String: Wire.JSONValue], _ field: String) {
    // Problems are rare. Paths are only created if there is one.
    if properties.allSatisfy({ Self.isPlain($0.key, $0.value) }) { return }
    members(properties, field, depth: 1)
  }

  private mutating func members(_ members: [String: Wire.JSONValue], _ path: String, depth: Int) {
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      let inner = "\(path).\(Wire.DecodingProblem.shown(key))"
      propertyKey(key, inner)
      propertyValue(value, inner, depth: depth)
    }
  }

  private static func isPlain(_ key: String, _ value: Wire.JSONValue) -> Bool {
    switch value {
    // A character has at least one byte, so a key with few bytes is short enough.
    case .null, .bool, .int, .double, .string:
      (1...Wire.Limits.keyLength).contains(key.utf8.count) && !Wire.Limits.isReserved(key)
    case .array, .object: false
    }
  }

  mutating func propertyKey(_ key: String, _ path: String) {
    text(key, path, length: Wire.Limits.keyLength)
    if Wire.Limits.isReserved(key) {
      add(
        path, .reserved, "Keys that start with $ are reserved.",
        remedy: "Choose another key. A date is exactly {\"$date\": milliseconds}.")
    }
  }

  /// `depth` is the number of lists and objects around the value.
  mutating func propertyValue(_ value: Wire.JSONValue, _ path: String, depth: Int) {
    switch value {
    case .null, .bool, .int, .double, .string: return
    case .object(let fields):
      if let milliseconds = value.dateMilliseconds {
        if !Wire.Limits.propertyDates.contains(milliseconds) {
          add(
            path, .outOfRange, "This date is not between the years 1 and 9999.",
            remedy: "Send milliseconds since 1970-01-01T00:00:00Z.")
        }
        return
      }
      guard isShallow(depth, path) else { return }
      members(fields, path, depth: depth + 1)
    case .array(let elements):
      guard isShallow(depth, path) else { return }
      if elements.count > Wire.Limits.listValues {
        add(
          path, .tooMany, "This list has more than \(Wire.Limits.listValues) values.",
          remedy: "Send at most \(Wire.Limits.listValues) values.")
      }
      for (index, element) in elements.prefix(Wire.Limits.listValues).enumerated() {
        propertyValue(element, "\(path)[\(index)]", depth: depth + 1)
      }
    }
  }

  private mutating func isShallow(_ depth: Int, _ path: String) -> Bool {
    guard depth >= Wire.Limits.propertyDepth else { return true }
    add(
      path, .tooDeep, "Lists and objects are nested more than \(Wire.Limits.propertyDepth) levels deep.",
      remedy: "Flatten the properties.")
    return false
  }

  /// No string may contain U+0000, because databases reject it.
  mutating func noNUL(_ json: Wire.JSONValue, _ path: String) {
    switch json {
    case .null, .bool, .int, .double: return
    case .string(let text):
      if text.utf8.contains(0) { nul(path) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { noNUL(element, "\(path)[\(index)]") }
    case .object(let fields):
      for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
        if key.utf8.contains(0) {
          nul(path)
        } else {
          noNUL(field, path.isEmpty ? key : "\(path).\(key)")
        }
      }
    }
  }

  private mutating func nul(_ path: String) {
    add(path, .invalid, "A string contains the character U+0000.", remedy: "Remove it.")
  }

  // MARK: - Bounds

  mutating func text(_ text: String, within bound: Row.Bound?, _ path: String) {
    if text.utf8.contains(0) { hasSeenNUL = true }
    switch bound {
    case .id: id(text, path)
    case .text(let length): self.text(text, path, length: length)
    case .address(let length): address(text, path, length: length)
    case .most(let length) where !text.isEmpty && !Wire.Limits.allow(text, upTo: length):
      add(
        path, .tooLong, "This has more than \(length) characters.",
        remedy: "Send at most \(length) characters.")
    case .most, .range, nil: break
    }
  }

  mutating func number(_ number: Int64, within bound: Row.Bound?, _ path: String) {
    if case .range(let range) = bound, !range.contains(number) { outOf(range, path) }
  }

  mutating func tooMany(_ count: Int, _ path: String) {
    add(path, .tooMany, "This list has more than \(count) entries.", remedy: "Send at most \(count) at once.")
  }

  mutating func outOf(_ range: ClosedRange<Int64>, _ path: String) {
    let words =
      range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    add(path, .outOfRange, "This must be \(words).", remedy: "Send a number in this range.")
  }
}

extension UInt8 {
  /// A digit, an ASCII letter or a hyphen.
  fileprivate var isIDCharacter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
