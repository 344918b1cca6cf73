// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import PeopleFiles

/// The values of the template `people/import-problems`.
struct ImportProblems {
  let isEmpty: Bool
  let title: String
  let advice: String
  let listed: [Item]
  /// nil when all problems are listed.
  let more: String?

  struct Item {
    let place: String
    let message: String
    let remedy: String
  }

  /// How many problems a page lists. The file has more.
  static let limit = 20

  init(_ outcome: ImportRun.Outcome) {
    isEmpty = outcome.problems.isEmpty
    title = NumberWords.plural(outcome.problemCount, "problem", "problems")
    advice =
      outcome.isDryRun
      ? "These lines will be left out. Correct them below and check again, or import the others."
      : "These lines were left out. Correct them and import them as another file."
    listed = outcome.problems.prefix(Self.limit).map { problem in
      Item(
        place: "Line \(NumberWords.count(problem.line))" + (problem.column.map { ", \($0)" } ?? ""),
        message: problem.message,
        remedy: problem.remedy)
    }
    let kept = outcome.problems.count
    more =
      if outcome.problemCount > kept {
        "The file of problems has the first \(NumberWords.count(kept))."
      } else if kept > Self.limit {
        "And \(NumberWords.count(kept - Self.limit)) more, which are in the file of problems."
      } else { nil }
  }
}
