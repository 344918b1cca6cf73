// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// `{"from": "22:00", "to": "08:00", "weekdays": ["sat", "sun"]}`: a period of the day, by the
  /// device's clock.
  public struct QuietHours: Equatable, Sendable {
    /// `HH:MM`
    public var from: String
    /// `HH:MM`: the first minute that is no longer quiet. If it is not later than `from`, it is on
    /// the next day.
    public var to: String
    /// The days on which it starts. Empty: every day.
    public var weekdays: [Open<Weekday>]
    public var unknown: UnknownFields

    public init(from: String, to: String, weekdays: [Open<Weekday>] = [], unknown: UnknownFields = [:]) {
      self.from = from
      self.to = to
      self.weekdays = weekdays
      self.unknown = unknown
    }

    /// A day of the week.
    public typealias Weekday = MartletCore.QuietHours.Weekday
  }
}

extension Wire.QuietHours: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(from: "", to: ""), unknown: \.unknown,
    .field("from", \.from, "When they begin, for example `22:00`.", .required),
    .field(
      "to", \.to, "When they end, for example `08:00`. If not later than `from`, they end on the next day.",
      .required),
    .field("weekdays", \.weekdays, "The days on which they begin. Absent: every day."))
}

extension Wire.QuietHours {
  init(_ hours: QuietHours) {
    func text(_ minutes: Int) -> String { CivilTime(milliseconds: Int64(minutes) * 60_000).timeText }
    self.init(
      from: text(hours.from), to: text(hours.to),
      weekdays: QuietHours.Weekday.allCases.filter(hours.weekdays.contains).map { .known($0) })
  }

  func translated() throws(Wire.Untranslatable) -> QuietHours {
    var days: Set<QuietHours.Weekday> = []
    for (index, day) in weekdays.enumerated() {
      // An unknown day must not be ignored, because the campaign would then be shown on it.
      days.insert(try day.understood("this day", at: "weekdays[\(index)]"))
    }
    return QuietHours(from: try Self.minutes(from, "from"), to: try Self.minutes(to, "to"), weekdays: days)
  }

  private static func minutes(_ text: String, _ field: String) throws(Wire.Untranslatable) -> Int {
    guard let minutes = LocalTime.minutes(ofDay: text) else {
      throw Wire.Untranslatable(field: field, message: "Expected a time of day such as 22:00.")
    }
    return minutes
  }
}

extension LocalTime {
  /// Reads `YYYY-MM-DDTHH:MM`, with or without `:SS`. nil if there is no such date or time.
  public init?(text: String) {
    let bytes = Array(text.utf8)
    let isWellFormed = zip(bytes, "0000-00-00T00:00:00".utf8).allSatisfy { byte, pattern in
      pattern == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == pattern
    }
    guard isWellFormed, bytes.count == 16 || bytes.count == 19 else { return nil }
    func number(_ digits: Range<Int>) -> Int64 {
      bytes[digits].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
    let time = CivilTime(
      year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13),
      minute: number(14..<16),
      second: bytes.count == 16 ? 0 : number(17..<19))
    guard let time else { return nil }
    self.init(milliseconds: time.milliseconds)
  }

  /// `YYYY-MM-DDTHH:MM:SS`, without milliseconds.
  public var text: String {
    let time = CivilTime(milliseconds: milliseconds)
    return "\(time.dateText)T\(time.clockText)"
  }

  /// The minutes after midnight of a time such as `22:00`, from 0 to 1439. nil if it is not a time
  /// of day in this form.
  public static func minutes(ofDay text: String) -> Int? {
    guard text.utf8.count == 5, let time = LocalTime(text: "1970-01-01T" + text) else { return nil }
    return Int(time.milliseconds / 60_000)
  }
}
