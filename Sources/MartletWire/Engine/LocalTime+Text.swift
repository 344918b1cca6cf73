// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension LocalTime {
  /// Reads `YYYY-MM-DDTHH:MM`, with or without `:SS`. nil if there is no such date or time.
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
      let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    self.init(milliseconds: time.milliseconds)
  }

  /// `YYYY-MM-DDTHH:MM:SS`, without milliseconds.
  public var text: String {
    let time = CivilTime(milliseconds: milliseconds)
    return "\(time.dateText)T\(time.clockText)"
  }

  /// The minutes after midnight of a time such as `22:00`, from 0 to 1439. nil if it is not a time of day in this form.
  public static func minutes(ofDay text: String) -> Int? {
    guard text.utf8.count == 5, let time = LocalTime(text: "1970-01-01T" + text) else { return nil }
    return Int(time.milliseconds / 60_000)
  }
}
