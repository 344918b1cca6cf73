// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// When people first did what one of a campaign's conversions is, so that it counts for the
/// campaign.
///
/// Of each person, the first messages and events after they first saw the campaign are looked at,
/// as many of each as the limit says.
struct FirstConversions {
  private let campaign: CampaignID
  private let app: Int64
  private let eventLimit: Int

  init(_ campaign: CampaignID, app: Int64, eventLimit: Int = 10_000) {
    (self.campaign, self.app, self.eventLimit) = (campaign, app, eventLimit)
  }

  /// Of the campaign as it is now. Only its conversions are decoded.
  private func conversions(_ db: Database) throws -> [ConversionReading] {
    let text = try String.fetchOne(
      db.cachedStatement(sql: SQL.conversionsOfCampaign), arguments: [app, campaign.rawValue])
    guard let text, case .array(let stored) = try Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
    else { return [] }
    var problems: [Diagnostic] = []
    return try stored.compactMap {
      ConversionRule(try Wire.decode(Wire.Conversion.self, from: Wire.encode($0)), at: "", &problems)
    }
    .map { try ConversionReading($0) }
  }

  /// - Returns: Also how many messages and events were looked at.
  func first(of person: Int64, _ db: Database) throws -> (at: Instant?, rows: Int) {
    try first(of: person, db) { try conversions(db) }
  }

  private func first(
    of person: Int64, _ db: Database, _ conversions: () throws -> [ConversionReading]
  ) throws -> (at: Instant?, rows: Int) {
    // Most people have not seen it.
    let seen = try Int64.fetchOne(
      db.cachedStatement(sql: SQL.firstImpression), arguments: [app, person, campaign.rawValue])
    guard let seen else { return (nil, 1) }
    let scan = ConversionScan(campaign, app: app, since: Instant(milliseconds: seen), eventLimit: eventLimit)
    let found = try conversions().map { try scan.first($0, of: person, db) }
    return (found.compactMap(\.at).min(), found.map(\.rows).reduce(1, +))
  }

  /// Calls `body` for each person who converted.
  func forEach(_ db: Database, _ body: (Int64, Instant) -> Void) throws {
    let conversions = try conversions(db)
    var people = PersonSet()
    for conversion in conversions {
      try ConversionScan(campaign, app: app).possible(conversion.rule, db) { people.insert($0) }
    }
    func add(_ person: Int64) throws {
      if let at = try first(of: person, db, { conversions }).at { body(person, at) }
    }
    try people.forEach(add)
  }
}

extension SQL {
  static let conversionsOfCampaign =
    "SELECT definition ->> '$.conversions' FROM campaign WHERE app = ? AND id = ?"
  static let firstImpression = """
    SELECT first_impression_at FROM person_campaign WHERE app = ? AND person_id = ? AND campaign = ? AND first_impression_at IS NOT NULL
    """
}
