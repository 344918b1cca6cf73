// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Domain
import MartletCore
import MartletKit
import MartletWire
import PushEndpoint
import ServerTestSupport
import Store
import StoreConformance
import StoreSQLite
import Testing

@testable import Pushing

/// What happens to pushes that are claimed and not yet on their way.
@Suite(.timeLimit(.minutes(3)))
struct TakenBackTests {
  enum Stop: CaseIterable { case pauseRun, cancelRun, pauseCampaign, finishCampaign }

  @Test(arguments: Stop.allCases)
  func `whoever stops a run or its campaign stops everything that is not on its way`(stop: Stop) async throws
  {
    try await PushStage.run(devices: 12, EndpointScript(otherwise: .hold), streams: 4) { stage in
      try await stage.start()
      await stage.endpoint.waitForRequests(4)
      let now = stage.environment.now()
      switch stop {
      case .pauseRun:
        _ = try await stage.store.changePushRun("r", app: "shop") { $0.perform(.pause, at: now) }
      case .cancelRun:
        _ = try await stage.store.changePushRun("r", app: "shop") { $0.perform(.cancel, at: now) }
      case .pauseCampaign: try await stage.perform(.pause, .paused)
      case .finishCampaign: try await stage.perform(.finish, .finished)
      }
      // The rows of the others are open again, or ended.
      try await stage.rows { rows in
        rows.count { $0.outcome != nil || ($0.dueAt ?? now) <= stage.environment.now() } == 8
      }
      stage.endpoint.setScript(EndpointScript())
      stage.endpoint.release()
      let isOver = stop == .cancelRun || stop == .finishCampaign
      try await stage.rows { rows in
        rows.count { $0.outcome == .sent } == 4 && rows.count { $0.outcome == .cancelled } == (isOver ? 8 : 0)
      }
      #expect(stage.endpoint.received == 4)
    }
  }

