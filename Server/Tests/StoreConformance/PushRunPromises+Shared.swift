// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension PushRunPromises {
  // MARK: - What the promises share

  static func now(_ seconds: Int) -> Instant { Sample.now + .seconds(seconds) }
  static func name(_ number: Int) -> String { number < 10 ? "d0\(number)" : "d\(number)" }

  static func campaign() -> Campaign {
    var campaign = Sample.campaign("c")
    campaign.state = .running
    campaign.content = CampaignContent(
      triggers: [],
      push: Wire.PushNotification(title: "Hello", text: "Spring is here."))
    return campaign
  }

  static func run(_ audience: PushRun.Audience) -> PushRun {
    PushRun(
      id: "r", appID: "shop", campaignID: "c", definition: campaign().definition, audience: audience,
      startsAt: Sample.now,
      createdAt: Sample.now)
  }

  /// An app with a running campaign and devices of one person each.
  static func devices(_ count: Int, _ store: any Store, _ special: (Int) -> Wire.Device? = { _ in nil })
    async throws
  {
    try await store.insert(Sample.app())
    try await store.insert(campaign())
    for number in 0..<count {
      let device = special(number) ?? Sample.device(name(number), token: "t" + name(number).dropFirst())
      _ = try await store.ingest(
        Sample.batch([Sample.event("e", user: "p\(number)", .sessionStart)], device: device.id))
      try await store.reportPush(
        device, sentAt: Sample.now, personID: "u:p\(number)", trust: .device, isLab: false, app: "shop",
        at: Sample.now)
    }
  }

  /// The same, with a run that sends.
  static func sending(_ count: Int, _ store: any Store) async throws {
    try await devices(count, store)
    try await store.insert(run(.everybody))
    #expect(try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 100) == .sending)
  }

  /// Claims a run to everybody while the most people are held out, and returns who is.
  static func heldOut(_ store: any Store) async throws -> [String: Instant] {
    try await heldOut({ _ in }, store)
  }

  /// - Parameter change: Changes the run before it is stored.
  static func heldOut(_ change: (inout PushRun) -> Void, _ store: any Store) async throws -> [String: Instant]
  {
    try await devices(60, store)
    _ = try await store.changeSettings(app: "shop") {
      $0.globalHoldout.change(to: GlobalHoldout.greatestShare, at: Sample.now)
      return []
    }
    var made = run(.everybody)
    change(&made)
    try await store.insert(made)
    #expect(try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 100) == .sending)
    let rows = try await claim(store, at: 1)
    #expect(rows.count == 60)
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in row.heldOutUntil.map { (row.deviceID, $0) } })
  }

  static func claimPushes(
    _ store: any Store, at seconds: Int, limit: Int = 100, describing: Bool = false
  ) async throws -> PushClaim {
    try await store.claimPushes(
      run: "r", app: "shop", at: now(seconds), until: now(seconds + 60), limit: limit, describing: describing)
  }

  static func claim(
    _ store: any Store, at seconds: Int, limit: Int = 100, describing: Bool = false
  ) async throws -> [ClaimedPush] {
    guard
      case .claimed(let rows, _) = try await claimPushes(
        store, at: seconds, limit: limit, describing: describing)
    else { return [] }
    return rows
  }

  static func record(_ reports: [(row: ClaimedPush, verdict: PushReport.Verdict)], _ store: any Store)
    async throws -> Int
  {
    try await store.recordPushes(
      reports.map { PushReport($0.row, $0.verdict) }, run: "r", app: "shop",
      at: now(10))
  }

  static func perform(_ action: PushRun.Action, _ store: any Store) async throws {
    _ = try await store.changePushRun("r", app: "shop") { $0.perform(action, at: Sample.now) }
  }

  static func set(_ state: CampaignState, _ store: any Store) async throws {
    var changed = try #require(try await store.campaign("c", app: "shop"))
    let revision = changed.revision
    changed.state = state
    changed.revision += 1
    try await store.update(changed, expectedRevision: revision)
  }
}
