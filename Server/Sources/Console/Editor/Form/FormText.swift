// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Converts values to and from the text that people type. Text written here reads back as the same
/// value.
enum FormText {
  // MARK: - Numbers

  /// A whole number stays whole: `20` is not `20.0`.
  static func number(_ text: String) -> Wire.JSONValue? {
    let text = text.trimmed
    guard !text.isEmpty, text.utf8.count <= 64,
      text.unicodeScalars.allSatisfy({ ("0"..."9").contains($0) || "+-.eE".unicodeScalars.contains($0) })
    else { return nil }
    if let whole = Int64(text) { return .int(whole) }
    guard let number = Double(text), number.isFinite else { return nil }
    return .double(number)
  }

  /// Reads a percentage, with or without its sign.
  static func percent(_ text: String) -> Double? { number(text.replacing("%", with: ""))?.number }

  /// Reads a percentage, as ten-thousandths. Further digits are rounded.
  static func share(_ text: String) -> Int? {
    guard let percent = percent(text), (0...100).contains(percent) else { return nil }
    return Int((percent * 100).rounded())
  }

  /// The percentage of ten-thousandths, without its sign.
  static func text(share: Int) -> String { text(Double(share) / 100) }

  static func seconds(_ text: String) -> Double? { number(text)?.number }

  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
  }

  /// The text of a string or a number; nil for anything else.
  static func text(_ value: Wire.JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .int(let number): String(number)
    case .double(let number): String(number)
    case .null, .bool, .array, .object: nil
    }
  }

  // MARK: - Instants, in UTC

  /// Reads `2026-11-21T14:05`, optionally with seconds and milliseconds; a space may replace the T.
  static func instant(_ text: String) -> Instant? {
    let text = text.trimmed
    guard let time = UTCTime(field: text) else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return time.instant }
    let halves = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count <= 2,
      halves.allSatisfy({ (1...3).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let seconds = Int64(halves[0]), seconds < 60
    else { return nil }
    let fraction = halves.count == 2 ? String(halves[1]) : ""
    let milliseconds = Int64(fraction + String(repeating: "0", count: 3 - fraction.count)) ?? 0
    return Instant(milliseconds: time.instant.milliseconds + seconds * 1_000 + milliseconds)
  }

  static func text(_ instant: Instant) -> String {
    let time = UTCTime(instant)
    guard time.instant != instant else { return time.field }
    let milliseconds = (instant.milliseconds - time.instant.milliseconds) % 1_000
    return LocalTime(instant, offset: .zero).text
      + (milliseconds == 0 ? "" : ".\(String(1_000 + milliseconds).dropFirst())")
  }

  // MARK: - Lengths of time

  /// nil unless this is a whole number of a known unit.
  static func milliseconds(count: String, unit: String) -> Int64? {
    guard let unit = TimeUnit(rawValue: unit), case .int(let count)? = number(count) else { return nil }
    let (milliseconds, isTooLong) = count.multipliedReportingOverflow(by: unit.milliseconds)
    return isTooLong ? nil : milliseconds
  }

  /// Reads `3 days` and `1 day 12 hours` as `{"days": 1, "hours": 12}`; nil for anything else.
  static func offset(_ text: String) -> Wire.JSONValue? {
    let words = text.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," })
    guard !words.isEmpty, words.count % 2 == 0 else { return nil }
    var parts: [String: Wire.JSONValue] = [:]
    for index in stride(from: 0, to: words.count, by: 2) {
      guard case .int(let count)? = number(String(words[index])), count >= 0 else { return nil }
      let name = words[index + 1].hasSuffix("s") ? String(words[index + 1]) : words[index + 1] + "s"
      guard let unit = TimeUnit(rawValue: name), unit != .milliseconds, parts[name] == nil else { return nil }
      parts[name] = .int(count)
    }
    return .object(parts)
  }

  /// nil if `offset` cannot read the text.
  static func text(offset: Wire.JSONValue) -> String? {
    guard case .object(let parts) = offset, !parts.isEmpty else { return nil }
    let words = TimeUnit.allCases.compactMap { unit -> String? in
      guard case .int(let count)? = parts[unit.rawValue] else { return nil }
      return unit.words(count)
    }
    return words.count == parts.count ? words.joined(separator: " ") : nil
  }

  // MARK: - Colours

  /// Reads `#RGB`, `#RRGGBB` and `#RRGGBBAA`; the `#` may be missing.
  static func colour(_ text: String) -> Wire.Color? {
    var digits = text.trimmed[...]
    if digits.hasPrefix("#") { digits = digits.dropFirst() }
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined()[...] }
    guard digits.count == 6 || digits.count == 8, let number = UInt32(digits, radix: 16) else { return nil }
    return Wire.Color(argb: digits.count == 6 ? 0xFF00_0000 | number : number >> 8 | number << 24)
  }

  static func text(_ colour: Wire.Color) -> String {
    let alpha = colour.argb >> 24
    let digits = String(1 << 32 | UInt64(colour.argb << 8 | alpha), radix: 16, uppercase: true).dropFirst()
    return "#" + (alpha == 0xFF ? digits.dropLast(2) : digits)
  }

  // MARK: - Paths

  /// `cart.total`
  static func path(_ text: String) -> [String]? {
    let keys = text.trimmed.split(separator: ".", omittingEmptySubsequences: false).map { String($0).trimmed }
    return keys.allSatisfy { !$0.isEmpty } ? keys : nil
  }

  /// nil if the text would not show where one key ends.
  static func path(_ keys: [String]) -> String? {
    let text = keys.joined(separator: ".")
    return path(text) == keys ? text : nil
  }

  // MARK: -

  /// The text with the only line end that browsers use.
  static func lines(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  /// JSON that people read and write.
  static func json(_ value: some Wire.Form) -> String {
    lines(String(decoding: Wire.encode(value, layout: .pretty), as: UTF8.self))
  }

  /// Browsers know only one kind of line end; stored text with another kind stays unchanged until
  /// somebody edits it.
  static func kept(_ text: String, _ stored: String?) -> String? {
    text == lines(stored ?? "") ? stored : text.nilIfEmpty
  }
}
