// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension LocalTime {
  /// Reads `YYYY-MM-DDTHH:MM` with or without `:SS`; nil when there is no such date or time.
  public init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16 || bytes.count == 19 else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      }
      return value
    }
    func isText(_ character: Character, at index: Int) -> Bool { bytes[index] == character.asciiValue }
    guard isText("-", at: 4), isText("-", at: 7), isText("T", at: 10), isText(":", at: 13), bytes.count == 16 || isText(":", at: 16),
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = bytes.count == 16 ? 0 : number(17..<19),
      (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = (Self.daysSinceEpoch(year, month, day) * 24 + hour) * 3_600 + minute * 60 + second
    self.init(milliseconds: seconds * 1_000)
  }

  /// `YYYY-MM-DDTHH:MM:SS`; milliseconds are dropped.
  public var text: String {
    let seconds = Self.floorDivide(milliseconds, 1_000)
    let days = Self.floorDivide(seconds, 86_400)
    let ofDay = seconds - days * 86_400
    let (year, month, day) = Self.date(daysSinceEpoch: days)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
      + "\(digits(ofDay / 3_600, 2)):\(digits(ofDay / 60 % 60, 2)):\(digits(ofDay % 60, 2))"
  }

  private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    daysSinceEpoch(month == 12 ? year + 1 : year, month == 12 ? 1 : month + 1, 1) - daysSinceEpoch(year, month, 1)
  }

  /// Years are counted from March, so that the leap day is a year's last and months repeat every five.
  private static func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let era = floorDivide(shifted, 400)
    let ofEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + dayOfYear - 719_468
  }

  private static func date(daysSinceEpoch days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }
}
