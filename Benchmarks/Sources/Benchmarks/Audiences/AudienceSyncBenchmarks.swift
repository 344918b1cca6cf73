// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletServer
import MartletWire
import Synchronization

/// A sync with 300 running campaigns that are for audiences, against the server's own empty route,
/// over real HTTP on loopback: of one person, whose audiences the server still knows, and of a
/// person who was not there for a while, each time another one.
enum AudienceSyncBenchmarks {
  private static let people = SyncBenchmarks.connections * SyncBenchmarks.requests
  /// Longer than the server remembers who is in which audience.
  private static let absence = Duration.seconds(60)

  static func run(rounds: Int) async throws -> [Comparison] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-audiences-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let time = Mutex(Stopwatch.now)
    var environment = MartletCore.Environment.live
    environment.now = { time.withLock { $0 } }
    let server = try await ServerApplication.build(
      configuration: ServerConfiguration(port: 0, storage: .directory(folder.path), logLevel: .critical),
      environment: environment)
    guard let key = server.firstDeviceKey, let app = try await server.services.store.apps().first?.id else {
      preconditionFailure("a fresh folder has an app and a key")
    }
    let device = Wire.Device(
      id: "device-1", platform: "ios", locale: "de-AT", appVersion: "3.12.1", sdkVersion: "0.1.0")
    try await launch(server.services, app: app, now: environment.now())
    for number in 0..<people {
      try await ingest(number, device, server.services, app: app, now: environment.now())
    }

    let listening = await ListeningServer(server)
    defer { listening.cancel() }
    let port = listening.port

    let connection = try HTTPConnection(port: port)
    var credential: String?
    var requests: [[UInt8]] = []
    for number in 0..<people {
      let first = HTTPConnection.bytes(
        "POST", "/sdk/v1/sync", key: key, credential: credential,
        body: body(number, device, tag: nil, environment.now()))
      let answer = try Wire.decode(Wire.SyncResponse.self, from: connection.exchange(first))
      credential = answer.deviceCredential ?? credential
      guard let definitions = answer.definitions else {
        preconditionFailure("the first sync brings definitions")
      }
      precondition(
        !definitions.campaigns.isEmpty && definitions.campaigns.count < AudienceRuleBenchmarks.count)
      requests.append(
        HTTPConnection.bytes(
          "POST", "/sdk/v1/sync", key: key, credential: credential,
          body: body(number, device, tag: definitions.tag, environment.now())))
    }
    let empty = HTTPConnection.bytes("GET", "/livez", key: nil, body: [])
    let all = requests
    let campaigns = "\(AudienceRuleBenchmarks.count) campaigns with audiences"
    return try await [
      SyncBenchmarks.compare(
        "sync, \(campaigns), a known person, throughput", { _ in all[0] }, against: empty, port: port,
        rounds: rounds, goal: 0.6),
      SyncBenchmarks.compare(
        "sync, \(campaigns), each time another person, who was away, throughput", { all[$0] }, against: empty,
        port: port, rounds: rounds,
        goal: 0.6
      ) { time.withLock { $0 = $0 + absence } },
    ]
  }

  private static func body(_ number: Int, _ device: Wire.Device, tag: String?, _ now: Instant) -> [UInt8] {
    Wire.encode(
      Wire.SyncRequest(
        device: device, userID: "user-\(number)", sessionID: "session-1", definitionsTag: tag, sentAt: now))
  }

  private static func launch(_ services: ServerServices, app: AppID, now: Instant) async throws {
    for campaign in try await services.store.campaigns(app: app) where campaign.state == .running {
      var finished = campaign
      finished.state = .finished
      finished.finishedAt = now
      try await services.store.update(
        finished, expectedRevision: campaign.revision, as: .performed(.finish), by: .system)
    }
    for number in 0..<AudienceRuleBenchmarks.count {
      let message = Wire.Message(
        kind: .known(.modal), header: "Offer \(number) of the season",
        message: String(repeating: "A text of some length. ", count: 6))
      try await services.store.insert(
        Campaign(
          id: CampaignID("campaign-\(number)"), appID: app, name: "Offer \(number)", state: .running,
          content: CampaignContent(
            triggers: [Wire.Trigger(kind: .known(.customEvent), name: "event_\(number % 40)")],
            message: message,
            audience: AudienceRuleBenchmarks.rule(number).json),
          createdAt: now - .seconds(number), updatedAt: now, launchedAt: now), by: .system)
    }
  }

  /// 30 attributes and 20 events.
  private static func ingest(
    _ number: Int, _ device: Wire.Device, _ services: ServerServices, app: AppID, now: Instant
  ) async throws {
    let user = "user-\(number)"
    var events: [Wire.EventRecord] = []
    for attribute in 0..<30 {
      let value: Wire.JSONValue =
        attribute % 3 == 1
        ? .int(Int64((attribute + number) % 50)) : .string("value \((attribute + number) % 5)")
      events.append(
        Wire.EventRecord(
          id: "a-\(number)-\(attribute)", at: now, sessionID: nil, userID: user,
          body: .attribute(key: "attribute_\(attribute)", value: value)))
    }
    for turn in 0..<20 {
      events.append(
        Wire.EventRecord(
          id: "e-\(number)-\(turn)", at: now - .seconds((turn + number % 7) * 80_000), sessionID: nil,
          userID: user,
          body: .custom(name: "event_\((turn * 3 + number) % 20)", properties: [:])))
    }
    _ = try await services.store.ingest(
      IngestBatch(appID: app, device: device, receivedAt: now, events: events))
  }
}
