// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Tells the lines of places in a text, each at or after the one before. All together take one
/// pass.
public struct LineCount {
  private let text: String
  private var place: String.Index
  private var line = 1

  public init(_ text: String) {
    self.text = text
    place = text.startIndex
  }

  /// The line of a place, from 1.
  public mutating func line(of next: String.Index) -> Int {
    line += text.utf8[place..<next].count { $0 == UInt8(ascii: "\n") }
    place = next
    return line
  }

  /// All lines of the text, without their ends.
  public static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }
}
