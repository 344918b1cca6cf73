// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Writes the canonical form: keys in the order of their UTF-8 bytes, no escape that need not be, doubles in the shortest form that reads
/// back the same. Equal values give equal bytes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var indentation = 0

  init(isPretty: Bool) {
    self.isPretty = isPretty
  }

  mutating func write(_ value: Wire.JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .int(let value): bytes.append(contentsOf: value.description.utf8)
    // JSON has no word for what is not a number.
    case .double(let value): bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    case .string(let value): write(value)
    case .array(let elements): write(elements)
    case .object(let fields): write(fields)
    }
  }

  private mutating func write(_ elements: [Wire.JSONValue]) {
    guard !elements.isEmpty else { return bytes.append(contentsOf: "[]".utf8) }
    open(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      separate(isFirst: index == 0)
      write(element)
    }
    close(UInt8(ascii: "]"))
  }

  private mutating func write(_ fields: [String: Wire.JSONValue]) {
    guard !fields.isEmpty else { return bytes.append(contentsOf: "{}".utf8) }
    open(UInt8(ascii: "{"))
    let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (index, field) in sorted.enumerated() {
      separate(isFirst: index == 0)
      write(field.key)
      bytes.append(UInt8(ascii: ":"))
      if isPretty { bytes.append(UInt8(ascii: " ")) }
      write(field.value)
    }
    close(UInt8(ascii: "}"))
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
      case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
      case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
      case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: (digits.utf8.count == 1 ? #"\u000"# : #"\u00"#).utf8)
        bytes.append(contentsOf: digits.utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func open(_ bracket: UInt8) {
    bytes.append(bracket)
    indentation += 2
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  private mutating func close(_ bracket: UInt8) {
    indentation -= 2
    breakLine()
    bytes.append(bracket)
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
  }
}

extension Wire.JSONValue {
  /// The length of the compact canonical form in bytes, without writing it.
  public var encodedByteCount: Int {
    switch self {
    case .null: 4
    case .bool(let value): value ? 4 : 5
    case .int(let value): value.description.utf8.count
    case .double(let value): value.isFinite ? value.description.utf8.count : 4
    case .string(let value): Self.encodedByteCount(of: value)
    case .array(let elements): elements.reduce(2 + max(0, elements.count - 1)) { $0 + $1.encodedByteCount }
    case .object(let fields):
      fields.reduce(2 + max(0, fields.count - 1)) { $0 + Self.encodedByteCount(of: $1.key) + 1 + $1.value.encodedByteCount }
    }
  }

  /// The same as comparing `encodedByteCount`, but stops counting at the limit.
  func isLonger(than limit: Int) -> Bool {
    var budget = limit
    spend(&budget)
    return budget < 0
  }

  private func spend(_ budget: inout Int) {
    switch self {
    case .null, .bool, .int, .double:
      budget -= encodedByteCount
    case .string(let text):
      Self.spend(text, &budget)
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
    // Escapes only add to it.
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
