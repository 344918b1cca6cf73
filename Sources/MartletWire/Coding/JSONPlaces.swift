// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// Finds the position of a field in the text of a JSON document, so that errors in handwritten
  /// files can name the line.
  ///
  ///     let places = Wire.JSONPlaces(bytes)
  ///     places.position(of: "steps[3].event.name").line
  ///
  /// For a missing field, a look-up gives the position of the innermost existing object or list.
  /// The text must be a document that `Wire.decode` reads. For any other text, positions can be
  /// wrong.
  public struct JSONPlaces: Sendable {
    private let bytes: [UInt8]

    /// Keeps the text. Nothing is read yet.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The position of the field's key, or of the value for an element of a list or the whole
    /// document (an empty path). Keys that contain dots or brackets are supported: the longest key
    /// that fits the path is used.
    public func position(of field: String) -> DecodingProblem.Position {
      var found = 0
      look { parser in
        var path = Substring(field)
        found = min(parser.go(along: &path), bytes.count)
      }
      return .init(offset: found, in: bytes)
    }

    /// The lines on which the elements of a list start, from 1, found in one pass. Empty if there
    /// is no such list.
    public func lines(ofElementsOf field: String) -> [Int] {
      var (lines, line, counted) = ([Int](), 1, 0)
      look { parser in
        var path = Substring(field)
        _ = parser.go(along: &path)
        guard path.isEmpty else { return }
        try? parser.eachElement { parser, _ in
          line += bytes[counted..<parser.position].count { $0 == 0x0A }
          counted = parser.position
          lines.append(line)
          parser.skipValue()
        }
      }
      return lines
    }

    private func look(_ body: (inout JSONParser) -> Void) {
      _ = try? JSONParser.parse(bytes, maximumDepth: .max) { parser in
        body(&parser)
        // Ends the parsing here.
        parser.position = bytes.count
      }
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

extension Wire.JSONParser {
  /// Moves along the path as far as it exists, and leaves the rest of the path. Returns the
  /// position of the last part that exists.
  fileprivate mutating func go(along path: inout Substring) -> Int {
    var found = position
    while !path.isEmpty {
      let mark = mark
      guard let place = try? path.hasPrefix("[") ? enterElement(&path) : enterField(&path) else {
        rewind(to: mark)
        break
      }
      found = place
      if path.hasPrefix(".") { path.removeFirst() }
    }
    return found
  }

  /// Moves to the element of `[3].rest`, and leaves `.rest`. nil if there is no such element.
  private mutating func enterElement(_ path: inout Substring) throws(Problem) -> Int? {
    guard let end = path.firstIndex(of: "]"), let wanted = Int(path[..<end].dropFirst()) else { return nil }
    var element: Mark?
    try eachElement { parser, index in
      if index == wanted { element = parser.mark }
      parser.skipValue()
    }
    guard let element else { return nil }
    rewind(to: element)
    path = path[path.index(after: end)...]
    return position
  }

  /// Moves to the value of the key at the start of the path, and leaves the rest. nil if there is
  /// no such key.
  private mutating func enterField(_ path: inout Substring) throws(Problem) -> Int? {
    var best: (key: Int, value: Mark, length: Int)?
    try eachField { parser, key, start in
      if path.begins(withKey: key), best.map({ $0.length < key.count }) ?? true {
        best = (start, parser.mark, key.count)
      }
      parser.skipValue()
    }
    guard let best else { return nil }
    rewind(to: best.value)
    path = path.dropFirst(best.length)
    return best.key
  }
}

extension Substring {
  /// True if the key is the whole path, or ends where the next component begins.
  fileprivate func begins(withKey key: String) -> Bool {
    guard !key.isEmpty, hasPrefix(key) else { return false }
    let rest = dropFirst(key.count)
    return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[")
  }
}
