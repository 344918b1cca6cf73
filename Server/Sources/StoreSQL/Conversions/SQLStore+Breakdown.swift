// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Store

extension SQLStore {
  public func breakdown(
    of campaign: CampaignID, by fact: AudienceFact, converting rule: ConversionRule?, app: AppID,
    from: Instant?, to: Instant?
  ) async throws(StoreError) -> CampaignBreakdown {
    try await readFigures { db in
      var tally = CampaignBreakdown.Tally(by: fact)
      guard let field = fact.deviceField, let scan = try ConversionScan(campaign, app, from, to, db) else {
        return tally.breakdown
      }
      var converted = PersonSet()
      if let rule {
        try scan.forEach(rule, db) { person, found in if found.conversions > 0 { converted.insert(person) } }
      }
      let rows = try db.cursor(
        SQL.shownPeopleWithDevices(field),
        [
          scan.app, campaign.rawValue, scan.period.lowerBound.milliseconds,
          scan.period.upperBound.milliseconds,
        ])
      while let row = try rows.nextRow() {
        tally.add(field: row[1], clicked: row[2], converted: converted.contains(row[0]))
      }
      return tally.breakdown
    }
  }
}

extension SQL {
  /// Who saw the campaign ?2 in the period from ?3 and before ?4, with a field of the device
  /// that they used last and whether they clicked in the period.
  static func shownPeopleWithDevices(_ field: String) -> String {
    """
    SELECT p.person_id, json_extract((\(newestDevice("description", of: "p.person_id"))), '$.\(field)'),
      p.first_click_at IS NOT NULL AND p.first_click_at < ?4 AND EXISTS (
        SELECT 1 FROM event e INDEXED BY event_timeline
        WHERE e.app = ?1 AND e.person_id = p.person_id AND e.counted_at >= max(?3, p.first_click_at)
          AND e.counted_at < ?4 AND e.kind = 'click' AND e.name IS NULL AND NOT e.is_test AND e.campaign = ?2
      )
    FROM person_campaign p WHERE \(isShownPerson)
    """
  }
}
