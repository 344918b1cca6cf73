// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import PeopleFiles

/// The values of the template `people/import-run`.
struct ImportRunPage {
  let path: String
  /// Set while the import runs.
  let running: Running?
  /// Set when it is done.
  let result: Result?

  struct Running {
    let total: Int
    let sent: Int
    let words: String
  }

  struct Result {
    let words: String
    let problems: ImportProblems
  }

  static func path(_ id: String) -> String { "/people/import/\(id)" }

  init(_ id: String, _ progress: RunningImports.Progress) {
    path = Self.path(id)
    result = nil
    let words =
      "\(NumberWords.count(progress.sent)) of \(NumberWords.plural(progress.total, "value", "values"))"
    running = Running(total: progress.total, sent: progress.sent, words: words)
  }

  init(_ id: String, _ outcome: ImportRun.Outcome) {
    path = Self.path(id)
    running = nil
    let lines = NumberWords.plural(outcome.goodLines, "line", "lines")
    let known =
      outcome.known > 0
      ? " \(NumberWords.plural(outcome.known, "value was", "values were")) imported before." : ""
    result = Result(
      words:
        "\(lines) of \(NumberWords.count(outcome.lines)) imported, with \(NumberWords.plural(outcome.stored, "new value", "new values")).\(known)",
      problems: ImportProblems(outcome))
  }
}
