// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore

/// When people first did what one of a campaign's conversions is, so that it counts for the campaign.
struct FirstConversions {
  private let scan: ConversionScan
  private let rules: [ConversionRule]

  /// Without a campaign, nobody converted.
  init(_ campaign: CampaignID, app: Int64, _ db: Database) throws {
    let text = try String.fetchOne(db.cachedStatement(sql: SQL.definition), arguments: [app, campaign.rawValue])
    rules = try text.map { try CampaignContent(stored: $0, of: campaign.rawValue).conversionRules } ?? []
    scan = ConversionScan(campaign, app: app)
  }

  /// - Returns: Also how many messages and events were looked at.
  func first(of person: Int64, _ db: Database) throws -> (at: Instant?, rows: Int) {
    let found = try rules.map { try scan.first($0, of: person, db) }
    return (found.compactMap(\.at).min(), found.map(\.rows).reduce(0, +))
  }

  /// Calls `body` for each person who converted.
  func forEach(_ db: Database, _ body: (Int64, Instant) -> Void) throws {
    var times: [Int64: Instant] = [:]
    for rule in rules {
      try scan.forEach(rule, db) { person, attribution in
        guard let first = attribution.first else { return }
        times[person] = min(times[person] ?? first, first)
      }
    }
    for (person, at) in times { body(person, at) }
  }
}

extension SQL {
  static let definition = "SELECT definition FROM campaign WHERE app = ? AND id = ?"
}
