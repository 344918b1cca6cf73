// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Reads strict RFC 8259 in one pass, in linear time, with bounded depth.
///
/// Foundation's decoder nests 512 deep, lets the last of two equal keys win without a word, and knows no path when the text is broken;
/// a server that reads what strangers send needs all three otherwise. A lone surrogate escape becomes U+FFFD: programs that cut
/// strings in the middle of an emoji send them, and a whole batch must not fail for it.
struct JSONParser {
  typealias Problem = Wire.DecodingProblem

  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var position = 0
  private var depth = 0

  private init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  static func parse(_ bytes: [UInt8], maximumDepth: Int = Wire.Limits.jsonDepth) throws(Problem) -> Wire.JSONValue {
    var parser = JSONParser(bytes, maximumDepth: maximumDepth)
    parser.skipSpace()
    guard parser.position < bytes.count else { throw parser.malformed("This is empty; a JSON document is expected.") }
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.malformed("Something follows the end of the document.") }
    return value
  }

  // MARK: - Values

  private mutating func value() throws(Problem) -> Wire.JSONValue {
    switch current {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try array()
    case UInt8(ascii: "\""): .string(try string())
    case UInt8(ascii: "t"): try word("true", .bool(true))
    case UInt8(ascii: "f"): try word("false", .bool(false))
    case UInt8(ascii: "n"): try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw unexpected("a value")
    }
  }

  private mutating func object() throws(Problem) -> Wire.JSONValue {
    try enter()
    var fields: [String: Wire.JSONValue] = [:]
    if take(UInt8(ascii: "}")) { return .object(leave(with: fields)) }
    while true {
      guard current == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      let start = position
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw unexpected("a colon").inside(key: key) }
      let field: Wire.JSONValue
      do { field = try value() } catch { throw error.inside(key: key) }
      guard fields.updateValue(field, forKey: key) == nil else {
        throw malformed("This key stands twice in one object.", at: start).inside(key: key)
      }
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(leave(with: fields)) }
      guard take(UInt8(ascii: ",")) else { throw unexpected("a comma or a closing brace") }
    }
  }

  private mutating func array() throws(Problem) -> Wire.JSONValue {
    try enter()
    var elements: [Wire.JSONValue] = []
    if take(UInt8(ascii: "]")) { return .array(leave(with: elements)) }
    while true {
      do { elements.append(try value()) } catch { throw error.inside(index: elements.count) }
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(leave(with: elements)) }
      guard take(UInt8(ascii: ",")) else { throw unexpected("a comma or a closing bracket") }
    }
  }

  private mutating func enter() throws(Problem) {
    guard depth < maximumDepth else {
      throw problem(.tooDeep, "Lists and objects stand inside one another more than \(maximumDepth) deep.", at: position)
    }
    depth += 1
    position += 1
    skipSpace()
  }

  private mutating func leave<Contents>(with contents: Contents) -> Contents {
    depth -= 1
    return contents
  }

  private mutating func word(_ word: StaticString, _ value: Wire.JSONValue) throws(Problem) -> Wire.JSONValue {
    let matches = word.withUTF8Buffer { bytes.dropFirst(position).starts(with: $0) }
    guard matches else { throw unexpected("a value") }
    position += word.utf8CodeUnitCount
    return value
  }

  // MARK: - Numbers

  private mutating func number() throws(Problem) -> Wire.JSONValue {
    let start = position
    var isInteger = true
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = current
    guard skipDigits() else { throw unexpected("a digit") }
    guard firstDigit != UInt8(ascii: "0") || position == start + (isNegative ? 2 : 1) else {
      throw malformed("A number may not begin with a zero that means nothing.", at: start)
    }
    if current == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard skipDigits() else { throw unexpected("a digit after the point") }
    }
    if current | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() else { throw unexpected("a digit of the exponent") }
    }
    guard position - start <= Wire.Limits.numberLength else {
      throw malformed("A number has more than \(Wire.Limits.numberLength) characters.", at: start)
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // `-0` stays a double, which alone can hold its sign.
    if isInteger, let integer = Int64(text), !(isNegative && integer == 0) { return .int(integer) }
    guard let double = Double(text), double.isFinite else { throw malformed("A number is too large.", at: start) }
    return .double(double)
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while case UInt8(ascii: "0")...UInt8(ascii: "9") = current { position += 1 }
    return position > start
  }

  // MARK: - Strings

  private mutating func string() throws(Problem) -> String {
    position += 1
    let start = position
    var isASCII = true
    while true {
      let byte = current
      switch byte {
      case UInt8(ascii: "\""):
        let text = try decoded(bytes[start..<position], isASCII: isASCII, at: start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        return try escapedString(from: start)
      case 0..<0x20:
        throw controlCharacter()
      default:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
  }

  private mutating func escapedString(from start: Int) throws(Problem) -> String {
    var unescaped = Array(bytes[start..<position])
    while true {
      let byte = current
      switch byte {
      case UInt8(ascii: "\""):
        let text = try decoded(unescaped[...], isASCII: false, at: start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        try escape(into: &unescaped)
      case 0..<0x20:
        throw controlCharacter()
      default:
        unescaped.append(byte)
        position += 1
      }
    }
  }

  private mutating func escape(into unescaped: inout [UInt8]) throws(Problem) {
    position += 1
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(current)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"):
      unescaped.append(contentsOf: String(Character(try unicodeEscape())).utf8)
      return
    default: throw malformed("A backslash must be followed by one of \" \\ / b f n r t u.", at: position - 1)
    }
    position += 1
  }

  /// Stands on the `u` of `\uXXXX`, and goes past it and past a second escape that completes a surrogate pair.
  private mutating func unicodeEscape() throws(Problem) -> Unicode.Scalar {
    let first = try codeUnit()
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let rewind = position
    guard current == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u") else { return "\u{FFFD}" }
    position += 1
    let second = try codeUnit()
    guard (0xDC00..<0xE000).contains(second) else {
      position = rewind
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x1_0000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func codeUnit() throws(Problem) -> UInt16 {
    position += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch current {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = current - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = current - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = current - UInt8(ascii: "A") + 10
      default: throw unexpected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private func decoded(_ utf8: ArraySlice<UInt8>, isASCII: Bool, at start: Int) throws(Problem) -> String {
    let text = String(decoding: utf8, as: UTF8.self)
    // Decoding repairs what is not UTF-8, which always changes the bytes.
    guard isASCII || text.utf8.elementsEqual(utf8) else { throw malformed("A string is not valid UTF-8.", at: start) }
    return text
  }

  // MARK: - Position

  /// 0 at the end, which no rule of the grammar accepts.
  private var current: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while case let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private func unexpected(_ expected: String) -> Problem {
    malformed(position >= bytes.count ? "The document ends where \(expected) should stand." : "Expected \(expected) here.")
  }

  private func controlCharacter() -> Problem {
    malformed(
      position >= bytes.count ? "The document ends inside a string." : "A control character in a string must be written as an escape.")
  }

  private func malformed(_ message: String, at offset: Int? = nil) -> Problem {
    problem(.malformed, message, at: offset ?? position)
  }

  private func problem(_ code: Problem.Code, _ message: String, at offset: Int) -> Problem {
    Problem(code: code, message: message, position: .init(offset: offset, in: bytes))
  }
}
