// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A unit of time that always has the same length. The raw values are its names in filters and forms.
public enum TimeUnit: String, Hashable, Sendable, CaseIterable {
  // Longest first.
  case days, hours, minutes, seconds
  case milliseconds = "ms"

  /// The length of the unit in milliseconds.
  public var milliseconds: Int64 {
    switch self {
    case .days: 86_400_000
    case .hours: 3_600_000
    case .minutes: 60_000
    case .seconds: 1_000
    case .milliseconds: 1
    }
  }

  /// `1 day`, `3 hours`, `250 ms`
  public func words(_ count: Int64) -> String {
    count == 1 && self != .milliseconds ? "1 \(rawValue.dropLast())" : "\(count) \(rawValue)"
  }

  /// The longest unit in which a length is a whole number, or seconds if the length is zero.
  ///
  /// - Parameter unit: the unit of `length`.
  public static func longest(in length: Int64, of unit: TimeUnit = .milliseconds) -> TimeUnit {
    length == 0 ? .seconds : allCases.first { $0.fits(unit) && length % ($0.milliseconds / unit.milliseconds) == 0 } ?? unit
  }

  /// A length in parts, longest unit first, without units that are zero.
  ///
  /// - Parameter unit: the unit of `length`.
  public static func parts(of length: Int64, _ unit: TimeUnit = .milliseconds) -> [(count: Int64, unit: TimeUnit)] {
    var rest = length
    return allCases.filter { $0.fits(unit) }.compactMap { part in
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: part.milliseconds / unit.milliseconds)
      rest = remainder
      return count > 0 ? (count, part) : nil
    }
  }

  private func fits(_ other: TimeUnit) -> Bool { milliseconds >= other.milliseconds }
}
