// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A writer for JSON. Keys are sorted by their bytes and absent fields left out, so equal values
  /// give equal bytes. Only forms use it.
  public struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var indentation = 0

    init(isPretty: Bool = false) {
      self.isPretty = isPretty
      // Most documents are events and responses of about this length.
      bytes.reserveCapacity(256)
    }
  }
}

extension Wire.JSONWriter {
  mutating func write(_ value: Wire.JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): write(value)
    case .int(let value): write(value)
    case .double(let value): write(value)
    case .string(let value): write(value)
    case .array(let elements): elements.write(to: &self)
    case .object(let fields): write(fields)
    }
  }

  mutating func write(_ fields: [String: Wire.JSONValue]) {
    open(UInt8(ascii: "{"))
    // Sorts places: sorting values would copy, retain and release them.
    let places =
      fields.count < 2
      ? Array(fields.indices) : fields.indices.sorted { fields.keys[$0].precedesByBytes(fields.keys[$1]) }
    for place in places {
      key(fields.keys[place])
      write(fields.values[place])
    }
    close(UInt8(ascii: "}"))
  }

  // MARK: - Scalars

  mutating func write(_ value: Bool) { bytes.append(contentsOf: (value ? "true" : "false").utf8) }

  mutating func write(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let first = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[first...].reverse()
  }

  /// JSON cannot represent NaN and infinity. They become null.
  mutating func write(_ value: Double) {
    bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
  }

  mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      // Runs of characters without escapes are copied as a whole. Almost always that is all of the
      // text.
      var start = 0
      for index in 0..<utf8.count where utf8[index].needsEscape {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
        escape(utf8[index])
        start = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
    case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
    case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
    case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
    default:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: (digits.utf8.count == 1 ? #"\u000"# : #"\u00"#).utf8)
      bytes.append(contentsOf: digits.utf8)
    }
  }

  // MARK: - Lists and objects

  mutating func open(_ bracket: UInt8) {
    bytes.append(bracket)
    indentation += 2
  }

  /// Call this before each element and each key.
  mutating func separate() {
    if !isAtStart { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  mutating func key(_ name: String) {
    separate()
    write(name)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
  }

  /// Writes a key that needs no escapes. `quoted` includes the quotes and the colon.
  mutating func key(quoted: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(contentsOf: quoted)
    if isPretty { bytes.append(UInt8(ascii: " ")) }
  }

  mutating func close(_ bracket: UInt8) {
    indentation -= 2
    if !isAtStart { breakLine() }
    bytes.append(bracket)
  }

  /// True if the list or object is still empty. A string before it cannot cause a mistake, because
  /// it ends with a quote.
  private var isAtStart: Bool { bytes.last == UInt8(ascii: "{") || bytes.last == UInt8(ascii: "[") }

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
  }
}

extension UInt8 {
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}

extension String {
  /// Compares the bytes.
  func precedesByBytes(_ other: String) -> Bool {
    let order = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { two in one.lexicographicallyPrecedes(two) }
    }
    return (order ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension Wire.JSONValue {
  /// The length of the compact canonical form in bytes, without writing it.
  public var encodedByteCount: Int {
    var budget = Int.max
    spend(&budget)
    return .max - budget
  }

  /// The same as comparing `encodedByteCount`, but stops counting at the limit.
  func isLonger(than limit: Int) -> Bool {
    var budget = limit
    spend(&budget)
    return budget < 0
  }

  private func spend(_ budget: inout Int) {
    switch self {
    case .null: budget -= 4
    case .bool(let value): budget -= value ? 4 : 5
    case .int(let value): budget -= value.description.utf8.count
    case .double(let value): budget -= value.isFinite ? value.description.utf8.count : 4
    case .string(let text): Self.spend(text, &budget)
    case .array(let elements):
      budget -= 2 + max(0, elements.count - 1)
      for element in elements where budget >= 0 { element.spend(&budget) }
    case .object(let fields):
      budget -= 2 + max(0, fields.count - 1)
      for (key, field) in fields where budget >= 0 {
        Self.spend(key, &budget)
        budget -= 1
        field.spend(&budget)
      }
    }
  }

  private static func spend(_ text: String, _ budget: inout Int) {
    // Escapes only make it longer.
    budget -= text.utf8.count > budget ? text.utf8.count : encodedByteCount(of: text)
  }

  private static func encodedByteCount(of text: String) -> Int {
    text.utf8.reduce(2) { count, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0A, 0x0D, 0x09: count + 2
      case 0..<0x20: count + 6
      default: count + 1
      }
    }
  }
}
