// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
public import Store

extension SQLiteStore {
  public func changes(of campaign: CampaignID, app: AppID, before: Int?, limit: Int) async throws(StoreError)
    -> [CampaignChange]
  {
    try await read { db in
      try Row.fetchAll(
        db.cachedStatement(sql: SQL.campaignChanges),
        arguments: [app.rawValue, campaign.rawValue, before ?? Int.max, limit]
      ).map { try CampaignChange($0) }
    }
  }

  public func versions(of campaign: CampaignID, app: AppID, before: Int?, limit: Int) async throws(StoreError)
    -> [CampaignVersion]
  {
    try await read { [unreadable] db in
      try Row.fetchAll(
        db.cachedStatement(sql: SQL.campaignVersions),
        arguments: [app.rawValue, campaign.rawValue, before ?? Int.max, limit]
      ).compactMap { row in
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
      try Row.fetchAll(db.cachedStatement(sql: SQL.campaignCreators), arguments: [app.rawValue])
        .reduce(into: [:]) { $0[CampaignID($1["campaign"])] = Author($1) }
    }
  }
}

/// A change that is about to be kept in a campaign's history.
struct HistoryEntry {
  let app: Int64
  let campaign: Campaign
  let number: Int
  let kind: CampaignChange.Kind
  let author: Author
  /// Whether an editor saved it by itself.
  var isAutomatic = false
  /// What is written; nil for a change of neither name nor content.
  let definition: String?

  /// Keeps it, and removes what is too old.
  func write(_ db: Database) throws {
    let (campaign, id, limit) = (campaign, campaign.id.rawValue, CampaignHistoryLimits.newest)
    var source: Int?
    if case .restored(let number) = kind { source = number }
    let runs = campaign.state == .running
    if definition == nil, kind == .edited, !isAutomatic {
      try db.cachedStatement(sql: SQL.endAutomaticSaves).execute(arguments: [app, id])
    }
    if definition != nil || !kind.writesContent {
      let since = isAutomatic ? try joinedSince(db) : nil
      try db.cachedStatement(sql: SQL.insertCampaignChange).execute(arguments: [
        app, id, number, campaign.version, kind.name, source, campaign.updatedAt.milliseconds, author.kind,
        author.id, author.name,
        runs && definition != nil, since?.milliseconds, definition == nil ? nil : campaign.name, definition,
      ])
      try db.cachedStatement(sql: SQL.trimCampaignHistory).execute(arguments: [app, id, app, id, limit])
    }
    if runs, definition == nil {
      try db.cachedStatement(sql: SQL.markContentRan).execute(arguments: [app, id, app, id])
    }
  }

  /// When the first of the automatic saves was made that this one joins. Removes the change whose
  /// place it takes.
  private func joinedSince(_ db: Database) throws -> Instant {
    let (campaign, id) = (campaign, campaign.id.rawValue)
    let change = CampaignChange(
      number: number, version: campaign.version, kind: kind, at: campaign.updatedAt, author: author,
      automaticSince: campaign.updatedAt)
    let newest = try Row.fetchOne(db.cachedStatement(sql: SQL.newestCampaignChange), arguments: [app, id]).map
    { try CampaignChange($0) }
    guard let newest, let joined = change.joined(with: newest) else { return campaign.updatedAt }
    try db.cachedStatement(sql: SQL.deleteCampaignChange).execute(arguments: [app, id, newest.number])
    return joined.automaticSince ?? campaign.updatedAt
  }
}

extension CampaignChange {
  fileprivate init(_ row: Row) throws {
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
  fileprivate var kind: String {
    switch self {
    case .member: "member"
    case .key: "key"
    case .link: "link"
    case .system: "system"
    case .automaticWinner: "automatic_winner"
    }
  }

  fileprivate var id: String? {
    switch self {
    case .member(let id, _), .key(let id, _): id
    case .link, .system, .automaticWinner: nil
    }
  }

  fileprivate var name: String? {
    switch self {
    case .member(_, let name), .key(_, let name): name
    case .link, .system, .automaticWinner: nil
    }
  }

  fileprivate init(_ row: Row) {
    let (id, name): (String, String) = (row["author_id"] ?? "", row["author_name"] ?? "")
    switch row["author"] as String {
    case "member": self = .member(id: id, name: name)
    case "key": self = .key(id: id, name: name)
    case "link": self = .link
    case "automatic_winner": self = .automaticWinner
    default: self = .system
    }
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
    UPDATE campaign_history SET has_run = 1 WHERE app = ? AND campaign = ? AND number = (
      SELECT max(number) FROM campaign_history WHERE app = ? AND campaign = ? AND definition IS NOT NULL
    )
    """
  static let trimCampaignHistory = """
    DELETE FROM campaign_history
    WHERE app = ? AND campaign = ? AND has_run = 0 AND kind NOT IN ('created', 'recorded', 'launch', 'finish') AND number <= (
      SELECT number FROM campaign_history WHERE app = ? AND campaign = ? ORDER BY number DESC LIMIT 1 OFFSET ?
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
