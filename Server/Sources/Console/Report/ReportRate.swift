// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Statistics

/// A share of the report with what it is worth: its 95% interval, a paler look while it is of too
/// few, and the cause if it is impossible.
struct ReportRate {
  /// `12.5%`
  let share: String
  /// `likely 10.1% to 14.2%`, or what it is of while that is too few. nil for an impossible share.
  let worth: String?
  /// Whether it is of too few to say anything.
  let isPale: Bool
  /// What is impossible, and why it may be so.
  let problem: String?

  /// nil if there is nothing to divide by.
  ///
  /// - Parameters:
  ///   - noun: What is counted below the line: one and many.
  ///   - cause: Why there may be more than the whole.
  init?(_ part: Int, of whole: Int, _ noun: (one: String, many: String), cause: String) {
    guard whole > 0 else { return nil }
    share = NumberWords.share(part, of: whole)
    guard let rate = Rate(part, of: whole) else {
      (worth, isPale, problem) = (nil, false, "Above 100%. " + cause)
      return
    }
    let estimate = rate.readableEstimate
    worth = estimate.map(FigureWords.likely) ?? "of only \(NumberWords.plural(whole, noun.one, noun.many))"
    isPale = estimate == nil
    problem = nil
  }
}
