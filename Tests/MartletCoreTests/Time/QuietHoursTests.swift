// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Quiet hours of a day")
struct QuietHoursTests {
  /// `2T21:59:59`: in the week of Monday, 2 March 2026.
  private func time(_ text: String) throws -> LocalTime {
    let parts = try text.split { "T:".contains($0) }.map { try #require(Int64($0)) }
    let second = parts.count > 3 ? parts[3] : 0
    let seconds = (parts[0] - 2) * 86_400 + parts[1] * 3_600 + parts[2] * 60 + second
    return LocalTime(milliseconds: (20_514 * 86_400 + seconds) * 1_000)
  }

  private let night = QuietHours(from: 22 * 60, to: 8 * 60)

  @Test(
    arguments: [
      ("2T21:59:59", nil), ("2T22:00", "3T08:00"), ("2T23:59:59", "3T08:00"), ("3T00:00", "3T08:00"),
      ("3T07:59:59", "3T08:00"),
      ("3T08:00", nil),
    ] as [(String, String?)])
  func `a night begins in the evening and ends in the morning, its last minute excluded`(
    now: String, end: String?
  ) throws {
    #expect(try [night].end(at: time(now)) == end.map(time))
  }

  @Test(
    arguments: [
      ("6T23:00", "7T08:00"), ("7T07:00", "7T08:00"), ("7T22:30", "8T08:00"), ("8T07:00", "8T08:00"),
      ("8T23:00", nil), ("5T23:00", nil),
      ("6T07:00", nil),
    ] as [(String, String?)])
  func `on some weekdays it begins on those days, and may last into the next one`(now: String, end: String?)
    throws
  {
    let weekends = QuietHours(from: 22 * 60, to: 8 * 60, weekdays: [.friday, .saturday])
    #expect(try [weekends].end(at: time(now)) == end.map(time))
  }

  @Test(arguments: Array(QuietHours.Weekday.allCases.enumerated()))
  func `every weekday is the one that the calendar has`(_ place: Int, _ weekday: QuietHours.Weekday) throws {
    for day in 0..<7 {
      let noon = try time("\(2 + day)T12:00")
      #expect(([QuietHours(from: 0, to: 0, weekdays: [weekday])].end(at: noon) != nil) == (day == place))
    }
  }

  @Test func `the same time twice is a whole day`() throws {
    let day = QuietHours(from: 9 * 60, to: 9 * 60, weekdays: [.tuesday])
    #expect(try [day].end(at: time("3T09:00")) == time("4T09:00"))
    #expect(try [day].end(at: time("4T08:59")) == time("4T09:00"))
    #expect(try [day].end(at: time("3T08:59")) == nil)
  }

  @Test func `hours that touch or overlap are quiet until the last of them is over`() throws {
    let hours = [
      night, QuietHours(from: 7 * 60, to: 9 * 60), QuietHours(from: 9 * 60, to: 10 * 60),
      QuietHours(from: 12 * 60, to: 13 * 60),
    ]
    #expect(try hours.end(at: time("2T22:00")) == time("3T10:00"))
    #expect(try hours.end(at: time("3T10:00")) == nil)
  }

  @Test func `what is always quiet is so for a week at least, and is found in finite time`() throws {
    let now = try time("2T12:00")
    let end = try #require([QuietHours(from: 0, to: 0)].end(at: now))
    #expect(end.milliseconds - now.milliseconds >= 7 * 86_400_000)
  }

  @Test func `days before 1970 have weekdays too`() {
    // A Wednesday.
    let noon = LocalTime(milliseconds: -43_200_000)
    #expect(
      [QuietHours(from: 720, to: 721, weekdays: [.wednesday])].end(at: noon)
        == LocalTime(milliseconds: noon.milliseconds + 60_000))
    #expect([QuietHours(from: 720, to: 721, weekdays: [.thursday])].end(at: noon) == nil)
  }
}
