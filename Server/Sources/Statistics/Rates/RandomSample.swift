// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// People who were drawn at random from all, to say something about all.
public struct RandomSample: Hashable, Sendable {
  /// How many were drawn.
  public let people: Int
  /// How many there are.
  public let all: Int

  /// - Parameter all: At least `people`, or it counts as that many.
  public init(people: Int, of all: Int) {
    self.people = max(0, people)
    self.all = max(people, all)
  }

  /// From 0 to 1.
  public var fraction: Double { all > 0 ? Double(people) / Double(all) : 1 }

  /// How many of all do it, if so many of those who were drawn do: Wilson's interval, and none if
  /// all were drawn. nil: nobody was drawn.
  public func count(_ people: Int) -> Estimate? {
    guard let share = Rate(people, of: self.people)?.estimate else { return nil }
    guard fraction < 1 else { return Estimate(Double(people), Interval(Double(people), Double(people))) }
    // Those who were drawn are known.
    let most = Double(all - (self.people - people))
    let lower = max(Double(people), share.interval.lower * Double(all))
    return Estimate(share.value * Double(all), Interval(lower, min(most, share.interval.upper * Double(all))))
  }

  /// How often all do it together. The interval is that of a total when each is drawn with the same
  /// probability. nil: nobody was drawn.
  ///
  /// - Parameters:
  ///   - sum: How often those do it who were drawn.
  ///   - squares: The sum of the squares of how often each of them does it.
  ///   - doing: How many of them do it at all.
  public func total(_ sum: Int, squares: Int, people doing: Int) -> Estimate? {
    guard people > 0 else { return nil }
    let spread = Rate.critical * ((1 - fraction) * Double(squares)).squareRoot()
    // At least what was seen.
    let lower = max(Double(sum), (Double(sum) - spread) / fraction)
    // Nobody does it less than once, so it is at least as often as people do it.
    let upper = max((Double(sum) + spread) / fraction, count(doing)?.interval.upper ?? 0)
    return Estimate(Double(sum) / fraction, Interval(lower, upper))
  }
}
