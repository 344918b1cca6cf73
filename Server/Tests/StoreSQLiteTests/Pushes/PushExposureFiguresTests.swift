// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite struct PushExposureFiguresTests {
  @Test func `exposures that a run records are in the figures, once each, also after a person is deleted`()
    async throws
  {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    var campaign = Sample.campaign("c")
    campaign.state = .running
    campaign.content = CampaignContent(
      triggers: [], push: Wire.PushNotification(title: "Hello"))
    campaign.content.experiment = Wire.Experiment(
      id: "x", variants: [.init(id: "a", share: 5_000)], control: 5_000)
    try await store.insert(campaign)
    for number in 0..<8 {
      let device = Sample.device("d\(number)", token: "aa\(number)")
      _ = try await store.ingest(
        Sample.batch([Sample.event("e", user: "p\(number)", .sessionStart)], device: device.id))
      try await store.reportPush(
        device, sentAt: Sample.now, personID: "u:p\(number)", trust: .device, isLab: false, app: "shop",
        at: Sample.now)
    }
    try await store.insert(
      PushRun(
        id: "r", appID: "shop", campaignID: "c", definition: campaign.definition, audience: .everybody,
        startsAt: Sample.now,
        createdAt: Sample.now))
    _ = try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 100)
    let claim = try await store.claimPushes(
      run: "r", app: "shop", at: Sample.now, until: Sample.now + .seconds(60), limit: 100, describing: false)
    guard case .claimed(let rows, _) = claim else { throw StoreError.failed("\(claim)") }
    _ = try await store.recordPushes(
      rows.map { PushReport($0, .ended($0.arm == "control" ? .withheld : .sent), hadTurn: true) }, run: "r",
      app: "shop",
      at: Sample.now + .seconds(1))
    #expect(try await store.eventCounts(app: "shop")["exposure"] == 8)
    #expect(try await store.readDatabase { try CounterCheck.disagreements($0) } == [])
    _ = try await store.deletePerson("u:p0", app: "shop", receipt: "receipt", at: Sample.now + .seconds(2))
    #expect(try await store.experimentStanding(of: "u:p0", app: "shop") == nil)
    #expect(try await store.readDatabase { try CounterCheck.disagreements($0) } == [])
    try await store.close()
  }
}
