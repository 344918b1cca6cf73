// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import NIOConcurrencyHelpers
public import Store

/// Keeps the catalogue of every app in memory, until the store says that it changed
/// (`ChangeMonitor`).
///
/// While the store cannot be asked, the last catalogue stays in use: devices keep getting their
/// campaigns during an outage.
public final class CampaignCatalogues: Sendable, ChangeListener {
  private struct Entry {
    var version: Int
    var catalogue: CampaignCatalogue
    /// Whether its version has to be compared before it is used.
    var isDoubtful = false
  }

  private struct State {
    var entries: [AppID: Entry] = [:]
    /// Grows with a change of a catalogue, so that what was loaded before is not kept.
    var generation = 0
    /// Grows when any catalogue may have changed, so that what was loaded before is compared.
    var doubts = 0
  }

  private let store: any CampaignStore & SettingsStore & PeopleStore & AudienceStore
  private let changes: ChangeMonitor
  private let state = NIOLockedValueBox(State())

  public init(
    store: any CampaignStore & SettingsStore & PeopleStore & AudienceStore, changes: ChangeMonitor
  ) {
    self.store = store
    self.changes = changes
    changes.subscribe(self)
  }

  public func catalogue(of app: AppID, at now: Instant) async throws(StoreError) -> CampaignCatalogue {
    // A catalogue stays in use for however long the store cannot be asked.
    do { try await changes.refresh() } catch .unavailable {}
    let (entry, generation, doubts) = state.withLockedValue { state in
      let entry = state.entries[app]
      // The first caller to find it doubtful asks the store; the others use the present catalogue
      // meanwhile.
      state.entries[app]?.isDoubtful = false
      return (entry, state.generation, state.doubts)
    }
    if let entry, !entry.isDoubtful, isValid(entry, now) { return entry.catalogue }
    do {
      let version = try await store.catalogueVersion(app: app)
      if let entry, entry.version == version, isValid(entry, now) { return entry.catalogue }
      let catalogue = CampaignCatalogue(
        campaigns: try await store.campaigns(app: app), audiences: try await store.audiences(app: app),
        settings: try await store.settings(app: app),
        testDevices: try await store.testDevices(app: app), at: now)
      state.withLockedValue { state in
        guard state.generation == generation else { return }
        // The version was read before the campaigns: if they changed in between, comparing it loads
        // them again.
        state.entries[app] = Entry(
          version: version, catalogue: catalogue, isDoubtful: state.doubts != doubts)
      }
      return catalogue
    } catch {
      state.withLockedValue { $0.entries[app]?.isDoubtful = true }
      guard case .unavailable = error, let entry else { throw error }
      return entry.catalogue
    }
  }

  public func hear(_ change: StoreChange) {
    state.withLockedValue { state in
      switch change {
      case .everything:
        state.doubts += 1
        for app in state.entries.keys { state.entries[app]?.isDoubtful = true }
      case .catalogue(let app):
        state.generation += 1
        state.entries[app] = nil
      case .keys, .pushKeys, .device, .pushDevice, .person, .facts: break
      }
    }
  }

  private func isValid(_ entry: Entry, _ now: Instant) -> Bool {
    entry.catalogue.validUntil.map { now < $0 } ?? true
  }
}
