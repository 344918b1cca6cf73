// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A parser for JSON documents. Only the forms that read themselves use it.
  ///
  /// It reads strict RFC 8259 in one pass, in linear time and with limited depth. Foundation's
  /// decoder allows 512 levels, silently uses the last of two equal keys, and gives no path for
  /// malformed text. A server that reads input from strangers needs the opposite. A lone surrogate
  /// escape becomes U+FFFD, because programs that cut strings within an emoji send them, and a
  /// whole batch must not fail because of it.
  public struct JSONParser {
    typealias Problem = DecodingProblem

    let bytes: UnsafeBufferPointer<UInt8>
    private let maximumDepth: Int
    var position = 0
    private var depth = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
      self.bytes = bytes
      self.maximumDepth = maximumDepth
    }
  }
}

extension Wire.JSONParser {
  /// Reads a document, which must be the whole text. The parser does not live longer than the call.
  static func parse<Value>(
    _ bytes: [UInt8], maximumDepth: Int = Wire.Limits.jsonDepth,
    as read: (inout Wire.JSONParser) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try bytes.withUnsafeBufferPointer { buffer throws(Problem) in
      var parser = Wire.JSONParser(buffer, maximumDepth: maximumDepth)
      parser.skipSpace()
      guard parser.position < buffer.count else {
        throw parser.malformed("The document is empty. Expected JSON.")
      }
      let value = try read(&parser)
      parser.skipSpace()
      guard parser.position == buffer.count else {
        throw parser.malformed("There is text after the end of the document.")
      }
      return value
    }
  }

  /// Looks for a text in the object that a document is, without checking the document. nil if there
  /// is none.
  static func text(ofField name: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var parser = Wire.JSONParser(bytes, maximumDepth: Wire.Limits.jsonDepth)
    parser.skipSpace()
    return parser.text(ofField: name)
  }

  // MARK: - Values

  mutating func value() throws(Problem) -> Wire.JSONValue {
    switch current {
    case UInt8(ascii: "{"): .object(try fields())
    case UInt8(ascii: "["): .array(try [Wire.JSONValue].read(from: &self))
    case UInt8(ascii: "\""): .string(try string())
    case UInt8(ascii: "t"): try word("true", .bool(true))
    case UInt8(ascii: "f"): try word("false", .bool(false))
    case UInt8(ascii: "n"): try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw unexpected("a value")
    }
  }

  /// Reads any value as the element of a list.
  mutating func value(at index: Int) throws(Problem) -> Wire.JSONValue {
    do throws(Wire.DecodingProblem) { return try value() } catch { throw error.inside(index: index) }
  }

  /// Returns true, and moves past the value, if it is null.
  mutating func takeNull() throws(Problem) -> Bool {
    guard current == UInt8(ascii: "n") else { return false }
    _ = try word("null", .null)
    return true
  }

  /// Reads an object with any fields.
  mutating func fields() throws(Problem) -> [String: Wire.JSONValue] {
    var fields: [String: Wire.JSONValue] = [:]
    var more = try beginObject()
    // Most objects are small, so they are not moved while they grow.
    if more { fields.reserveCapacity(3) }
    while more {
      try field(into: &fields)
      more = try nextField()
    }
    return fields
  }

  /// Reads the field at this position.
  mutating func field(into fields: inout [String: Wire.JSONValue]) throws(Problem) {
    let start = position
    let key = try key()
    let value: Wire.JSONValue
    do throws(Wire.DecodingProblem) { value = try self.value() } catch { throw error.inside(key: key) }
    guard fields.updateValue(value, forKey: key) == nil else { throw duplicate(key, at: start) }
  }

  private mutating func word(_ word: StaticString, _ value: Wire.JSONValue) throws(Problem) -> Wire.JSONValue
  {
    let matches = word.withUTF8Buffer { bytes.dropFirst(position).starts(with: $0) }
    guard matches else { throw unexpected("a value") }
    position += word.utf8CodeUnitCount
    return value
  }

  // MARK: - Lists and objects

  /// Calls `read` at each field's value, with its key and the position of the key.
  @inline(__always)
  mutating func eachField(_ read: (inout Self, String, Int) throws(Problem) -> Void) throws(Problem) {
    var more = try beginObject()
    while more {
      let start = position
      let key = try key()
      try read(&self, key, start)
      more = try nextField()
    }
  }

  /// Calls `read` at each element, with its index.
  @inline(__always)
  mutating func eachElement(_ read: (inout Self, Int) throws(Problem) -> Void) throws(Problem) {
    guard current == UInt8(ascii: "[") else { throw wrongType("a list") }
    try enter()
    if close(UInt8(ascii: "]")) { return }
    var index = 0
    while true {
      try read(&self, index)
      skipSpace()
      if close(UInt8(ascii: "]")) { return }
      guard take(UInt8(ascii: ",")) else { throw unexpected("a comma or a closing bracket") }
      index += 1
    }
  }

