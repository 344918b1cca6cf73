// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletTesting
import MartletWire
import Store
import Synchronization
import Testing

@testable import Delivery

@Suite("What is remembered of devices, until it changes")
struct KnownDevicesTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)

  private let store = AskedStore()
  private let known: KnownDevices
  private let catalogue = CampaignCatalogue.ofTwo(at: now)

  init() {
    known = KnownDevices(store: store, changes: ChangeMonitor(store, environment: ManualClock().environment))
  }

  private func asker(
    _ device: String = "phone", _ user: String? = "ana", app: AppID = "shop", isTest: Bool = false,
    after time: Duration = .zero
  ) -> DeviceAsker {
    DeviceAsker(deviceID: device, userID: user, app: app, isTest: isTest, at: Self.now + time)
  }

  @Test func `the store is asked once, however often a device asks`() async throws {
    for _ in 0..<3 {
      #expect(try await known.offer(of: catalogue, to: asker()).device.personID == "u:ana")
      #expect(try await known.device(asker()).personID == "u:ana")
    }
    #expect(store.questions == 1)
    _ = try await known.device(asker("phone", nil))
    _ = try await known.device(asker("tablet"))
    _ = try await known.device(asker(app: "cafe"))
    #expect(store.questions == 4)
    // What Ana gets is known.
    _ = try await known.offer(of: catalogue, to: asker("tablet"))
    #expect(store.questions == 4)
  }

  @Test(
    arguments: [
      .everything, .device("phone", "shop"), .pushDevice("phone", "shop"), .person("d:phone", "shop"),
      .person("u:ana", "shop"),
    ] as [StoreChange])
  func `what changes is asked again`(change: StoreChange) async throws {
    _ = try await known.offer(of: catalogue, to: asker())
    store.publish(change)
    _ = try await known.device(asker())
    #expect(store.questions == 2)
  }

  @Test func `what is stored about people changes which campaigns they get, and not who they are`()
    async throws
  {
    _ = try await known.offer(of: catalogue, to: asker())
    store.publish(.facts(["u:ana"], "shop"))
    _ = try await known.device(asker())
    #expect(store.questions == 1)
    _ = try await known.offer(of: catalogue, to: asker())
    #expect(store.questions == 2)
  }

  @Test(
    arguments: [
      .device("tablet", "shop"), .person("u:ben", "shop"), .facts(["u:ben"], "shop"), .catalogue("shop"),
      .keys("shop"), .pushKeys("shop"),
    ] as [StoreChange])
  func `what changes elsewhere changes nothing`(change: StoreChange) async throws {
    _ = try await known.offer(of: catalogue, to: asker())
    store.publish(change)
    _ = try await known.offer(of: catalogue, to: asker())
    #expect(store.questions == 1)
  }

  @Test(arguments: [.everything, .person("u:ana", "shop"), .facts(["u:ana"], "shop")] as [StoreChange])
  func `what changes while it is read is returned, and not remembered as it was`(change: StoreChange)
    async throws
  {
    store.meanwhile { store.publish(change) }
    _ = try await known.offer(of: catalogue, to: asker())
    _ = try await known.offer(of: catalogue, to: asker())
    #expect(store.questions == 2)
    _ = try await known.offer(of: catalogue, to: asker())
    #expect(store.questions == 2)
  }

  @Test func `which campaigns somebody gets is asked again after ten seconds`() async throws {
    _ = try await known.offer(of: catalogue, to: asker())
    _ = try await known.offer(of: catalogue, to: asker(after: .milliseconds(9_999)))
    #expect(store.questions == 1)
    _ = try await known.offer(of: catalogue, to: asker(after: .seconds(10)))
    #expect(store.questions == 2)
  }

  @Test func `which campaigns somebody gets is asked again when the time comes that a rule names`()
    async throws
  {
    store.facts.withLock { $0.values[.fact(.lastSeen)] = .date(Self.now - .seconds(86_395)) }
    let catalogue = CampaignCatalogue.ofTwo(
      audience: ["person": "last_seen", "op": "greater", "value": ["$ago": ["days": 1]]], at: Self.now)
    for (seconds, count) in [(0, 1), (4, 1), (6, 2), (9, 2)] {
      _ = try await known.offer(of: catalogue, to: asker(after: .seconds(seconds)))
      #expect(store.questions == count, "after \(seconds) seconds")
    }
  }

  @Test func `which campaigns somebody gets is asked again of a newer catalogue, and on a test device`()
    async throws
  {
    _ = try await known.offer(of: catalogue, to: asker())
    _ = try await known.offer(of: catalogue, to: asker(isTest: true))
    #expect(store.questions == 2)
    _ = try await known.offer(of: .ofTwo(at: Self.now), to: asker("phone", "ana", app: "cafe"))
    _ = try await known.offer(of: catalogue, to: asker(isTest: true))
    #expect(store.questions == 3, "A catalogue of another app changes nothing.")
    _ = try await known.offer(of: .ofTwo(at: Self.now), to: asker(isTest: true))
    #expect(store.questions == 4)
  }

  @Test
  func
    `whose name turns out to lead to somebody else gets what is for them, and that is not kept for the name`()
    async throws
  {
    store.owners.withLock { $0["u:ana"] = "d:phone" }
    #expect(try await known.offer(of: catalogue, to: asker()).device.personID == "d:phone")
    store.owners.withLock { $0 = [:] }
    store.publish(.person("u:ana", "shop"))
    #expect(try await known.offer(of: catalogue, to: asker()).device.personID == "u:ana")
    #expect(store.questions == 2)
  }

  @Test func `where nobody is in an audience, what they get is asked once for each catalogue`() async throws {
    let plain = CampaignCatalogue.ofTwo(audience: nil, at: Self.now)
    for hours in 0..<3 {
      _ = try await known.offer(of: plain, to: asker(after: .seconds(hours * 3_600)))
      store.publish(.facts(["u:ana"], "shop"))
    }
    #expect(store.questions == 1)
  }

  private func record(_ catalogue: CampaignCatalogue) async throws {
    let (device, offer) = try await known.offer(of: catalogue, to: asker())
    try await known.record(offer, to: device.personID, of: asker(), sender: .program)
  }

  @Test(arguments: [([], 0), (["one"], 1), (["one", "two"], 1)] as [([CampaignID], Int)])
  func `an offer is recorded once, unless the store has it`(notOffered: [CampaignID], count: Int)
    async throws
  {
    store.notOffered.withLock { $0 = notOffered }
    for _ in 0..<3 { try await record(catalogue) }
    #expect(store.recorded.withLock { $0 } == count)
  }

  @Test func `an offer that could not be recorded is recorded with the next request`() async throws {
    store.notOffered.withLock { $0 = ["one"] }
    store.isFull.withLock { $0 = true }
    await #expect(throws: StoreError.unavailable("It is full.")) { try await record(catalogue) }
    store.isFull.withLock { $0 = false }
    try await record(catalogue)
    #expect(store.recorded.withLock { $0 } == 1)
  }

  @Test func `what nobody gets need not be recorded`() async throws {
    // Nothing is known of anybody here, so nobody has the plan.
    store.notOffered.withLock { $0 = ["one", "two"] }
    try await record(CampaignCatalogue.ofTwo(audience: CampaignCatalogue.pro, at: Self.now))
    #expect(store.recorded.withLock { $0 } == 0)
  }
}

