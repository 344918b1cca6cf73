// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// The time for which the same people are in the global holdout: a quarter of a year, 90 to 92
/// days, in UTC.
public struct HoldoutPeriod: Hashable, Sendable {
  public let begin: Instant
  /// The first instant of the next period.
  public let end: Instant
  /// `2026-q1`, which is drawn with.
  public let name: String

  public init(containing instant: Instant) {
    let civil = CivilTime(milliseconds: instant.milliseconds)
    self.init(year: civil.year, quarter: (civil.month - 1) / 3)
  }

  /// Reads a name as `name` writes it. nil if it is none, or of a period that has not begun.
  public init?(name: String, at now: Instant) {
    self.init(name: name)
    guard begin <= now else { return nil }
  }

  /// Reads a name as `name` writes it. nil if it is none.
  public init?(name: String) {
    let parts = name.split(separator: "-q", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 1, let year = Int64(parts[0]),
      year > 0,
      let quarter = Int64(parts[1]), (1...4).contains(quarter)
    else { return nil }
    self.init(year: year, quarter: quarter - 1)
  }

  /// - Parameter quarter: From 0.
  private init(year: Int64, quarter: Int64) {
    begin = Self.start(year, quarter)
    end = Self.start(year + (quarter + 1) / 4, (quarter + 1) % 4)
    name = "\(year)-q\(quarter + 1)"
  }

  private static func start(_ year: Int64, _ quarter: Int64) -> Instant {
    var civil = CivilTime(milliseconds: 0)
    (civil.year, civil.month) = (year, quarter * 3 + 1)
    return Instant(milliseconds: civil.milliseconds)
  }

  public var previous: HoldoutPeriod {
    HoldoutPeriod(containing: Instant(milliseconds: begin.milliseconds - 1))
  }
}
