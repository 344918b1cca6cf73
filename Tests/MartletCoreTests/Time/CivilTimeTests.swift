// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import Testing

@Suite("Dates and times of the calendar")
struct CivilTimeTests {
  @Test func `every day from 1600 to 2400 is the day that Foundation's calendar says, and its number again`()
    throws
  {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var mistakes: [Int64] = []
    for day in Int64(-135_140)...157_054 {
      let milliseconds = day * 86_400_000
      let civil = CivilTime(milliseconds: milliseconds)
      // One in a hundred: the calendar takes its time.
      if day % 97 == 0 {
        let parts = calendar.dateComponents(
          [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
        if [parts.year, parts.month, parts.day].map({ Int64($0 ?? 0) }) != [
          civil.year, civil.month, civil.day,
        ] {
          mistakes.append(day)
        }
      }
      if civil.milliseconds != milliseconds { mistakes.append(day) }
    }
    #expect(mistakes.isEmpty)
  }

  @Test(
    arguments: [
      (0, "1970-01-01 00:00:00"), (999, "1970-01-01 00:00:00"), (-1, "1969-12-31 23:59:59"),
      (-1_000, "1969-12-31 23:59:59"),
      (951_782_399_999, "2000-02-28 23:59:59"), (951_782_400_000, "2000-02-29 00:00:00"),
      (253_402_300_799_000, "9999-12-31 23:59:59"),
    ] as [(Int64, String)])
  func `what is less than a second is cut off, before 1970 too`(milliseconds: Int64, text: String) {
    let civil = CivilTime(milliseconds: milliseconds)
    #expect("\(civil.dateText) \(civil.clockText)" == text)
  }

  @Test(
    arguments: [
      (2023, 2, 29, 0, 0), (1900, 2, 29, 0, 0), (2026, 4, 31, 0, 0), (2026, 0, 1, 0, 0), (2026, 13, 1, 0, 0),
      (2026, 1, 0, 0, 0),
      (2026, 1, 1, 24, 0), (2026, 1, 1, 0, 60),
    ]
      as [(Int64, Int64, Int64, Int64, Int64)])
  func `a date or a time that does not exist is none`(
    year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64
  ) {
    #expect(CivilTime(year: year, month: month, day: day, hour: hour, minute: minute) == nil)
  }

  @Test(arguments: [1904, 2000, 2024, 2400] as [Int64])
  func `the 29th of February is a day of every fourth year, of centuries every fourth`(year: Int64) {
    #expect(CivilTime(year: year, month: 2, day: 29)?.dateText == "\(year)-02-29")
  }
}
