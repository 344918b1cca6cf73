// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import NIOConcurrencyHelpers
public import Store

/// Keeps the catalogue of every app in memory. Asks the store at most once a second whether it has
/// changed.
///
/// A change made in this process takes effect immediately (`forget`), one made by another process
/// within a second. While the store cannot be asked, the last catalogue stays in use: devices keep
/// getting their campaigns during an outage.
public final class CampaignCatalogues: Sendable {
  public static let checkInterval = Duration.seconds(1)

  private struct Entry {
    var version: Int
    var catalogue: CampaignCatalogue
    var checkedAt: Duration
  }

  private struct State {
    var entries: [AppID: Entry] = [:]
    /// Grows with `forget`, so that what was loaded before is not kept.
    var generation = 0
  }

  private let store: any CampaignStore & SettingsStore & PeopleStore & AudienceStore
  private let environment: Environment
  private let state = NIOLockedValueBox(State())

  public init(
    store: any CampaignStore & SettingsStore & PeopleStore & AudienceStore, environment: Environment
  ) {
    self.store = store
    self.environment = environment
  }

  public func catalogue(of app: AppID, at now: Instant) async throws(StoreError) -> CampaignCatalogue {
    let monotonicNow = environment.monotonicNow()
    let (entry, generation) = state.withLockedValue { state -> (Entry?, Int) in
      let entry = state.entries[app]
      // The first caller to find the check due asks the store; the others use the present catalogue
      // meanwhile.
      if let entry, isDue(entry, monotonicNow) { state.entries[app]?.checkedAt = monotonicNow }
      return (entry, state.generation)
    }
    if let entry, !isDue(entry, monotonicNow), isValid(entry, now) { return entry.catalogue }
    do {
      let version = try await store.catalogueVersion(app: app)
      if let entry, entry.version == version, isValid(entry, now) { return entry.catalogue }
      let catalogue = CampaignCatalogue(
        campaigns: try await store.campaigns(app: app), audiences: try await store.audiences(app: app),
        settings: try await store.settings(app: app),
        testDevices: try await store.testDevices(app: app), at: now)
      state.withLockedValue { state in
        guard state.generation == generation else { return }
        // The version was read before the campaigns: if they changed in between, the next check
        // loads them again.
        state.entries[app] = Entry(version: version, catalogue: catalogue, checkedAt: monotonicNow)
      }
      return catalogue
    } catch {
      guard case .unavailable = error, let entry else { throw error }
      return entry.catalogue
    }
  }

  /// Call after a campaign of the app was changed in this process.
  public func forget(_ app: AppID) {
    state.withLockedValue { state in
      state.entries[app] = nil
      state.generation += 1
    }
  }

  private func isDue(_ entry: Entry, _ now: Duration) -> Bool {
    now - entry.checkedAt >= Self.checkInterval
  }

  private func isValid(_ entry: Entry, _ now: Instant) -> Bool {
    entry.catalogue.validUntil.map { now < $0 } ?? true
  }
}
