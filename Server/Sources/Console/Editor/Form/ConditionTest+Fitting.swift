// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

extension ConditionTest {
  /// The types of values for which the comparison can be true.
  var fitting: Set<LoggedType> {
    let families: Set<Value.Family>
    switch operation.traits.types {
    case .all: return Set(LoggedType.allCases)
    case .only(let only): families = only
    case .ofOperand: families = type.families
    case .ofContent: families = type.families.union([.array])
    }
    return Set(LoggedType.allCases.filter { families.contains($0.family) })
  }

  /// Whether the comparison can be true for values of one of the types.
  func fits(_ types: Set<LoggedType>) -> Bool { !types.isDisjoint(with: fitting) }
}

extension ConditionTest.ValueType {
  /// What its operands are.
  fileprivate var families: Set<Value.Family> {
    switch self {
    case .text, .version, .list: [.string]
    case .number, .share: [.number]
    case .boolean: [.bool]
    case .date, .ago, .fromNow: [.date]
    case .any: []
    }
  }
}
