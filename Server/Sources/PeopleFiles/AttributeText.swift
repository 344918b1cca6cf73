// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

/// How a text, from a form or a cell, is read as the value of an attribute. The raw values are used
/// in forms and requests.
public enum AttributeText: String, Hashable, Sendable, CaseIterable {
  case text, number, truth, date

  /// At the beginning of a line.
  public var words: String {
    switch self {
    case .text: "Text"
    case .number: "Number"
    case .truth: "True or false"
    case .date: "Date"
    }
  }

  /// What to write instead of something that cannot be read.
  public var remedy: String {
    switch self {
    case .text: "Enter a value."
    case .number: "Enter a number, such as 12 or 3.5."
    case .truth: "Enter true or false."
    case .date: "Enter a date such as 2026-11-21 or 2026-11-21T14:05:00Z."
    }
  }

  /// nil if the text is empty or is not such a value. Spaces around it matter only in a text.
  public func value(_ text: String) -> Wire.JSONValue? {
    guard !text.isEmpty else { return nil }
    if self == .text { return .string(text) }
    let words = text.split(separator: " ")
    guard words.count == 1 else { return nil }
    let word = String(words[0])
    switch self {
    case .text: return nil
    case .number:
      if let number = Int64(word) { return .int(number) }
      // Not `nan`, `inf` or `0x1p3`.
      guard word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(word),
        number.isFinite
      else { return nil }
      return .double(number)
    case .truth: return ["true": true, "false": false][word.lowercased()].map { .bool($0) }
    case .date: return Self.milliseconds(word).map { .object(["$date": .int($0)]) }
    }
  }

  /// ISO 8601: a day, or a day and a time with `Z` or an offset. A day means its beginning in UTC.
  private static func milliseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let date = numbers(parts[0], "-", lengths: [4, 2, 2]) else { return nil }
    guard parts.count > 1 else { return CivilTime(year: date[0], month: date[1], day: date[2])?.milliseconds }
    var clock = parts[1]
    var offset: Int64 = 0
    if clock.hasSuffix("Z") {
      clock.removeLast()
    } else {
      guard let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }),
        let zone = numbers(clock[clock.index(after: sign)...], ":", lengths: [2, 2]), zone[0] <= 23,
        zone[1] <= 59
      else { return nil }
      offset = (zone[0] * 60 + zone[1]) * 60_000 * (clock[sign] == "-" ? -1 : 1)
      clock = clock[..<sign]
    }
    var fraction: Int64 = 0
    if let dot = clock.firstIndex(of: ".") {
      let digits = clock[clock.index(after: dot)...]
      guard (1...9).contains(digits.count),
        digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else {
        return nil
      }
      fraction = Int64((digits + "00").prefix(3)) ?? 0
      clock = clock[..<dot]
    }
    guard
      let time = numbers(clock, ":", lengths: [2, 2, 2])
        ?? numbers(clock, ":", lengths: [2, 2]).map({ $0 + [0] })
    else { return nil }
    let civil = CivilTime(
      year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1], second: time[2])
    return civil.map { $0.milliseconds + fraction - offset }
  }

  private static func numbers(_ text: Substring, _ separator: Character, lengths: [Int]) -> [Int64]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.count) == lengths else { return nil }
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }
}
