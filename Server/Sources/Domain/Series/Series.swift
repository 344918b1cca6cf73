// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What is asked for: one figure, over a period, in steps.
public struct SeriesQuery: Hashable, Sendable {
  public var metric: SeriesMetric
  public var step: SeriesStep
  /// The beginnings of the first step and of the one after the last, in milliseconds since 1970
  /// (UTC).
  public let bounds: Range<Int64>
  /// nil for all campaigns together, and for a figure of the app.
  public var campaign: CampaignID?

  /// The most points of one series: a year of days, or a month of hours.
  public static let limit = 800

  /// - Parameters:
  ///   - from: Lies in the first step.
  ///   - to: Lies in the last step, or at its end.
  public init(
    _ metric: SeriesMetric, step: SeriesStep, from: Instant, to: Instant, campaign: CampaignID? = nil
  ) {
    self.metric = metric
    self.step = step
    self.campaign = campaign
    func floor(_ instant: Instant) -> Int64 {
      step == .hour ? CountedTime.hour(of: instant).milliseconds : CountedTime.day(of: instant) * step.length
    }
    let first = floor(from)
    let last = to > from ? floor(to - .milliseconds(1)) : first
    bounds = first..<last + step.length
  }

  /// The number of points.
  public var count: Int { Int((bounds.upperBound - bounds.lowerBound) / step.length) }
}

/// A figure over time: one count for each step, also where it is zero.
public struct Series: Hashable, Sendable {
  public var query: SeriesQuery
  public var counts: [Int]

  public init(_ query: SeriesQuery) {
    self.query = query
    counts = Array(repeating: 0, count: query.count)
  }

  /// When the point begins.
  public func start(of index: Int) -> Instant {
    Instant(milliseconds: query.bounds.lowerBound + Int64(index) * query.step.length)
  }

  /// Adds to the point in which the instant lies. Does nothing outside of the period.
  ///
  /// - Parameter at: Milliseconds since 1970.
  public mutating func add(_ number: Int, at milliseconds: Int64) {
    guard query.bounds.contains(milliseconds) else { return }
    counts[Int((milliseconds - query.bounds.lowerBound) / query.step.length)] += number
  }

  /// The sum over the period; nil for a figure that cannot be added up.
  public var total: Int? { query.metric.traits.isSum ? counts.reduce(0, +) : nil }
  /// The count of the last point.
  public var last: Int { counts.last ?? 0 }
}
