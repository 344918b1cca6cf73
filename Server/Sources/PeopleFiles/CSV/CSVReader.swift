// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// Reads rows of comma-separated values by RFC 4180, with line ends of any kind. Values can be in
/// quotes, which doubles the quotes inside.
///
/// The separator is the first of these that the first line has: the comma, the semicolon or the
/// tab. Spreadsheet programs write all of them.
struct CSVReader {
  struct Row: Hashable {
    /// The number of its first line, from 1.
    var line: Int
    var cells: [String]
  }

  enum Problem: Error, Hashable {
    /// A value has no end: its quotes are not closed.
    case unclosed
    /// A value in quotes continues after them.
    case afterQuotes
    case notUTF8
    case tooLong
  }

  /// The most bytes of a row.
  static let rowBytes = 131_072

  private let bytes: [UInt8]
  private let separator: UInt8
  private var index: Int
  private var line = 1

  private static let (newline, carriageReturn, quote) = (
    UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\"")
  )

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark, which spreadsheet programs write.
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[index...].prefix { $0 != Self.newline && $0 != Self.carriageReturn }
    separator = [",", ";", "\t"].map { UInt8(ascii: $0) }.first { first.contains($0) } ?? UInt8(ascii: ",")
  }

  /// The next row that is not empty, or what is wrong with it and its line; nil at the end. After a
  /// problem, the reader continues with the next line.
  mutating func next() -> (line: Int, row: Result<Row, Problem>)? {
    while index < bytes.count {
      let (start, first) = (index, line)
      do {
        let cells = try row(from: start)
        if cells == [""] { continue }
        return (first, .success(Row(line: first, cells: cells)))
      } catch {
        skipLine(from: start, first)
        return (first, .failure(error))
      }
    }
    return nil
  }

  private mutating func row(from start: Int) throws(Problem) -> [String] {
    var cells: [String] = []
    while true {
      cells.append(try cell(from: start))
      guard index < bytes.count else { return cells }
      let byte = bytes[index]
      if byte == separator {
        index += 1
        continue
      }
      endLine()
      return cells
    }
  }

  private mutating func cell(from start: Int) throws(Problem) -> String {
    guard index < bytes.count, bytes[index] == Self.quote else {
      let begin = index
      while index < bytes.count, bytes[index] != separator, bytes[index] != Self.newline,
        bytes[index] != Self.carriageReturn
      { index += 1 }
      return try text(bytes[begin..<index], from: start)
    }
    index += 1
    var value: [UInt8] = []
    while true {
      guard index < bytes.count else { throw .unclosed }
      guard index - start <= Self.rowBytes else { throw .tooLong }
      let byte = bytes[index]
      if byte == Self.quote {
        index += 1
        guard index < bytes.count, bytes[index] == Self.quote else { break }
      } else if byte == Self.newline
        || byte == Self.carriageReturn && !(index + 1 < bytes.count && bytes[index + 1] == Self.newline)
      {
        line += 1
      }
      value.append(byte)
      index += 1
    }
    if index < bytes.count, ![separator, Self.newline, Self.carriageReturn].contains(bytes[index]) {
      throw .afterQuotes
    }
    return try text(value[...], from: start)
  }

  private func text(_ value: ArraySlice<UInt8>, from start: Int) throws(Problem) -> String {
    guard index - start <= Self.rowBytes else { throw .tooLong }
    guard let text = String(validating: value, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  private mutating func endLine() {
    if bytes[index] == Self.carriageReturn, index + 1 < bytes.count, bytes[index + 1] == Self.newline {
      index += 1
    }
    index += 1
    line += 1
  }

  private mutating func skipLine(from start: Int, _ first: Int) {
    (index, line) = (start, first)
    while index < bytes.count, bytes[index] != Self.newline, bytes[index] != Self.carriageReturn {
      index += 1
    }
    if index < bytes.count { endLine() }
  }
}

extension CSVReader.Problem {
  var words: (message: String, remedy: String) {
    switch self {
    case .unclosed: ("A value in quotes has no end.", "Close the quotes, and double quotes inside a value.")
    case .afterQuotes:
      (
        "Something follows a value in quotes.",
        "Double quotes inside a value, and put the whole value in quotes."
      )
    case .notUTF8: ("The line is not UTF-8.", "Save the file in the encoding UTF-8.")
    case .tooLong:
      (
        "The line is longer than \(NumberWords.count(CSVReader.rowBytes)) bytes.",
        "Shorten it, or check for an open quote."
      )
    }
  }
}
