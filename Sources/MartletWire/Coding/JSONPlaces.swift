// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// Finds the position of a field in the text of a JSON document, so that errors in handwritten files can name the line.
  ///
  ///     let places = Wire.JSONPlaces(bytes)
  ///     places.position(of: "steps[3].event.name").line
  ///
  /// A look-up reads the text once, up to the field. For a missing field, it gives the position of the innermost existing object or list.
  /// The text must be a document that `Wire.decode` reads. For any other text, positions can be wrong.
  public struct JSONPlaces: Sendable {
    private let bytes: [UInt8]

    /// Keeps the text. Nothing is read yet.
    public init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    /// The position of the field's key, or of the value for an element of a list or the whole document (an empty path). Keys that contain
    /// dots or brackets are supported: the longest key that fits the path is used.
    public func position(of field: String) -> DecodingProblem.Position {
      var scanner = Scanner(bytes: bytes)
      scanner.skipSpace()
      var found = scanner.position
      var path = Substring(field)
      while !path.isEmpty {
        guard let place = path.hasPrefix("[") ? scanner.enterElement(&path) : scanner.enterField(&path) else { break }
        found = min(place, bytes.count)
      }
      return .init(offset: found, in: bytes)
    }

    /// The lines on which the elements of a list start, from 1, found in one pass. Empty if there is no such list.
    public func lines(ofElementsOf field: String) -> [Int] {
      var scanner = Scanner(bytes: bytes)
      scanner.skipSpace()
      var path = Substring(field)
      while !path.isEmpty {
        guard (path.hasPrefix("[") ? scanner.enterElement(&path) : scanner.enterField(&path)) != nil else { return [] }
      }
      var (lines, line, counted) = ([Int](), 1, 0)
      for offset in scanner.elements() {
        line += bytes[counted..<offset].count { $0 == 0x0A }
        counted = offset
        lines.append(line)
      }
      return lines
    }
  }
}

extension Wire.DecodingProblem.Position {
  /// The line and column of a byte.
  init(offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    self.init(offset: offset, line: before.count { $0 == 0x0A } + 1, column: offset - lineStart + 1)
  }
}

/// Walks over the text without making values of it. Loops end at the end of the text whatever it holds.
private struct Scanner {
  let bytes: [UInt8]
  var position = 0

  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }
  private var isAtEnd: Bool { position >= bytes.count }

  mutating func skipSpace() {
    while case let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Goes to the element of `[3].rest`, and leaves `rest`. nil: there is none.
  mutating func enterElement(_ path: inout Substring) -> Int? {
    guard let end = path.firstIndex(of: "]"), let index = Int(path[path.index(after: path.startIndex)..<end]), current == UInt8(ascii: "[")
    else { return nil }
    position += 1
    skipSpace()
    for _ in 0..<max(index, 0) {
      guard !isAtEnd, current != UInt8(ascii: "]") else { return nil }
      skipValue()
      skipSeparator()
    }
    guard !isAtEnd, current != UInt8(ascii: "]") else { return nil }
    path = path[path.index(after: end)...]
    if path.hasPrefix(".") { path.removeFirst() }
    return position
  }

  /// Where the elements of the list begin that begins here.
  mutating func elements() -> [Int] {
    guard current == UInt8(ascii: "[") else { return [] }
    position += 1
    skipSpace()
    var offsets: [Int] = []
    while !isAtEnd, current != UInt8(ascii: "]") {
      offsets.append(position)
      let before = position
      skipValue()
      skipSeparator()
      guard position > before else { break }
    }
    return offsets
  }

  /// Goes to the value of the key with which the path begins, and leaves the rest. nil: there is none.
  mutating func enterField(_ path: inout Substring) -> Int? {
    guard current == UInt8(ascii: "{") else { return nil }
    position += 1
    skipSpace()
    var best: (key: Int, value: Int, length: Int)?
    while current == UInt8(ascii: "\"") {
      let key = position
      let name = string()
      skipSpace()
      if current == UInt8(ascii: ":") { position += 1 }
      skipSpace()
      if let name, path.begins(withKey: name), best.map({ $0.length < name.count }) ?? true { best = (key, position, name.count) }
      skipValue()
      skipSeparator()
    }
    guard let best else { return nil }
    position = best.value
    path = path.dropFirst(best.length)
    if path.hasPrefix(".") { path.removeFirst() }
    return best.key
  }

  /// The string that begins here; nil when it cannot be read.
  private mutating func string() -> String? {
    let start = position
    skipString()
    guard case .string(let text)? = try? Wire.JSONParser.parse(Array(bytes[start..<min(position, bytes.count)])) else { return nil }
    return text
  }

  private mutating func skipString() {
    position += 1
    while !isAtEnd, current != UInt8(ascii: "\"") { position += current == UInt8(ascii: "\\") ? 2 : 1 }
    position += 1
  }

  private mutating func skipValue() {
    var depth = 0
    repeat {
      switch current {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return }
        depth -= 1
        position += 1
      case UInt8(ascii: ",") where depth == 0: return
      default: position += 1
      }
    } while !isAtEnd && (depth > 0 || !isBetweenValues)
  }

  private var isBetweenValues: Bool {
    switch current {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): true
    default: false
    }
  }

  private mutating func skipSeparator() {
    skipSpace()
    if current == UInt8(ascii: ",") { position += 1 }
    skipSpace()
  }
}

extension Substring {
  /// True when the key is the whole path or ends where the next component begins.
  fileprivate func begins(withKey key: String) -> Bool {
    guard !key.isEmpty, hasPrefix(key) else { return false }
    let rest = dropFirst(key.count)
    return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[")
  }
}
