// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension PreparedBatch {
  /// An argument of `SQL.insertEvent`, counted from 0.
  package func argument(_ index: Int, ofEvent place: Int, person: Int64, app: Int64) -> SQLValue {
    func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
    // Each field is read where it is needed: an event is large.
    switch index {
    case 0: return .integer(app)
    case 1: return .integer(person)
    case 2: return .text(events[place].record.id)
    case 3: return .text(deviceID)
    case 4: return .text(events[place].kind)
    case 5: return .integer(events[place].record.at.milliseconds)
    case 6: return .integer(events[place].countedAt.milliseconds)
    case 7: return .integer(receivedAt)
    case 8:
      // A decision's record is kept in its own table, and not for ever.
      if case .decision = events[place].record.body { return .null }
      return .bytes(events[place].encoded)
    case 9: return role.isTest.sqlValue
    case 10: return text(events[place].name)
    case 11: return text(events[place].campaign)
    case 12: return text(events[place].count?.metric.rawValue)
    case 13: if case .exposure(_, _, let arm) = events[place].record.body { return .text(arm) }
    case 14: if case .userChanged(let previous) = events[place].record.body { return text(previous) }
    default: return text(events[place].record.body.attributeKey)
    }
    return .null
  }

  package static let arguments = 16
}
