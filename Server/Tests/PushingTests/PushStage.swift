// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Crypto
import Domain
import MartletCore
import MartletKit
import MartletWire
import PushEndpoint
import Pushing
import ServerTestSupport
import Store
import StoreConformance
import StoreSQLite
import Testing

/// A store with devices, an APNs key, and an endpoint on loopback that knows the key.
struct PushStage: Sendable {
  static let secret = P256.Signing.PrivateKey()
  static let topic = "com.example.app"
  static let upload = PushKeyUpload(
    keyID: "ABC1234567", teamID: "DEF8901234", topic: topic, privateKey: secret.pemRepresentation)

  let store: SQLiteStore
  let keyring: PushKeyring
  let endpoint: APNsEndpoint
  let environment: Environment

  var hosts: PushHosts { PushHosts(production: endpoint.host, development: endpoint.host) }

  /// Fewer streams than APNs has: the library's own books of a thousand cost more than the pushes.
  static func endpoint(
    _ script: EndpointScript, topics: Set<String> = [topic], streams: Int = 200,
    environment: Environment = .live
  ) async throws -> APNsEndpoint {
    let key = try SigningKey(p8: secret.pemRepresentation, keyID: upload.keyID, teamID: upload.teamID)
    let registered = try RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKeyPEM: key.publicKeyPEM)
    var configuration = APNsEndpoint.Configuration(
      keys: [registered], identity: try EndpointIdentity(), environment: environment)
    configuration.script = script
    configuration.topics = topics
    configuration.streams = streams
    return try await APNsEndpoint(configuration)
  }

  /// Runs a test with a worker that sends.
  static func run(
    devices: Int, _ script: EndpointScript = EndpointScript(), topics: Set<String> = [topic],
    streams: Int = 200, hasKey: Bool = true,
    push: Wire.PushNotification = Wire.PushNotification(title: "Hello", text: "Spring is here."),
    rules: Wire.DeliveryRules = Wire.DeliveryRules(), locales: [String?] = [nil],
    _ body: (PushStage) async throws -> Void
  ) async throws {
    let environment = Environment.live
    let store = try SQLiteStore.inMemory()
    let keyring = PushKeyring(store: store, safe: KeySafe(.memory), environment: environment)
    let stage = PushStage(
      store: store, keyring: keyring, endpoint: try await endpoint(script, topics: topics, streams: streams),
      environment: environment)
    try await prepare(store, devices: devices, push: push, rules: rules, locales: locales)
    if hasKey { _ = try await keyring.upload(upload, app: "shop") }
    // A push that a busy machine answers too late would count as sent for the endpoint only.
    // Shorter than a claim.
    var limits = SenderLimits()
    limits.deadline = .seconds(100)
    let worker = PushWorker(
      store: store, keyring: keyring, hosts: stage.hosts, limits: limits, environment: environment)
    let working = Task { await worker.run() }
    do {
      try await body(stage)
    } catch {
      working.cancel()
      await working.value
      await stage.endpoint.stop()
      throw error
    }
    working.cancel()
    await working.value
    await stage.endpoint.stop()
    try await store.close()
  }

  /// An app with a running campaign, and devices `d000001` … of people `p1` …, with tokens that are
  /// their numbers in hexadecimal, and these locales in turn.
  static func prepare(
    _ store: SQLiteStore, devices: Int, push: Wire.PushNotification,
    rules: Wire.DeliveryRules = Wire.DeliveryRules(),
    locales: [String?] = [nil]
  ) async throws {
    try await store.insert(Sample.app())
    var campaign = Sample.campaign("c")
    campaign.state = .running
    campaign.content = CampaignContent(triggers: [], push: push, rules: rules)
    try await store.insert(campaign)
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<8 {
        group.addTask {
          for number in stride(from: part, to: devices, by: 8) {
            var device = Sample.device(name(number), token: token(number))
            device.timeZone = "Europe/Vienna"
            device.locale = locales[number % locales.count]
            let events = [
              Sample.event("e", user: "p\(number)", .sessionStart),
              Sample.event(
                "n", user: "p\(number)", .attribute(key: "first_name", value: .string("Ana \(number)"))),
            ]
            _ = try? await store.ingest(
              IngestBatch(appID: "shop", device: device, receivedAt: Sample.now, events: events))
            try? await store.reportPush(
              device, sentAt: Sample.now, personID: "u:p\(number)", trust: .device, isLab: false, app: "shop",
              at: Sample.now)
          }
        }
      }
    }
  }

  static func name(_ number: Int) -> String { "d" + String(1_000_000 + number).dropFirst() }
  static func token(_ number: Int) -> String { String(0xAB00_0000 + number, radix: 16) }

  static func run(
    _ campaign: Campaign, id: String = "r", audience: PushRun.Audience = .everybody, at now: Instant
  ) -> PushRun {
    PushRun(
      id: id, appID: "shop", campaignID: campaign.id, definition: campaign.definition, audience: audience,
      startsAt: now, createdAt: now)
  }

  /// The app's backend vouches for who uses these devices.
  func vouch(for devices: Range<Int>) async throws {
    _ = try await store.changeSettings(app: "shop") {
      $0.userAuthentication.mode = .optional
      return []
    }
    for number in devices {
      let device = Sample.device(Self.name(number), token: Self.token(number))
      try await store.reportPush(
        device, sentAt: Sample.now + .seconds(1), personID: "u:p\(number)", trust: .person, isLab: false,
        app: "shop", at: Sample.now)
    }
  }

  /// Starts a run.
  func start(
    id: String = "r", audience: PushRun.Audience = .everybody, change: (inout PushRun) -> Void = { _ in }
  ) async throws {
    guard let campaign = try await store.campaign("c", app: "shop") else { return }
    var run = Self.run(campaign, id: id, audience: audience, at: environment.now())
    change(&run)
    try await store.insert(run)
  }

  /// Returns the run's counts when it is in this state.
  func wait(_ id: String = "r", for state: PushRun.State = .finished) async throws -> PushCounts {
    try await eventually("the run is \(state)") { try await store.pushRun(id, app: "shop")?.state == state }
    return try await store.pushCounts(run: id, app: "shop")
  }
}
