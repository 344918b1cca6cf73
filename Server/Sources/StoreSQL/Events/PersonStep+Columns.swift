// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

extension PersonStep {
  /// The column of `person_campaign`. The column for test devices has the same name with the prefix
  /// `test_`.
  func column(isTest: Bool) -> String {
    let column =
      switch self {
      case .impression: "first_impression_at"
      case .click: "first_click_at"
      }
    return isTest ? "test_" + column : column
  }

  /// All columns of all steps.
  static let columns = allCases.flatMap { [$0.column(isTest: false), $0.column(isTest: true)] }
}

extension FirstTimes {
  init(_ row: SQLRow, _ step: PersonStep) {
    self.init(
      own: Instant(stored: row[step.column(isTest: false)]),
      test: Instant(stored: row[step.column(isTest: true)]))
  }
}
