// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The values of the template `settings/limits`: how many messages each person sees.
struct LimitsPage {
  let tabs = SettingsSection.all(current: .limits)
  let caps: [Cap]
  let canAddCap: Bool
  let delivery: DeliverySettings

  init(_ delivery: DeliverySettings) {
    caps = delivery.rows.enumerated().map { Cap($1, index: $0, problems: delivery.problems) }
    canAddCap = caps.count < AppSettings.maximumCaps
    self.delivery = delivery
  }

  struct Cap {
    let capIndex: Int
    let capNumber: Int
    let capLimit: String
    let capTag: String
    let windows: [ListTable.Choice]
    let limitProblem: String?
    let windowProblem: String?
    let tagProblem: String?

    fileprivate init(_ row: DeliverySettings.Row, index: Int, problems: [String: String]) {
      capIndex = index
      capNumber = index + 1
      capLimit = row.limit
      capTag = row.tag
      // A window that this version does not know stays chosen, so that saving does not change it
      // unnoticed.
      let unknown = Wire.Cap.Window(rawValue: row.within) == nil && !row.within.isEmpty ? [row.within] : []
      windows = (Wire.Cap.Window.allCases.map { ($0.rawValue, $0.words) } + unknown.map { ($0, $0) }).map {
        value, label in
        ListTable.Choice(value: value, label: label, isChosen: value == row.within)
      }
      limitProblem = problems["caps[\(index)].limit"]
      windowProblem = problems["caps[\(index)].within"]
      tagProblem = problems["caps[\(index)].tag"]
    }
  }
}

extension Wire.Cap.Window {
  /// The time window of a cap.
  fileprivate var words: String {
    switch self {
    case .session: "Session"
    case .day: "24 hours"
    case .week: "7 days"
    case .month: "30 days"
    case .year: "365 days"
    case .lifetime: "Lifetime"
    }
  }
}
