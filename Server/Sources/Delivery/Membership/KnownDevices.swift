// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Domain
import MartletCore
import NIOConcurrencyHelpers
public import Store
import Synchronization

/// Knows who asks: a device's secrets, the person who uses it, which campaigns they get, and where
/// their pushes go.
///
/// All of it is one question to the store (`DeviceStanding`). What is stored about a device is
/// remembered until it changes (`ChangeMonitor`). Which campaigns a person gets is remembered until
/// events of theirs are stored in this process, until time alone can change it, and for 10 seconds
/// at most: not all that changes it is told, and nobody may say what other processes store.
public final class KnownDevices: Sendable, ChangeListener {
  private struct State: Sendable {
    var devices: RecentValues<TextHash, KnownDevice>
    var offers: [AppID: Offers] = [:]
    var counts = ChangeCounts()
  }

  /// What people get of an app's newest catalogue. Older ones would stay in memory.
  private struct Offers: Sendable {
    let catalogue: CampaignCatalogue.Mark
    var values: RecentValues<TextHash, CampaignOffer>
  }

  /// How long it is remembered at most which campaigns a person gets.
  public static let longest = Duration.seconds(10)

  private let store: any DeviceStore & EventStore
  private let changes: ChangeMonitor
  private let capacity: Int
  private let state: NIOLockedValueBox<State>

  public init(store: any DeviceStore & EventStore, changes: ChangeMonitor, capacity: Int = 100_000) {
    self.store = store
    self.changes = changes
    self.capacity = capacity
    state = NIOLockedValueBox(State(devices: RecentValues(capacity: capacity)))
    changes.subscribe(self)
  }

  // MARK: - Asking

  /// What is stored about a device and about who uses it.
  package func device(_ asker: DeviceAsker) async throws(StoreError) -> KnownDevice {
    try await changes.refresh()
    let (known, mark) = state.withLockedValue { ($0.devices[asker.key], asker.mark($0.counts)) }
    if let known, known.mark == mark { return known }
    let device = KnownDevice(try await store.standing(asker.question()), mark)
    state.withLockedValue { $0.devices[asker.key] = device }
    return device
  }

  /// Which campaigns of the catalogue the person gets on the device, and what is stored about the
  /// device.
  package func offer(of catalogue: CampaignCatalogue, to asker: DeviceAsker) async throws(StoreError)
    -> (device: KnownDevice, offer: CampaignOffer)
  {
    try await changes.refresh()
    let (known, offer, mark, facts) = state.withLockedValue { state in
      let mark = asker.mark(state.counts)
      let known = state.devices[asker.key].flatMap { $0.mark == mark ? $0 : nil }
      let person = known?.personID ?? asker.names.present
      let isNewest = state.offers[asker.app]?.catalogue === catalogue.mark
      return (
        known, isNewest ? state.offers[asker.app]?.values[asker.key(person)] : nil, mark,
        state.counts.mark(.facts, [person])
      )
    }
    if let known, let offer, offer.isUsable(at: asker.at, facts) { return (known, offer) }
    let standing = try await store.standing(asker.question(catalogue))
    let read = KnownDevice(standing, mark)
    let made = CampaignOffer(of: catalogue, to: asker, standing, facts)
    // The facts of somebody else were counted if the name turned out to be another person's.
    let isCounted = read.personID == known?.personID ?? asker.names.present
    let old = state.withLockedValue { state -> Offers? in
      state.devices[asker.key] = read
      guard isCounted else { return nil }
      var old: Offers?
      // Whoever holds the values while one of them is set makes a copy of all.
      if state.offers[asker.app]?.catalogue !== catalogue.mark {
        old = state.offers.updateValue(
          Offers(catalogue: catalogue.mark, values: RecentValues(capacity: capacity)), forKey: asker.app)
      }
      state.offers[asker.app]?.values[asker.key(read.personID)] = made
      return old
    }
    // Freed when nobody waits for the lock any more.
    _ = consume old
    return (read, made)
  }

  /// Tells the store what a person was offered, unless they were offered it before.
  ///
  /// What is remembered is only a hint; the store counts every person once, however often it is
  /// told.
  package func record(
    _ offer: CampaignOffer, to personID: String, of asker: DeviceAsker, sender: IngestBatch.Sender
  ) async throws(StoreError) {
    guard offer.isNew.load(ordering: .relaxed) else { return }
    // A device that says it holds these definitions has received them; a device that lost an answer
    // asks again.
    let ids = offer.view.campaignIDs
    try await store.markOffered(
      app: asker.app, personID: personID, eligible: ids, delivered: ids, at: asker.at,
      sender: sender, isTest: asker.isTest)
    offer.isNew.store(false, ordering: .relaxed)
  }

  // MARK: - Changes

  public func hear(_ change: StoreChange) {
    // What is forgotten is freed when nobody waits for the lock any more.
    _ = state.withLockedValue { state -> State? in
      switch change {
      case .everything:
        let old = state
        state.counts.addEverything()
        state.devices = RecentValues(capacity: capacity)
        state.offers = [:]
        return old
      case .device(let name, _), .pushDevice(let name, _), .person(let name, _):
        state.counts.add(.identity, name.text)
      case .facts(let people, _):
        for person in people { state.counts.add(.facts, person.text) }
      case .catalogue, .keys, .pushKeys: break
      }
      return nil
    }
  }
}
