// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The one moment at which the final view may be read.
///
/// It is the end of the first day at which whole weeks, at least 14 days, have passed, and each arm
/// has as many matured people as planned. It follows from counts of people alone, so nobody can
/// choose it by the outcome. A value can only come from `first(of:days:)`, and figures of the final
/// view only from a value: before that moment they do not exist.
public struct FinalMoment: Hashable, Sendable {
  /// How many days had passed.
  public let day: Int
  /// The matured people of each arm at that moment. Figures of the final view are those of exactly
  /// so many people.
  public let people: [Int]

  private init(day: Int, people: [Int]) {
    self.day = day
    self.people = people
  }

  /// The moment, or nil as long as it has not come, and always for a plan without people.
  ///
  /// - Parameter days: For each day since the start, in order, the matured people of each arm at
  ///   its end, in the app's time zone. More days behind the moment do not change it.
  public static func first(of plan: ExperimentPlan, days: [[Int]]) -> FinalMoment? {
    guard let planned = plan.people else { return nil }
    for (index, people) in days.enumerated() {
      let day = index + 1
      guard day >= ExperimentPlan.fewestDays, day % 7 == 0, people.count == planned.count else { continue }
      if zip(people, planned).allSatisfy({ $0 >= $1 }) { return FinalMoment(day: day, people: people) }
    }
    return nil
  }
}
