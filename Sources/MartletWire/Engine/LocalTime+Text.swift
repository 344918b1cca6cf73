// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension LocalTime {
  /// Reads `YYYY-MM-DDTHH:MM`, with or without `:SS`. nil if there is no such date or time.
  public init?(text: String) {
    let bytes = Array(text.utf8)
    let isWellFormed = zip(bytes, "0000-00-00T00:00:00".utf8).allSatisfy { byte, pattern in
      pattern == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == pattern
    }
    guard isWellFormed, bytes.count == 16 || bytes.count == 19 else { return nil }
    func number(_ digits: Range<Int>) -> Int64 { bytes[digits].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) } }
    let time = CivilTime(
      year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13), minute: number(14..<16),
      second: bytes.count == 16 ? 0 : number(17..<19))
    guard let time else { return nil }
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
