// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.JSONParser {
  // MARK: - Numbers

  mutating func number() throws(Problem) -> Wire.JSONValue {
    let start = position
    if let integer = plainInteger(), integer != 0 || bytes[start] == UInt8(ascii: "0") {
      return .int(integer)
    }
    position = start
    var isInteger = true
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = current
    guard skipDigits() else { throw unexpected("a digit") }
    guard firstDigit != UInt8(ascii: "0") || position == start + (isNegative ? 2 : 1) else {
      throw malformed("A number must not have a leading zero.", at: start)
    }
    if current == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard skipDigits() else { throw unexpected("a digit after the decimal point") }
    }
    if current | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() else { throw unexpected("a digit in the exponent") }
    }
    guard position - start <= Wire.Limits.numberLength else {
      throw malformed("A number has more than \(Wire.Limits.numberLength) characters.", at: start)
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // `-0` stays a double, because an integer cannot keep its sign.
    if isInteger, let integer = Int64(text), !(isNegative && integer == 0) { return .int(integer) }
    guard let double = Double(text), double.isFinite else {
      throw malformed("A number is too large.", at: start)
    }
    return .double(double)
  }

  mutating func skipDigits() -> Bool {
    let start = position
    while case UInt8(ascii: "0")...UInt8(ascii: "9") = current { position += 1 }
    return position > start
  }

  /// A whole number, also written as `5.0` or `5e3`, because some languages write them this way.
  mutating func integer() throws(Problem) -> Int64 {
    let start = position
    if let integer = plainInteger() { return integer }
    position = start
    guard start < bytes.count,
      current == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current)
    else {
      throw wrongType("a whole number")
    }
    guard let value = try number().wholeNumber else {
      throw .invalid("Expected a whole number of at most 64 bits.")
    }
    return value
  }

  /// A whole number of at most 18 digits without a point and an exponent, as most are. nil: it is
  /// something else, and the position is undefined.
  @inline(__always)
  private mutating func plainInteger() -> Int64? {
    var magnitude: Int64 = 0
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let first = position
    while case UInt8(ascii: "0")...UInt8(ascii: "9") = current, position - first < 18 {
      magnitude = magnitude * 10 + Int64(current - UInt8(ascii: "0"))
      position += 1
    }
    switch current {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      return nil
    default: break
    }
    guard position > first, bytes[first] != UInt8(ascii: "0") || position == first + 1 else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  // MARK: - Strings

  mutating func string() throws(Problem) -> String {
    position += 1
    let start = position
    var isASCII = true
    // Everything up to the last escape. Most strings have none, and are decoded where they are.
    var unescaped: [UInt8] = []
    var rest = start
    while true {
      let byte = current
      switch byte {
      case UInt8(ascii: "\""):
        let end = bytes[rest..<position]
        let text =
          try unescaped.isEmpty
          ? decoded(end, isASCII: isASCII, at: start) : decoded(unescaped + end, isASCII: false, at: start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        unescaped += bytes[rest..<position]
        try escape(into: &unescaped)
        rest = position
      case 0..<0x20: throw controlCharacter()
      default:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
  }

  mutating func escape(into unescaped: inout [UInt8]) throws(Problem) {
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

  /// Starts at the `u` of `\uXXXX`, and moves past it and past a second escape that completes a
  /// surrogate pair.
  mutating func unicodeEscape() throws(Problem) -> Unicode.Scalar {
    let first = try codeUnit()
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let rewind = position
    guard current == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    position += 1
    let second = try codeUnit()
    guard (0xDC00..<0xE000).contains(second) else {
      position = rewind
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x1_0000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00)) ?? "\u{FFFD}"
  }

  mutating func codeUnit() throws(Problem) -> UInt16 {
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

  func decoded(_ utf8: some Collection<UInt8>, isASCII: Bool, at start: Int) throws(Problem) -> String {
    let text = String(decoding: utf8, as: UTF8.self)
    // Decoding repairs invalid UTF-8, which always changes the bytes.
    guard isASCII || text.utf8.elementsEqual(utf8) else {
      throw malformed("A string is not valid UTF-8.", at: start)
    }
    return text
  }
}
