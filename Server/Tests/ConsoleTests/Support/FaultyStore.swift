// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

/// What goes wrong with writing campaigns, and nothing else.
struct StoreFaults: Sendable {
  var insert: StoreError?
  var update: StoreError?
}

struct FaultyStore: CampaignStore, CampaignHistoryStore, AudienceStore {
  let store: any CampaignStore & CampaignHistoryStore & AudienceStore
  let faults: StoreFaults

  func apps() async throws(StoreError) -> [App] { try await store.apps() }
  func insert(_ app: App) async throws(StoreError) { try await store.insert(app) }
  func insert(_ app: App, campaigns: [Campaign], keys: [APIKey]) async throws(StoreError) {
    try await store.insert(app, campaigns: campaigns, keys: keys)
  }
  func campaigns(app: AppID) async throws(StoreError) -> [Campaign] { try await store.campaigns(app: app) }
  func leftOut(app: AppID?) -> [String] { store.leftOut(app: app) }
  func campaign(_ id: CampaignID, app: AppID) async throws(StoreError) -> Campaign? {
    try await store.campaign(id, app: app)
  }

  func insert(_ campaign: Campaign, by author: Author) async throws(StoreError) {
    if let fault = faults.insert { throw fault }
    try await store.insert(campaign, by: author)
  }

  func update(
    _ campaign: Campaign, expectedRevision: Int, as kind: CampaignChange.Kind, by author: Author,
    isAutomatic: Bool
  ) async throws(StoreError) {
    if let fault = faults.update { throw fault }
    try await store.update(
      campaign, expectedRevision: expectedRevision, as: kind, by: author, isAutomatic: isAutomatic)
  }

  func delete(_ id: CampaignID, app: AppID, expectedRevision: Int) async throws(StoreError) {
    try await store.delete(id, app: app, expectedRevision: expectedRevision)
  }

  func changes(of campaign: CampaignID, app: AppID, before: Int?, limit: Int) async throws(StoreError)
    -> [CampaignChange]
  {
    try await store.changes(of: campaign, app: app, before: before, limit: limit)
  }

  func versions(of campaign: CampaignID, app: AppID, before: Int?, limit: Int) async throws(StoreError)
    -> [CampaignVersion]
  {
    try await store.versions(of: campaign, app: app, before: before, limit: limit)
  }

  func creators(app: AppID) async throws(StoreError) -> [CampaignID: Author] {
    try await store.creators(app: app)
  }

  func catalogueVersion(app: AppID) async throws(StoreError) -> Int {
    try await store.catalogueVersion(app: app)
  }

  // MARK: - Audiences, without faults

  func audiences(app: AppID) async throws(StoreError) -> [Audience] { try await store.audiences(app: app) }
  func insert(_ audience: Audience) async throws(StoreError) { try await store.insert(audience) }
  func update(_ audience: Audience, expectedRevision: Int, ifUnused: Bool) async throws(StoreError) {
    try await store.update(audience, expectedRevision: expectedRevision, ifUnused: ifUnused)
  }
  func deleteAudience(_ id: AudienceID, app: AppID, expectedRevision: Int) async throws(StoreError) {
    try await store.deleteAudience(id, app: app, expectedRevision: expectedRevision)
  }
  func changeList(
    of id: AudienceID, _ change: ListChange, userIDs: [String], app: AppID, ifUnused: Bool
  ) async throws(StoreError) -> Int? {
    try await store.changeList(of: id, change, userIDs: userIDs, app: app, ifUnused: ifUnused)
  }
  func listLength(of id: AudienceID, app: AppID) async throws(StoreError) -> Int {
    try await store.listLength(of: id, app: app)
  }
  func facts(of personID: String, _ needs: AudienceNeeds, app: AppID, at now: Instant)
    async throws(StoreError) -> PersonFacts
  {
    try await store.facts(of: personID, needs, app: app, at: now)
  }
  func people(
    matching rule: AudienceRule, named: [AudienceID: AudienceRule], app: AppID, at now: Instant
  ) async throws(StoreError) -> PersonSet {
    try await store.people(matching: rule, named: named, app: app, at: now)
  }
  func sample(
    _ drawing: AudienceSample.Drawing, matching rule: AudienceRule, named: [AudienceID: AudienceRule],
    app: AppID, at now: Instant
  ) async throws(StoreError) -> AudienceSample {
    try await store.sample(drawing, matching: rule, named: named, app: app, at: now)
  }
  func everybodyCount(app: AppID) async throws(StoreError) -> Int { try await store.everybodyCount(app: app) }
  func record(_ size: AudienceSize, of id: AudienceID, app: AppID) async throws(StoreError) {
    try await store.record(size, of: id, app: app)
  }
  func sizes(of id: AudienceID, app: AppID) async throws(StoreError) -> [AudienceSize] {
    try await store.sizes(of: id, app: app)
  }
  func personIDs(of numbers: [Int64], app: AppID) async throws(StoreError) -> [String] {
    try await store.personIDs(of: numbers, app: app)
  }
}