extension CampaignCatalogue {
  fileprivate static let pro: Wire.JSONValue = ["attribute": "plan", "op": "equals", "value": "pro"]

  /// Two campaigns. Nobody has the attribute, so the audience is everybody.
  fileprivate static func ofTwo(
    audience: Wire.JSONValue? = ["not": ["attribute": "plan", "op": "equals", "value": "pro"]],
    at now: Instant
  ) -> CampaignCatalogue {
    CampaignCatalogue(
      campaigns: ["one", "two"].map { (id: CampaignID) in
        Campaign(
          id: id, appID: "shop", name: id.rawValue, state: .running,
          content: CampaignContent(
            triggers: [Wire.Trigger(kind: .known(.sessionStart))],
            message: Wire.Message(kind: .known(.slideup), message: "Hi"), audience: audience),
          createdAt: now, updatedAt: now)
      }, at: now)
  }
}

/// Counts what it is asked.
private final class AskedStore: DeviceStore, EventStore, ChangeFeed {
  let notOffered = Mutex<[CampaignID]>([])
  let recorded = Mutex(0)
  let isFull = Mutex(false)
  /// To whom names lead that lead to somebody else.
  let owners = Mutex<[String: String]>([:])
  let facts = Mutex(PersonFacts())
  private let asked = Mutex(0)
  private let next = Mutex<(@Sendable () -> Void)?>(nil)
  private let listeners = ChangeListeners()

  var questions: Int { asked.withLock { $0 } }

  /// Happens once, after something was read and before it is returned.
  func meanwhile(_ body: @escaping @Sendable () -> Void) { next.withLock { $0 = body } }

  func publish(_ change: StoreChange) { listeners.publish([change]) }
  func subscribe(_ listener: any ChangeListener) { listeners.add(listener) }
  func catchUp() {}

  func standing(_ question: DeviceQuestion) -> DeviceStanding {
    asked.withLock { $0 += 1 }
    let body = next.withLock { next in
      defer { next = nil }
      return next
    }
    body?()
    let name = PersonID.of(userID: question.userID, deviceID: question.deviceID)
    var standing = DeviceStanding(
      personID: owners.withLock { $0[name] } ?? name,
      notOffered: notOffered.withLock { $0 })
    standing.facts = facts.withLock { $0 }
    return standing
  }

  func markOffered(
    app: AppID, personID: String, eligible: [CampaignID], delivered: [CampaignID], at: Instant,
    sender: IngestBatch.Sender, isTest: Bool
  ) throws(StoreError) {
    if isFull.withLock({ $0 }) { throw .unavailable("It is full.") }
    recorded.withLock { $0 += 1 }
  }

  // MARK: - Not asked

  private static let refusal = StoreError.failed("Only devices are known.")

  func issueDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant) throws(StoreError) {
    throw Self.refusal
  }
  func useDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant) throws(StoreError)
    -> Bool
  { throw Self.refusal }
  func revokeDevice(_ deviceID: String, app: AppID, at: Instant) throws(StoreError) { throw Self.refusal }
  func ingest(_ batch: IngestBatch) throws(StoreError) -> [Wire.EventResult] { throw Self.refusal }
}
