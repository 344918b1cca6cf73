// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func changes(of campaign: CampaignID, app: AppID, before: Int?, limit: Int) async throws(StoreError)
    -> [CampaignChange]
  {
    try await read { db in
      try db.rows(SQL.campaignChanges, [app.rawValue, campaign.rawValue, before ?? Int.max, limit]).map {
        try CampaignChange($0)
      }
    }
  }

  public func versions(of campaign: CampaignID, app: AppID, before: Int?, limit: Int) async throws(StoreError)
    -> [CampaignVersion]
  {
    try await read { [unreadable = memory.unreadable] db in
      try db.rows(SQL.campaignVersions, [app.rawValue, campaign.rawValue, before ?? Int.max, limit])
        .compactMap { row in
          let name = "\(campaign.rawValue) (change \(row["number"] as Int) of its history)"
          let content = try unreadable.reading("version", name, app) {
            try CampaignContent(stored: row["definition"], of: name)
          }
          guard let content else { return nil }
          return CampaignVersion(
            change: try CampaignChange(row), snapshot: CampaignSnapshot(name: row["name"], content: content))
        }
    }
  }

  public func creators(app: AppID) async throws(StoreError) -> [CampaignID: Author] {
    try await read { db in
      try db.rows(SQL.campaignCreators, [app.rawValue])
        .reduce(into: [:]) { $0[CampaignID($1["campaign"])] = Author($1) }
    }
  }
}

extension CampaignSave {
  /// Writes what the save does to the history of a campaign.
  ///
  /// - Parameter definition: What the campaign is from now on.
  func write(_ campaign: Campaign, _ definition: String, app: Int64, _ db: any SQLSession) throws {
    let id = campaign.id.rawValue
    if endsAutomaticSaves {
      try db.run(SQL.endAutomaticSaves, [app, id])
    }
    if let replaced {
      try db.run(SQL.deleteCampaignChange, [app, id, replaced])
    }
    if let change {
      try db.run(
        SQL.insertCampaignChange,
        [
          app, id, change.number, change.version, change.kind.name, change.kind.source,
          change.at.milliseconds,
          change.author.kind.rawValue, change.author.id, change.author.name, change.hasRun,
          change.automaticSince?.milliseconds, writesContent ? campaign.name : nil,
          writesContent ? definition : nil,
        ])
      try db.run(
        SQL.trimCampaignHistory,
        [
          app, id, SQL.list(CampaignHistoryLimits.keptForEver), CampaignHistoryLimits.newest,
        ])
    }
    if marksContent {
      try db.run(SQL.markContentRan, [app, id, app, id])
    }
  }

  /// The newest change of a campaign.
  static func newest(of id: CampaignID, app: Int64, _ db: any SQLSession) throws -> CampaignChange? {
    try db.row(SQL.newestCampaignChange, [app, id.rawValue])
      .map { try CampaignChange($0) }
  }
}

extension CampaignChange {
  fileprivate init(_ row: SQLRow) throws {
    guard let kind = Kind(name: row["kind"], source: row["source"]) else {
      throw StoreError.failed("A change of a campaign is stored as a kind that this version does not know.")
    }
    self.init(
      number: row["number"], version: row["version"], kind: kind, at: Instant(milliseconds: row["at"]),
      author: Author(row),
      hasRun: row["has_run"],
      automaticSince: (row["automatic_since"] as Int64?).map { Instant(milliseconds: $0) })
  }
}

extension Author {
  fileprivate init(_ row: SQLRow) {
    self.init(
      Kind(rawValue: row["author"]) ?? .system, id: row["author_id"] ?? "", name: row["author_name"] ?? "")
  }
}

/// The statements of histories. The description of `SQL` applies here too.
extension SQL {
  private static let changeColumns =
    "number, version, kind, source, at, author, author_id, author_name, has_run, automatic_since"
  static let campaignChanges = """
    SELECT \(changeColumns) FROM campaign_history WHERE app = \(app) AND campaign = ? AND number < ? ORDER BY number DESC LIMIT ?
    """
  static let campaignVersions = """
    SELECT \(changeColumns), name, definition FROM campaign_history
    WHERE app = \(app) AND campaign = ? AND number < ? AND definition IS NOT NULL ORDER BY number DESC LIMIT ?
    """
  static let campaignCreators =
    "SELECT campaign, author, author_id, author_name FROM campaign_history WHERE app = \(app) AND kind = 'created'"
  static let insertCampaignChange = """
    INSERT INTO campaign_history (
      app, campaign, number, version, kind, source, at, author, author_id, author_name, has_run, automatic_since, name, definition
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  static let markContentRan = """
    UPDATE campaign_history SET has_run = TRUE WHERE app = ? AND campaign = ? AND number = (
      SELECT max(number) FROM campaign_history WHERE app = ? AND campaign = ? AND definition IS NOT NULL
    )
    """
  static let trimCampaignHistory = """
    DELETE FROM campaign_history
    WHERE app = ?1 AND campaign = ?2 AND NOT has_run AND kind NOT IN (SELECT value FROM json_each(?3)) AND number <= (
      SELECT number FROM campaign_history WHERE app = ?1 AND campaign = ?2 ORDER BY number DESC LIMIT 1 OFFSET ?4
    )
    """
  static let newestCampaignChange = """
    SELECT \(changeColumns) FROM campaign_history WHERE app = ? AND campaign = ? ORDER BY number DESC LIMIT 1
    """
  static let deleteCampaignChange =
    "DELETE FROM campaign_history WHERE app = ? AND campaign = ? AND number = ?"
  static let endAutomaticSaves =
    "UPDATE campaign_history SET automatic_since = NULL WHERE app = ? AND campaign = ? AND automatic_since IS NOT NULL"
  static let deleteCampaignHistory = "DELETE FROM campaign_history WHERE app = ? AND campaign = ?"
  static let isUnchanged = "SELECT 1 FROM campaign WHERE app = ? AND id = ? AND name = ? AND definition = ?"
}
