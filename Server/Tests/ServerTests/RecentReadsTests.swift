// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Delivery
import Domain
import MartletCore
import Store
import Synchronization
import Testing

@Suite("What was read, until it changes")
struct RecentReadsTests {
  private struct Away: Error {}

  private let reads = RecentReads<String, Int>(capacity: 10)

  /// What is known afterwards; nil: it has to be read.
  private func known(_ key: String) async -> Int? {
    try? await reads.value(of: key) { () throws(Away) in throw Away() }
  }

  @Test func `what was read is kept until it changes`() async {
    #expect(await reads.value(of: "a") { 1 } == 1)
    #expect(await known("a") == 1)
    reads.forget(["a"])
    #expect(await known("a") == nil)
  }

  @Test func `what changes while it is read is returned and not kept, and what else is read is kept`() async {
    let other = await reads.value(of: "other") {
      let changed = await reads.value(of: "changed") {
        reads.forget(["changed"])
        return 1
      }
      return changed + 1
    }
    #expect(other == 2)
    #expect(await known("changed") == nil)
    #expect(await known("other") == 2)
  }

  @Test func `nothing that is being read is kept when everything may have changed`() async {
    let value = await reads.value(of: "a") {
      reads.forgetAll()
      return 1
    }
    #expect(value == 1)
    #expect(await known("a") == nil)
  }

  @Test func `of two reads of one key, the one that began last is kept`() async {
    let first = await reads.value(of: "a") {
      reads.forget(["a"])
      _ = await reads.value(of: "a") { 2 }
      return 1
    }
    #expect(first == 1)
    #expect(await known("a") == 2)
  }

  @Test func `a value that may not be used is read again, and not kept`() async {
    #expect(await reads.value(of: "a", isUsable: { $0 > 1 }) { 1 } == 1)
    #expect(await known("a") == nil)
    #expect(await reads.value(of: "a", isUsable: { $0 > 1 }) { 2 } == 2)
    #expect(await reads.value(of: "a", isUsable: { $0 > 2 }) { 3 } == 3)
    #expect(await known("a") == 3)
  }

  @Test func `a name that is given to another person while it is read is not remembered as it was`()
    async throws
  {
    let store = NamingStore()
    let membership = AudienceMembership(store: store, changes: store)
    store.meanwhile { store.give("u:ana", to: "d:phone") }
    // This was asked before.
    #expect(try await membership.personID(of: "ana", on: "tablet", app: "shop") == "u:ana")
    #expect(try await membership.personID(of: "ana", on: "tablet", app: "shop") == "d:phone")
  }
}

/// Knows whose each name is, and nothing else.
private final class NamingStore: AudienceStore, ExperimentStore, ChangeFeed {
  private let owners = Mutex<[String: String]>([:])
  private let next = Mutex<(@Sendable () -> Void)?>(nil)
  private let listeners = ChangeListeners()

  func give(_ name: String, to person: String) {
    owners.withLock { $0[name] = person }
    listeners.publish([.person(ExactText(name), "shop")])
  }

  /// Happens once, after a name was read and before its owner is returned.
  func meanwhile(_ body: @escaping @Sendable () -> Void) { next.withLock { $0 = body } }

  func personID(of userID: String?, on deviceID: String, app: AppID) -> String {
    let name = PersonID.of(userID: userID, deviceID: deviceID)
    let owner = owners.withLock { $0[name] } ?? name
    let body = next.withLock { next in
      defer { next = nil }
      return next
    }
    body?()
    return owner
  }

  func subscribe(_ listener: any ChangeListener) { listeners.add(listener) }
  func catchUp() {}

  // MARK: - Not asked

  private static let refusal = StoreError.failed("Only names are known.")

  func audiences(app: AppID) throws(StoreError) -> [Audience] { throw Self.refusal }
  func insert(_ audience: Audience) throws(StoreError) { throw Self.refusal }
  func update(_ audience: Audience, expectedRevision: Int, ifUnused: Bool) throws(StoreError) {
    throw Self.refusal
  }
  func changeList(
    of id: AudienceID, _ change: ListChange, userIDs: [String], app: AppID, ifUnused: Bool
  ) throws(StoreError) -> Int? { throw Self.refusal }
  func listLength(of id: AudienceID, app: AppID) throws(StoreError) -> Int { throw Self.refusal }
  func deleteAudience(_ id: AudienceID, app: AppID, expectedRevision: Int) throws(StoreError) {
    throw Self.refusal
  }
  func facts(of personID: String, _ needs: AudienceNeeds, app: AppID, at now: Instant) throws(StoreError)
    -> PersonFacts
  { throw Self.refusal }
  func people(
    matching rule: AudienceRule, named: [AudienceID: AudienceRule], app: AppID, at now: Instant
  ) throws(StoreError) -> PersonSet { throw Self.refusal }
  func sample(
    _ drawing: AudienceSample.Drawing, matching rule: AudienceRule, named: [AudienceID: AudienceRule],
    app: AppID, at now: Instant
  ) throws(StoreError) -> AudienceSample { throw Self.refusal }
  func everybodyCount(app: AppID) throws(StoreError) -> Int { throw Self.refusal }
  func record(_ size: AudienceSize, of id: AudienceID, app: AppID) throws(StoreError) { throw Self.refusal }
  func sizes(of id: AudienceID, app: AppID) throws(StoreError) -> [AudienceSize] { throw Self.refusal }
  func personIDs(of numbers: [Int64], app: AppID) throws(StoreError) -> [String] { throw Self.refusal }
  func experimentStanding(of personID: String, app: AppID) throws(StoreError) -> ExperimentStanding? {
    throw Self.refusal
  }
  func holdoutTally(
    _ holdout: Holdout, did reading: EventReading, app: AppID, limit: Int
  ) throws(StoreError) -> HoldoutTally? { throw Self.refusal }
  func exposureCount(experiment: String, app: AppID, limit: Int) throws(StoreError) -> Int {
    throw Self.refusal
  }
  func tally(
    experiment: String, of subject: ExperimentSubject, changes: [Instant], campaign: CampaignID,
    conversions: [ConversionRule], answers: Set<AnswerDetail>, app: AppID, at now: Instant
  ) throws(StoreError) -> ExperimentTally { throw Self.refusal }
}
