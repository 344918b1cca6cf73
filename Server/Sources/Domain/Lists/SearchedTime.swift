// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A date, a time of day or both (UTC) that somebody looks for: `21 Nov 2026, 14:05`, `Nov 21`,
/// `Nov 2026`, `2026-11-21`, `2026-11`, `14:05:09`.
public struct SearchedTime: Hashable, Sendable {
  /// In the form `2026-11-21 14:05:09`, with `_` for each digit that was not given, so that it is
  /// also a pattern for SQL's LIKE.
  public let pattern: String

  /// Whether an instant, written as `2026-11-21 14:05:09`, matches.
  public func matches(_ time: String) -> Bool {
    time.utf8.count == pattern.utf8.count
      && zip(time.utf8, pattern.utf8).allSatisfy { $1 == UInt8(ascii: "_") || $0 == $1 }
  }

  /// Reads a date or a time from the beginning of a list of words, and returns how many words it
  /// takes. nil when there is neither. A month alone counts as a word, because people have such
  /// names too.
  static func beginning(_ words: ArraySlice<Substring>) -> (time: SearchedTime, words: Int)? {
    let words = words.prefix(5).map { word in
      let lower = word.lowercased()
      return lower.hasSuffix(",") ? String(lower.dropLast()) : lower
    }
    let date = date(words)
    var count = date?.words ?? 0
    let clock = count < words.count ? clock(words[count]) : nil
    guard date != nil || clock != nil else { return nil }
    if clock != nil { count += 1 }
    if count < words.count, words[count] == "utc" { count += 1 }
    return (SearchedTime(pattern: (date?.pattern ?? "____-__-__") + " " + (clock ?? "__:__:__")), count)
  }

  // MARK: - Dates

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let monthsInFull = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]

  private static func date(_ words: [String]) -> (pattern: String, words: Int)? {
    guard let first = words.first else { return nil }
    let parts = first.split(separator: "-", omittingEmptySubsequences: false)
    if (2...3).contains(parts.count), parts[0].count == 4, parts.dropFirst().allSatisfy({ $0.count == 2 }),
      let year = year(parts[0]),
      let month = number(parts[1], 1...12)
    {
      guard parts.count == 3 else { return ("\(year)-\(month)-__", 1) }
      return number(parts[2], 1...31).map { ("\(year)-\(month)-\($0)", 1) }
    }
    guard words.count > 1 else { return nil }
    let third = words.count > 2 ? year(words[2][...]) : nil
    if let day = number(first[...], 1...31), let month = month(words[1]) {
      return ("\(third ?? "____")-\(month)-\(day)", third == nil ? 2 : 3)
    }
    guard let month = month(first) else { return nil }
    if let day = number(words[1][...], 1...31) {
      return ("\(third ?? "____")-\(month)-\(day)", third == nil ? 2 : 3)
    }
    return year(words[1][...]).map { ("\($0)-\(month)-__", 2) }
  }

  private static func month(_ word: String) -> String? {
    (months.firstIndex(of: word) ?? monthsInFull.firstIndex(of: word)).map { two($0 + 1) }
  }

  private static func year(_ word: Substring) -> Substring? {
    word.count == 4 && number(word, 1_000...9_999) != nil ? word : nil
  }

  // MARK: - Times of day

  private static func clock(_ word: String) -> String? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.count == 2 }),
      let hour = number(parts[0], 0...23),
      let minute = number(parts[1], 0...59)
    else { return nil }
    guard parts.count == 3 else { return "\(hour):\(minute):__" }
    return number(parts[2], 0...59).map { "\(hour):\(minute):\($0)" }
  }

  /// With at least two digits.
  private static func number(_ word: Substring, _ range: ClosedRange<Int>) -> String? {
    guard !word.isEmpty, word.utf8.count <= 4,
      word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(word), range.contains(number)
    else { return nil }
    return two(number)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