  /// Enters an object. If it has no fields, leaves it and returns false.
  mutating func beginObject() throws(Problem) -> Bool {
    guard current == UInt8(ascii: "{") else { throw wrongType("an object") }
    try enter()
    if close(UInt8(ascii: "}")) { return false }
    return true
  }

  /// Moves to the next key. At the end of the object, leaves it and returns false.
  mutating func nextField() throws(Problem) -> Bool {
    skipSpace()
    if close(UInt8(ascii: "}")) { return false }
    guard take(UInt8(ascii: ",")) else { throw unexpected("a comma or a closing brace") }
    return true
  }

  /// Reads the key at this position, and moves to its value.
  mutating func key() throws(Problem) -> String {
    guard current == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
    let key = try string()
    try colon(after: key)
    return key
  }

  /// Moves past this key if it is at this position, without escapes. `key` includes the quotes and
  /// the colon.
  mutating func take(key: UnsafeBufferPointer<UInt8>) -> Bool {
    let length = key.count - 1
    guard position + length <= bytes.count else { return false }
    for offset in 0..<length where bytes[position + offset] != key[offset] { return false }
    position += length
    return true
  }

  mutating func colon(after key: @autoclosure () -> String) throws(Problem) {
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw unexpected("a colon").inside(key: key()) }
  }

  /// True if the key at this position is written with escapes.
  var hasEscapedKey: Bool {
    guard current == UInt8(ascii: "\"") else { return false }
    var index = position + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") { return true }
      index += 1
    }
    return false
  }

  /// Looks ahead for a text in the object at this position. nil if there is none, or if this is not
  /// an object. Reads nothing else.
  func text(ofField name: StaticString) -> String? {
    var parser = self
    guard var more = try? parser.beginObject() else { return nil }
    while more {
      guard let isFound = parser.takeKey(name) else { return nil }
      if isFound { return parser.current == UInt8(ascii: "\"") ? try? parser.string() : nil }
      parser.skipValue()
      guard let next = try? parser.nextField() else { return nil }
      more = next
    }
    return nil
  }

  /// Moves past the key at this position, and returns whether it has this name. nil if there is no
  /// key.
  private mutating func takeKey(_ name: StaticString) -> Bool? {
    guard current == UInt8(ascii: "\"") else { return nil }
    guard !hasEscapedKey else {
      return (try? key()).map { key in name.withUTF8Buffer { key.utf8.elementsEqual($0) } }
    }
    let start = position + 1
    skipString()
    let isFound = name.withUTF8Buffer { name in
      position - 1 - start == name.count && name.indices.allSatisfy { bytes[start + $0] == name[$0] }
    }
    guard (try? colon(after: "")) != nil else { return nil }
    return isFound
  }

  /// Moves past the value at this position, whatever it is. Invalid JSON is not reported here.
  mutating func skipValue() {
    var level = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        level += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if level == 0 { return }
        level -= 1
        position += 1
      case UInt8(ascii: ",") where level == 0: return
      default: position += 1
      }
    }
  }

  private mutating func skipString() {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
  }

  func duplicate(_ key: String, at start: Int) -> Problem {
    malformed("This key appears twice in one object.", at: start).inside(key: key)
  }

  private mutating func enter() throws(Problem) {
    guard depth < maximumDepth else {
      throw problem(
        .tooDeep, "Lists and objects are nested more than \(maximumDepth) levels deep.", at: position)
    }
    depth += 1
    position += 1
    skipSpace()
  }

  private mutating func close(_ bracket: UInt8) -> Bool {
    guard current == bracket else { return false }
    position += 1
    depth -= 1
    return true
  }

  /// Moves back to the start of a value that could not be read as expected.
  mutating func rewind(to mark: Mark) { (position, depth) = (mark.position, mark.depth) }

  struct Mark {
    fileprivate var position: Int
    fileprivate var depth: Int
  }

  var mark: Mark { Mark(position: position, depth: depth) }

  // MARK: - Position

  /// 0 at the end of the text, which no rule of the grammar accepts.
  var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    skipSpace()
    return true
  }

  mutating func skipSpace() {
    while case let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// The problem of a value that has another type, or is not valid JSON.
  func wrongType(_ expected: String) -> Problem {
    var parser = self
    do throws(Wire.DecodingProblem) { return .wrongType(expected: expected, found: try parser.value()) } catch
    { return error }
  }

  func unexpected(_ expected: String) -> Problem {
    malformed(
      position >= bytes.count
        ? "The document ends where \(expected) is expected." : "Expected \(expected) here.")
  }

  func controlCharacter() -> Problem {
    malformed(
      position >= bytes.count
        ? "The document ends inside a string."
        : "A control character in a string must be written as an escape.")
  }

  func malformed(_ message: String, at offset: Int? = nil) -> Problem {
    problem(.malformed, message, at: offset ?? position)
  }

  func problem(_ code: Problem.Code, _ message: String, at offset: Int) -> Problem {
    Problem(code: code, message: message, position: .init(offset: offset, in: Array(bytes)))
  }
}
