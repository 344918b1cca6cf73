// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

extension ConditionTest {
  /// The comparison of a condition for which nobody has chosen one: the first that fits what the
  /// app has sent.
  ///
  /// - Parameters:
  ///   - tests: The comparisons, with the one that most authors mean first.
  ///   - known: nil if nothing is known of the values.
  static func standard(of tests: [ConditionTest], for known: KnownValues?) -> ConditionTest {
    known.flatMap { known in tests.first { $0.fits(known.types) } } ?? tests[0]
  }
}

/// A condition whose comparison is blank follows its property. It gets the comparison that the page
/// shows before it is read, and the page keeps it blank until somebody chooses one.
extension CampaignForm {
  /// The rows that can have conditions.
  var triggerRows: [FormRow] {
    let triggers = rows("trigger")
    return triggers + triggers.flatMap(\.parts) + rows("exception")
  }

  /// The form with a comparison in each condition of its triggers.
  func comparing(_ suggestions: FormSuggestions) -> CampaignForm {
    var form = self
    for row in triggerRows { form.chooseComparisons(of: row) { suggestions.values(row, $0) } }
    return form
  }

  /// - Parameter known: What is known of a property of the row's event.
  mutating func chooseComparisons(of row: FormRow, _ known: (String) -> KnownValues?) {
    for condition in row.rows("condition") where condition.isOpen {
      self[condition.name("test")] =
        ConditionTest.standard(of: ConditionTest.all, for: known(condition["path"].trimmed)).name
    }
  }

  fileprivate var hasOpenConditions: Bool {
    triggerRows.contains { $0.rows("condition").contains(where: \.isOpen) }
  }
}

extension FormRow {
  /// Whether it is a condition that is written, and nobody has chosen its comparison.
  fileprivate var isOpen: Bool { isBlank("test") && !isBlank("path", "value") }
}

extension Console {
  /// The form as it is read.
  func comparing(_ form: CampaignForm, app: AppID) async -> CampaignForm {
    guard form.hasOpenConditions else { return form }
    // The names that a page suggests are not needed.
    var known = FormSuggestions()
    await fill(&known, with: form, app: app)
    return form.comparing(known)
  }
}
