// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
public import Store

extension SQLStore {
  public func campaignNumbers(app: AppID) async throws(StoreError) -> [CampaignID: Int] {
    let known = try await read { db in try db.numberedCampaigns(app) }
    if !known.contains(where: { $0.number == nil }) { return numbers(known) }
    return try await write { db in
      let key = try db.appKey(app)
      let missing = try db.numberedCampaigns(app).filter { $0.number == nil }.map(\.id)
      _ = try IngestTables(app: key).campaignNumbers(including: missing, db)
      return numbers(try db.numberedCampaigns(app))
    }
  }

  public func campaignNotes(app: AppID) async throws(StoreError) -> [CampaignID: [String: Wire.JSONValue]] {
    try await read { db in
      let rows = try db.rows(SQL.campaignNotes, [app.rawValue])
      return try rows.reduce(into: [:]) { $0[CampaignID($1["campaign"])] = try $1.values("notes") }
    }
  }

  public func setNotes(_ notes: [String: Wire.JSONValue], of campaign: CampaignID, app: AppID)
    async throws(StoreError)
  {
    let text = String(decoding: Wire.encode(Wire.JSONValue.object(notes)), as: UTF8.self)
    try await write { db in
      let key = try db.appKey(app)
      let isKnown = try db.value(
        "SELECT 1 FROM campaign WHERE app = ? AND id = ?", [key, campaign.rawValue], as: Int.self)
      guard isKnown != nil else { throw StoreError.notFound }
      if notes.isEmpty {
        try db.run(SQL.deleteCampaignNote, [key, campaign.rawValue])
      } else {
        try db.run(SQL.putCampaignNote, [key, campaign.rawValue, text])
      }
    }
  }
}

extension SQLSession {
  /// Oldest first.
  fileprivate func numberedCampaigns(_ app: AppID) throws -> [(id: CampaignID, number: Int?)] {
    try rows(SQL.numberedCampaigns, [app.rawValue]).map {
      (CampaignID($0["id"]), $0["number"])
    }
  }
}

/// From 1, while those of offers begin at 0.
private func numbers(_ campaigns: [(id: CampaignID, number: Int?)]) -> [CampaignID: Int] {
  campaigns.reduce(into: [:]) { $0[$1.id] = $1.number.map { $0 + 1 } }
}

extension SQL {
  static let numberedCampaigns = """
    SELECT c.id, n.number FROM campaign c LEFT JOIN campaign_number n ON n.app = c.app AND n.campaign = c.id
    WHERE c.app = \(app) ORDER BY c.created_at, c.id
    """
  static let campaignNotes = "SELECT campaign, notes FROM campaign_note WHERE app = \(app)"
  static let putCampaignNote = """
    INSERT INTO campaign_note (app, campaign, notes) VALUES (?, ?, ?) ON CONFLICT (app, campaign) DO UPDATE SET notes = excluded.notes
    """
  static let deleteCampaignNote = "DELETE FROM campaign_note WHERE app = ? AND campaign = ?"
}
