// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// Values that are compared alike have their own fields in a row, so that a comparison cannot
/// contradict what is compared.
extension AudienceSubject.ValueType {
  /// The comparisons, with the one that most authors mean first.
  var tests: [ConditionTest] {
    switch self {
    case .attribute: ConditionTest.all
    case .text: ConditionTest.all.filter { $0.type == .text } + Self.known
    case .version: Self.sorted(ConditionTest.versions, first: "version:greater_or_equal") + Self.known
    case .count:
      Self.sorted(ConditionTest.all.filter { $0.type == .number }, first: "number:greater_or_equal")
    case .date: Self.sorted(Self.dates, first: "ago:greater") + Self.known
    case .moment: Self.known + Self.dates
    case .share: ConditionTest.shares
    case .yesNo: ConditionTest.all.filter { $0.type == .boolean }
    }
  }

  /// A blank is the comparison that the form shows for it. Attributes have none, because what fits
  /// depends on their values (`AudienceForm.comparing`).
  func test(_ name: String) -> ConditionTest? {
    name.isEmpty && self != .attribute ? tests[0] : ConditionTest.named(name, in: tests)
  }

  private static let known = ConditionTest.all.filter {
    $0.operation == .exists || $0.operation == .doesNotExist
  }
  private static let dates = ConditionTest.all.filter { $0.type == .ago || $0.type == .date }

  private static func sorted(_ tests: [ConditionTest], first name: String) -> [ConditionTest] {
    tests.filter { $0.name == name } + tests.filter { $0.name != name }
  }

  /// The names of the row's fields.
  var testField: String { "\(rawValue)_test" }
  var valueField: String { "\(rawValue)_value" }
  var valueLabel: String { self == .count ? "Number" : "Value" }
}
