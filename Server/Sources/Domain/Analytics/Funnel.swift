// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What is asked of a funnel: how many people do one thing, then the next, and so on.
public struct FunnelQuery: Hashable, Sendable {
  /// In order. An event can be in several.
  public let steps: [EventSelector]
  /// A person has so many hours, from a first step, for all others. A step exactly at the end is
  /// too late.
  public let hours: Int
  /// When the first steps happened. Later steps may follow after it.
  public let period: Range<Instant>

  /// How many steps a funnel has.
  public static let steps = 2...8
  /// The shortest and the longest time for all steps.
  public static let hours = 1...720

  /// nil if there are too few or too many steps, or the time is not within its limits.
  public init?(_ steps: [EventSelector], hours: Int, period: Range<Instant>) {
    guard Self.steps.contains(steps.count), Self.hours.contains(hours) else { return nil }
    self.steps = steps
    self.hours = hours
    self.period = period
  }

  /// In milliseconds.
  var window: Int64 { Int64(hours) * 3_600_000 }

  /// What to read, each selector once.
  public var readings: [EventReading] {
    let (from, to) = (period.lowerBound.milliseconds, period.upperBound.milliseconds)
    var readings: [EventReading] = []
    for step in steps where !readings.contains(where: { $0.selector == step }) {
      readings.append(EventReading(step, from..<(steps.dropFirst().contains(step) ? to + window : to)))
    }
    return readings
  }
}

/// How many people got how far.
public struct Funnel: Hashable, Sendable {
  public let query: FunnelQuery
  /// For each step, the people who did it and all before it.
  public let reached: [Int]

  public init(_ query: FunnelQuery, reached: [Int]) {
    self.query = query
    self.reached = reached
  }
}
