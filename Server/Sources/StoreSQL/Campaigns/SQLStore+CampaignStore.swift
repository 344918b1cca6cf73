// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func apps() async throws(StoreError) -> [App] {
    try await read { db in
      try db.rows("SELECT id, name, created_at FROM app ORDER BY created_at, app").map { row in
        App(id: AppID(row["id"]), name: row["name"], createdAt: Instant(milliseconds: row["created_at"]))
      }
    }
  }

  public func insert(_ app: App) async throws(StoreError) {
    try await write { db in try db.insert(app) }
  }

  public func insert(_ app: App, campaigns: [Campaign], keys: [APIKey]) async throws(StoreError) {
    try await write { db in
      try db.insert(app)
      for campaign in campaigns { try db.insert(campaign, by: .system) }
      for key in keys { try db.insert(key) }
    }
  }

  // MARK: - Campaigns

  public func campaigns(app: AppID) async throws(StoreError) -> [Campaign] {
    try await read { [unreadable = memory.unreadable] db in
      let rows = try db.rows(SQL.campaigns, [app.rawValue])
      unreadable.keep(only: rows.map { $0["id"] }, "campaign", app)
      return try rows.compactMap { row in
        try unreadable.reading("campaign", row["id"], app) { try Campaign(row, app: app) }
      }
    }
  }

  public func leftOut(app: AppID?) -> [String] { memory.unreadable.sentences(of: app) }

  public func campaign(_ id: CampaignID, app: AppID) async throws(StoreError) -> Campaign? {
    try await read { db in
      try db.row(SQL.campaign, [app.rawValue, id.rawValue]).map {
        try Campaign($0, app: app)
      }
    }
  }

  public func insert(_ campaign: Campaign, by author: Author) async throws(StoreError) {
    try await write { db in try db.insert(campaign, by: author) }
  }

  public func update(
    _ campaign: Campaign, expectedRevision: Int, as kind: CampaignChange.Kind, by author: Author,
    isAutomatic: Bool
  ) async throws(StoreError) {
    let definition = campaign.definitionText
    try await write { db in
      let app = try db.appKey(campaign.appID)
      let isSame = try db.row(SQL.isUnchanged, [app, campaign.id.rawValue, campaign.name, definition])
      guard
        try db.execute(
          """
          UPDATE campaign
          SET name = ?, state = ?, definition = ?, conversions = ?, version = ?, revision = revision + 1, updated_at = ?, launched_at = ?, finished_at = ?
          WHERE app = ? AND id = ? AND revision = ?
          """,
          [
            campaign.name, campaign.state.rawValue, definition, campaign.conversionsText, campaign.version,
            campaign.updatedAt.milliseconds, campaign.launchedAt?.milliseconds,
            campaign.finishedAt?.milliseconds,
            app, campaign.id.rawValue,
            expectedRevision,
          ]) == 1
      else { throw try db.missingOrConflict(campaign.id, app: campaign.appID) }
      if isSame == nil || kind == .performed(.launch) || kind == .performed(.resume) {
        try db.judgeAudiences(of: campaign)
      }
      try CampaignSave(
        of: campaign, number: expectedRevision + 1, as: kind, by: author, isAutomatic: isAutomatic,
        writesContent: isSame == nil,
        newest: isAutomatic ? CampaignSave.newest(of: campaign.id, app: app, db) : nil
      ).write(campaign, definition, app: app, db)
      try db.catalogueChanged(app)
    }
  }

  /// Removes the campaign if its stored revision is still `expectedRevision`; its counts stay.
  public func delete(_ id: CampaignID, app: AppID, expectedRevision: Int) async throws(StoreError) {
    try await write { db in
      let key = try db.appKey(app)
      guard
        try db.execute(
          "DELETE FROM campaign WHERE app = ? AND id = ? AND revision = ?",
          [key, id.rawValue, expectedRevision]) == 1
      else { throw try db.missingOrConflict(id, app: app) }
      for sql in [SQL.deleteCampaignNote, SQL.deleteCampaignHistory] {
        try db.run(sql, [key, id.rawValue])
      }
      try db.catalogueChanged(key)
    }
  }

  public func catalogueVersion(app: AppID) async throws(StoreError) -> Int {
    try await read { db in
      try db.value("SELECT catalogue_version FROM app WHERE id = ?", [app.rawValue], as: Int.self)
        ?? 0
    }
  }
}

