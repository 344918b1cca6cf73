// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The most often that a campaign's own limits let it show to one person within a stretch of time.
struct ImpressionAllowance {
  var perPerson: Int

  /// nil when nothing that can be counted limits it. A session has no fixed length, so a limit of sessions is ignored.
  init?(_ rules: Wire.DeliveryRules, within span: Duration) {
    let milliseconds = max(0, span.wholeMilliseconds)
    // Rolling stretches: as many as fit, and one more that has just begun.
    func stretches(_ length: Int64) -> Int { length > 0 ? Int(milliseconds / length) + 1 : .max }
    var allowed: [Int] = []
    switch rules.reEligibility?.type {
    case .known(.once): allowed.append(1)
    case .known(.after): if let length = rules.reEligibility?.afterMilliseconds { allowed.append(stretches(length)) }
    case .known(.always), .unknown, nil: break
    }
    for cap in rules.caps {
      let times: Int
      switch cap.within {
      case .known(.lifetime): times = 1
      case .known(.day): times = stretches(86_400_000)
      case .known(.week): times = stretches(7 * 86_400_000)
      case .known(.month): times = stretches(30 * 86_400_000)
      case .known(.year): times = stretches(365 * 86_400_000)
      case .known(.session), .unknown: continue
      }
      let (product, isTooMany) = cap.limit.multipliedReportingOverflow(by: times)
      if !isTooMany { allowed.append(product) }
    }
    guard let least = allowed.min() else { return nil }
    perPerson = least
  }

  /// Whether this many people cannot have seen it this often.
  func isExceeded(by impressions: Int, of people: Int) -> Bool {
    let (product, isTooMany) = people.multipliedReportingOverflow(by: perPerson)
    return !isTooMany && impressions > product
  }
}
