// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Domain
package import MartletCore
import NIOConcurrencyHelpers
package import Store

/// Tells the store which campaigns a person was offered, once for each catalogue: a device that
/// syncs again writes nothing.
///
/// What it remembers is only a hint; the store counts every person once, however often it is told.
package final class OfferRecorder: Sendable {
  private let store: any EventStore
  private let recorded: NIOLockedValueBox<RecentValues<TextHash, Void>>

  package init(store: any EventStore, capacity: Int = 100_000) {
    self.store = store
    recorded = NIOLockedValueBox(RecentValues(capacity: capacity))
  }

  package func record(
    _ view: CatalogueView, app: AppID, personID: String, at now: Instant, sender: IngestBatch.Sender,
    isTest: Bool
  )
    async throws(StoreError)
  {
    guard view.hasCampaigns else { return }
    let mark = TextHash(app.rawValue, view.tag, personID, isTest ? "test" : "")
    guard !recorded.withLockedValue({ $0[mark] != nil }) else { return }
    // A device that says it holds these definitions has received them; a device that lost an answer
    // asks again.
    let ids = view.campaignIDs
    try await store.markOffered(
      app: app, personID: personID, eligible: ids, delivered: ids, at: now, sender: sender,
      isTest: isTest)
    recorded.withLockedValue { $0[mark] = () }
  }
}
