// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension String: WireValue {
  static var form: ValueForm { .text }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> String {
    guard parser.current == UInt8(ascii: "\"") else { throw parser.wrongType("a string") }
    return try parser.string()
  }

  func write(to writer: inout Wire.JSONWriter) { writer.write(self) }

  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    checks.text(self, within: bound, path)
  }

  // Most optional values are texts, so their check is compiled separately.
  static func checkOptional(
    _ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks
  ) {
    if let text = place.assumingMemoryBound(to: String?.self).pointee {
      checks.text(text, within: bound, path)
    }
  }
}

extension Bool: WireValue {
  static var form: ValueForm { .flag }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Bool {
    switch try parser.value() {
    case .bool(let value): return value
    case let found: throw .wrongType(expected: "true or false", found: found)
    }
  }

  func write(to writer: inout Wire.JSONWriter) { writer.write(self) }
}

extension Int64: WireValue {
  static var form: ValueForm { .integer }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Int64 {
    try parser.integer()
  }
  func write(to writer: inout Wire.JSONWriter) { writer.write(self) }

  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    checks.number(self, within: bound, path)
  }
}

extension Int: WireValue {
  static var form: ValueForm { .integer }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Int {
    guard let value = Int(exactly: try parser.integer()) else { throw .invalid("The number is too large.") }
    return value
  }

  func write(to writer: inout Wire.JSONWriter) { writer.write(Int64(self)) }

  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    checks.number(Int64(self), within: bound, path)
  }
}

extension Double: WireValue {
  static var form: ValueForm { .number }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Double {
    switch try parser.value() {
    case .int(let value): return Double(value)
    case .double(let value): return value
    case let found: throw .wrongType(expected: "a number", found: found)
    }
  }

  func write(to writer: inout Wire.JSONWriter) { writer.write(self) }

  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    guard case .range(let range) = bound else { return }
    let isBelowTop = range.upperBound == .max || self <= Double(range.upperBound)
    if !isFinite || self < Double(range.lowerBound) || !isBelowTop { checks.outOf(range, path) }
  }
}

extension Instant: WireValue {
  static var form: ValueForm { .instant }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Instant {
    Instant(milliseconds: try parser.integer())
  }

  func write(to writer: inout Wire.JSONWriter) { writer.write(milliseconds) }

  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    checks.instant(milliseconds, path)
  }
}

/// As whole milliseconds.
extension Duration: WireValue {
  static var form: ValueForm { .milliseconds }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Duration {
    .milliseconds(try parser.integer())
  }
  func write(to writer: inout Wire.JSONWriter) { writer.write(wholeMilliseconds) }
}

extension Wire.JSONValue: WireValue {
  static var form: ValueForm { .anything }
  static var takesNull: Bool { true }
  public static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Wire.JSONValue {
    try parser.value()
  }
  public func write(to writer: inout Wire.JSONWriter) { writer.write(self) }

  // Most maps are properties, so their reading and writing is compiled separately.
  static func readMap(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> [String: Wire
    .JSONValue]
  {
    try parser.fields()
  }

  static func writeMap(_ values: [String: Wire.JSONValue], to writer: inout Wire.JSONWriter) {
    writer.write(values)
  }
}

extension Wire.Open: Wire.Form, WireValue {
  static var form: ValueForm { (Known.self as? any CaseIterable.Type).map { .words($0.words) } ?? .text }

  public static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    Self(try String.read(from: &parser))
  }

  public func write(to writer: inout Wire.JSONWriter) { writer.write(rawValue) }

  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    // Known words always have a valid length.
    if case .unknown(let word) = self { checks.text(word, within: bound, path) }
  }
}

extension Wire.Color: Wire.Form, WireValue {
  static var form: ValueForm { .color }

  /// Reads `#RRGGBB` and `#RRGGBBAA`, in upper or lower case.
  public static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    let digits = try String.read(from: &parser).utf8
    guard digits.first == UInt8(ascii: "#"), digits.count == 7 || digits.count == 9,
      !digits.contains(UInt8(ascii: "+")),
      let number = UInt32(String(decoding: digits.dropFirst(), as: UTF8.self), radix: 16)
    else { throw .invalid("Expected a colour as #RRGGBB or #RRGGBBAA.") }
    return Self(argb: digits.count == 7 ? 0xFF00_0000 | number : number >> 8 | number << 24)
  }

  public func write(to writer: inout Wire.JSONWriter) { writer.write(hex) }

  /// `#RRGGBB` if opaque, otherwise `#RRGGBBAA`.
  public var hex: String {
    func digits(_ number: UInt32, count: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: count - text.utf8.count) + text
    }
    let rgb = digits(argb & 0xFF_FFFF, count: 6)
    return argb >> 24 == 0xFF ? "#" + rgb : "#" + rgb + digits(argb >> 24, count: 2)
  }
}

extension CaseIterable {
  fileprivate static var words: [String] {
    allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }
}