extension SQLSession {
  /// The integer that identifies the app in every other table. Throws `.notFound`.
  func appKey(_ id: AppID) throws -> Int64 {
    guard let key = try knownAppKey(id) else { throw StoreError.notFound }
    return key
  }

  public func knownAppKey(_ id: AppID) throws -> Int64? { try value(SQL.appKey, [id.rawValue]) }

  /// Those whose audiences are in use.
  func unfinishedCampaigns(_ app: AppID) throws -> [Campaign] {
    let unreadable = LeftOut()
    return try rows(SQL.unfinishedCampaigns, [app.rawValue])
      .compactMap { row in try unreadable.reading("campaign", row["id"], app) { try Campaign(row, app: app) }
      }
  }

  /// Nobody deletes an audience between this and the writing, so no campaign runs whose audience is
  /// gone.
  fileprivate func judgeAudiences(of campaign: Campaign) throws {
    guard campaign.state == .running || campaign.state == .paused else { return }
    let rules = campaign.content.audienceRules.map(\.rule)
    guard rules.contains(where: { !$0.audiences.isEmpty }) else { return }
    guard AudienceIndex(rules, named: try audiences(campaign.appID).rules).problems.isEmpty else {
      throw StoreError.conflict
    }
  }

  /// The error to throw when no row had the expected revision.
  fileprivate func missingOrConflict(_ id: CampaignID, app: AppID) throws -> StoreError {
    try row(SQL.campaign, [app.rawValue, id.rawValue]) == nil
      ? .notFound : .conflict
  }

  fileprivate func insert(_ app: App) throws {
    try run(
      "INSERT INTO app (id, name, created_at) VALUES (?, ?, ?)",
      [app.id.rawValue, app.name, app.createdAt.milliseconds])
  }

  fileprivate func insert(_ campaign: Campaign, by author: Author) throws {
    let app = try appKey(campaign.appID)
    try run(
      """
      INSERT INTO campaign (
        app, id, name, state, definition, conversions, version, revision, created_at, updated_at, launched_at, finished_at
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        app, campaign.id.rawValue, campaign.name, campaign.state.rawValue, campaign.definitionText,
        campaign.conversionsText, campaign.version, campaign.revision, campaign.createdAt.milliseconds,
        campaign.updatedAt.milliseconds, campaign.launchedAt?.milliseconds,
        campaign.finishedAt?.milliseconds,
      ])
    try CampaignSave(of: campaign, number: campaign.revision, as: .created, by: author, writesContent: true)
      .write(campaign, campaign.definitionText, app: app, self)
    try catalogueChanged(app)
  }

  func catalogueChanged(_ app: Int64) throws {
    try run("UPDATE app SET catalogue_version = catalogue_version + 1 WHERE app = ?", [app])
  }
}

extension Campaign {
  fileprivate var definitionText: String { String(decoding: Wire.encode(definition), as: UTF8.self) }
  fileprivate var conversionsText: String {
    "["
      + definition.conversions.map { String(decoding: Wire.encode($0), as: UTF8.self) }.joined(separator: ",")
      + "]"
  }

  init(_ row: SQLRow, app: AppID) throws {
    let id: String = row["id"]
    guard let state = CampaignState(rawValue: row["state"]) else {
      throw StoreError.failed("Campaign \(id) is stored in a state that this version does not know.")
    }
    self.init(
      id: CampaignID(id), appID: app, name: row["name"], state: state,
      content: try CampaignContent(stored: row["definition"], of: id),
      version: row["version"], revision: row["revision"], createdAt: Instant(milliseconds: row["created_at"]),
      updatedAt: Instant(milliseconds: row["updated_at"]), launchedAt: Instant(stored: row["launched_at"]),
      finishedAt: Instant(stored: row["finished_at"]))
  }
}

extension CampaignContent {
  /// The content of a stored definition.
  init(stored text: String, of id: String) throws {
    do {
      self.init(try Wire.decode(from: Array(text.utf8)) as Wire.Campaign)
    } catch {
      throw StoreError.failed("The stored definition of campaign \(id) cannot be read: \(error).")
    }
  }
}

extension Instant {
  init?(stored milliseconds: Int64?) {
    guard let milliseconds else { return nil }
    self.init(milliseconds: milliseconds)
  }
}
