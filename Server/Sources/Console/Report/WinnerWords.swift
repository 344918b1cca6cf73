// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Statistics

/// What the page of a campaign says of an automatic winner that is not chosen yet.
enum WinnerWords {
  /// - Parameter verdict: nil while there is nothing to compare.
  static func awaited(_ verdict: WinnerRule.Verdict?) -> String? {
    switch verdict {
    // The server looks once a day, and the figures can be others then.
    case .winner:
      "One variant is clearly ahead. If it still is when the server looks next, everybody who has no variant yet gets it."
    case .noDifferenceFound: "None. The final result found no difference, so everything stays as it is."
    case .waiting(let obstacles):
      obstacles.isEmpty
        ? nil
        : "Not chosen yet. "
          + WinnerRule.Obstacle.allCases.filter(obstacles.contains).map { sentence($0) + "." }.joined(
            separator: " ")
    case nil: "Not chosen yet. The campaign needs a conversion, and people in each variant."
    }
  }

  private static func sentence(_ obstacle: WinnerRule.Obstacle) -> String {
    switch obstacle {
    case .tooFewDays:
      "A winner is chosen after whole weeks, and after \(ExperimentPlan.fewestDays) days at the earliest"
    case .tooFewConversions: "Each arm needs \(WinnerRule.fewestConversions) conversions"
    case .mismatch: "People are not split as planned"
    case .tooManyCrossovers:
      "More than \(Int(WinnerRule.mostCrossovers * 100))% of the people were in several arms"
    case .noneAhead: "No variant is clearly ahead"
    case .guardrail:
      "A variant is ahead, but it may cost more than \(Int(-WinnerRule.guardrailFloor * 100))% of a guardrail"
    }
  }
}
