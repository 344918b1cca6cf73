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

struct FaultyStore: CampaignStore {
  let store: any CampaignStore
  let faults: StoreFaults

  func apps() async throws(StoreError) -> [App] { try await store.apps() }
  func insert(_ app: App) async throws(StoreError) { try await store.insert(app) }
  func insert(_ app: App, campaigns: [Campaign], keys: [APIKey]) async throws(StoreError) {
    try await store.insert(app, campaigns: campaigns, keys: keys)
  }
  func campaigns(app: AppID) async throws(StoreError) -> [Campaign] { try await store.campaigns(app: app) }
  func campaign(_ id: CampaignID, app: AppID) async throws(StoreError) -> Campaign? { try await store.campaign(id, app: app) }

  func insert(_ campaign: Campaign) async throws(StoreError) {
    if let fault = faults.insert { throw fault }
    try await store.insert(campaign)
  }

  func update(_ campaign: Campaign, expectedRevision: Int) async throws(StoreError) {
    if let fault = faults.update { throw fault }
    try await store.update(campaign, expectedRevision: expectedRevision)
  }

  func delete(_ id: CampaignID, app: AppID, expectedRevision: Int) async throws(StoreError) {
    try await store.delete(id, app: app, expectedRevision: expectedRevision)
  }

  func catalogueVersion(app: AppID) async throws(StoreError) -> Int { try await store.catalogueVersion(app: app) }
}
