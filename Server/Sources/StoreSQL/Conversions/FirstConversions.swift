// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// When people first did what one of a campaign's conversions is, so that it counts for the
/// campaign.
///
/// Of each person, the first messages and events after they first saw the campaign are looked at,
/// as many of each as the limit says.
struct FirstConversions {
  private let scan: ConversionScan
  private let limit: Int

  init(_ campaign: CampaignID, app: Int64, limit: Int?) {
    scan = ConversionScan(campaign, app: app)
    self.limit = limit ?? 10_000
  }

  /// The conversions of campaigns as they are now. Nothing else of them is decoded.
  static func rules(of campaigns: Set<CampaignID>, app: Int64, _ db: any SQLSession) throws -> [CampaignID:
    [ConversionRule]]
  {
    guard !campaigns.isEmpty else { return [:] }
    var rules: [CampaignID: [ConversionRule]] = [:]
    for row in try db.rows(SQL.conversionsAmong, [app, SQL.list(campaigns.map(\.rawValue))]) {
      guard let text: String = row[1],
        case .array(let stored) = try Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
      else { continue }
      var problems: [Diagnostic] = []
      rules[CampaignID(row[0])] = try stored.compactMap {
        ConversionRule(try Wire.decode(Wire.Conversion.self, from: Wire.encode($0)), at: "", &problems)
      }
    }
    return rules
  }

  /// Calls `body` for each of the people who may have converted, with how many messages and events
  /// were looked at.
  ///
  /// - Parameter people: nil: of all.
  func forEach(
    _ rules: [ConversionRule], of people: [Int64]? = nil, _ db: any SQLSession,
    _ body: (_ person: Int64, _ at: Instant?, _ steps: Int) -> Void
  ) throws {
    var found: [Int64: (at: Instant?, steps: Int)] = [:]
    for rule in rules {
      try scan.forEach(rule, of: people, limit: limit, db) { person, attribution in
        let known = found[person]
        found[person] = (
          [known?.at, attribution.first].compactMap(\.self).min(), (known?.steps ?? 0) + attribution.steps
        )
      }
    }
    for (person, first) in found { body(person, first.at, first.steps) }
  }
}

extension SQL {
  static let conversionsAmong = """
    SELECT c.id, c.conversions FROM json_each(?2) n CROSS JOIN campaign c ON c.app = ?1 AND c.id = n.value
    """
}
