// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import NIOConcurrencyHelpers
import Store

/// Tells the store which campaigns a person was offered, once for each catalogue: a device that syncs again writes nothing.
///
/// What it remembers is a hint only; the store counts every person once however often it is told.
final class OfferRecorder: Sendable {
  struct Offer: Hashable {
    var app: AppID
    var personID: String
    var tag: String
    var isTest: Bool
  }

  private let store: any EventStore
  private let recorded: NIOLockedValueBox<RecentSet<Offer>>

  init(store: any EventStore, capacity: Int = 20_000) {
    self.store = store
    recorded = NIOLockedValueBox(RecentSet(capacity: capacity))
  }

  func record(_ catalogue: CampaignCatalogue, app: AppID, personID: String, at now: Instant, sender: IngestBatch.Sender, isTest: Bool)
    async throws(StoreError)
  {
    guard !catalogue.campaignIDs.isEmpty else { return }
    let offer = Offer(app: app, personID: personID, tag: catalogue.tag, isTest: isTest)
    guard !recorded.withLockedValue({ $0.contains(offer) }) else { return }
    // A device that says it holds these definitions got them; an answer that it lost it asks for again.
    try await store.markOffered(
      app: app, personID: personID, eligible: catalogue.campaignIDs, delivered: catalogue.campaignIDs, at: now, sender: sender,
      isTest: isTest)
    recorded.withLockedValue { $0.insert(offer) }
  }
}
