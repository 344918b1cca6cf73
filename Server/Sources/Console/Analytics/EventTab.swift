// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Pages

/// The pages under Events.
enum EventTab: String, CaseIterable {
  case events, funnel, retention

  var label: String {
    switch self {
    case .events: "Events"
    case .funnel: "Funnel"
    case .retention: "Retention"
    }
  }

  var path: String { self == .events ? "/events" : "/events/\(rawValue)" }

  static func all(current: EventTab) -> [ListTable.Filter] {
    allCases.map { ListTable.Filter(label: $0.label, href: $0.path, isCurrent: $0 == current) }
  }
}