  @Test func `a clean stop gives back what it claimed, so that the next server goes on at once`() async throws
  {
    // A busy machine may need longer than a stop waits: this one waits for the answers.
    var environment = Environment.live
    environment.sleep = { [wait = environment.sleep] duration in
      try await wait(duration == PushWorker.stopTime ? .seconds(3_600) : duration)
    }
    let store = try SQLiteStore.inMemory()
    let keyring = PushKeyring(store: store, safe: KeySafe(.memory), environment: environment)
    let endpoint = try await PushStage.endpoint(EndpointScript(otherwise: .hold), streams: 2)
    let stage = PushStage(store: store, keyring: keyring, endpoint: endpoint, environment: environment)
    try await PushStage.prepare(store, devices: 10, push: Wire.PushNotification(title: "Hello"))
    _ = try await keyring.upload(PushStage.upload, app: "shop")
    try await stage.start()
    let worker = PushWorker(store: store, keyring: keyring, hosts: stage.hosts, environment: environment)
    let working = Task { await worker.run() }
    await endpoint.waitForRequests(2)
    working.cancel()
    try await stage.rows { rows in
      rows.count { ($0.dueAt ?? .init(milliseconds: 0)) <= environment.now() } == 8
    }
    endpoint.release()
    await working.value
    let rows = try await store.pushDeliveries(run: "r", app: "shop", outcome: nil, after: nil, limit: 20)
      .elements
    #expect(rows.count { $0.outcome == .sent } == 2)
    #expect(
      rows.count { $0.outcome == nil && ($0.dueAt ?? .init(milliseconds: .max)) <= environment.now() } == 8)
    #expect(endpoint.received == 2)
    await endpoint.stop()
    try await store.close()
  }

  @Test func `a key that is deleted before the next one is uploaded pauses the run, and ends no device`()
    async throws
  {
    try await PushStage.run(devices: 4, hasKey: false) { stage in
      var upload = PushStage.upload
      upload.environment = .development
      _ = try await stage.keyring.upload(upload, app: "shop")
      try await stage.start { $0.environments = [.development, .production] }
      #expect(try await stage.wait(for: .paused).outcomes == [:])
      #expect(try await stage.store.pushRun("r", app: "shop")?.reason == "no_key_production")
      // An environment that never had a key is nothing to wait for.
      try await stage.start(id: "other") { $0.environments = [.development] }
      #expect(try await stage.wait("other").outcomes == [.noKey: 4])
      upload.environment = .production
      _ = try await stage.keyring.upload(upload, app: "shop")
      let runs = PushRuns(store: stage.store, environment: stage.environment) {}
      // The keys are looked up anew within a second.
      try await eventually("the run ends") {
        _ = try? await runs.perform(.resume, on: "r", app: "shop")
        return try await stage.store.pushRun("r", app: "shop")?.state == .finished
      }
      #expect(try await stage.wait().outcomes == [.sent: 4])
    }
  }

  @Test(arguments: [true, false])
  func `a run that does not move says why`(isListening: Bool) async throws {
    let environment = Environment.live
    let store = try SQLiteStore.inMemory()
    let keyring = PushKeyring(store: store, safe: KeySafe(.memory), environment: environment)
    let endpoint = try await PushStage.endpoint(EndpointScript())
    let stage = PushStage(store: store, keyring: keyring, endpoint: endpoint, environment: environment)
    try await PushStage.prepare(store, devices: 2, push: Wire.PushNotification(title: "Hello"))
    _ = try await keyring.upload(PushStage.upload, app: "shop")
    // A host whose certificate is not trusted, or nobody at all.
    let stranger = APNsHost(
      name: endpoint.host.name, address: endpoint.host.address, port: endpoint.host.port,
      trust: .certificates([try EndpointIdentity().certificate]))
    if !isListening { await endpoint.stop() }
    var limits = SenderLimits()
    limits.deadline = .milliseconds(200)
    let worker = PushWorker(
      store: store, keyring: keyring, hosts: PushHosts(production: stranger, development: stranger),
      limits: limits,
      environment: environment)
    let working = Task { await worker.run() }
    try await stage.start()
    let expected = isListening ? "certificate_not_trusted" : "no_listener"
    // On a busy machine the first connection can take longer than the deadline.
    try await eventually("the run says why it waits") {
      try await store.pushRun("r", app: "shop")?.reason == expected
    }
    #expect(try await store.pushRun("r", app: "shop")?.state == .sending)
    #expect(PushReasonWords.sentence(expected)?.hasSuffix(".") == true)
    working.cancel()
    await working.value
    await endpoint.stop()
    try await store.close()
  }

  @Test func `a push is not kept for a device longer than its campaign lasts`() async throws {
    try await PushStage.run(devices: 1) { stage in
      let now = stage.environment.now()
      let minute = Instant(milliseconds: now.milliseconds / 60_000 * 60_000) + .seconds(86_400)
      try await stage.start { $0.expiresAt = now + .seconds(3_600 * 48) }
      #expect(try await stage.wait().outcomes == [.sent: 1])
      try await stage.start(id: "ends") { run in
        run.definition.endsAt = minute
        run.expiresAt = now + .seconds(3_600 * 48)
      }
      #expect(try await stage.wait("ends").outcomes == [.sent: 1])
      // The device is in Vienna, one or two hours ahead of UTC.
      try await stage.start(id: "local") {
        $0.definition.rules.endsAtLocal = LocalTime(minute, offset: .zero).text
      }
      #expect(try await stage.wait("local").outcomes == [.sent: 1])
      let expirations = stage.endpoint.accepted.map { ($0.expiration?.milliseconds ?? 0) / 1_000 }
      #expect(
        expirations.prefix(2) == [(now.milliseconds + 3_600_000 * 48) / 1_000, minute.milliseconds / 1_000])
      #expect([3_600, 7_200].contains(minute.milliseconds / 1_000 - expirations[2]))
    }
  }
}

extension PushStage {
  /// Changes the campaign, as its authors do.
  fileprivate func perform(_ action: CampaignAction, _ state: CampaignState) async throws {
    guard var campaign = try await store.campaign("c", app: "shop") else { return }
    let revision = campaign.revision
    campaign.state = state
    campaign.revision += 1
    try await store.update(campaign, expectedRevision: revision, as: .performed(action), by: .system)
  }

  /// Returns when the run's rows are so.
  fileprivate func rows(_ areSo: ([PushDelivery]) -> Bool) async throws {
    try await eventually("the rows of the run are as expected") {
      areSo(
        try await store.pushDeliveries(run: "r", app: "shop", outcome: nil, after: nil, limit: 50).elements)
    }
  }
}
