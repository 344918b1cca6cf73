// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletServer
import MartletWire

/// The data of a server with 200 running campaigns and known people, each with a device.
struct LoadFolder {
  static let campaigns = 200

  let app: AppID
  let key: String
  let credential: String
  let tag: String

  /// A data folder in which every device has the same credential.
  init(url: URL, people: Int, now: Instant) async throws {
    try await self.init(ServerChild.configuration(folder: url.path), people: people, now: now)
    try Self.giveAll(people, folder: url)
  }

  /// Only the first device has a credential.
  init(_ configuration: ServerConfiguration, people: Int, now: Instant) async throws {
    let server = try await ServerApplication.build(configuration: configuration)
    guard let key = server.firstDeviceKey, let app = try await server.services.store.apps().first else {
      preconditionFailure("a fresh folder has an app and a key")
    }
    (self.key, self.app) = (key, app.id)
    try await Self.launch(server.services, app: app.id, now: now)
    try await Self.invite(people, server.services, app: app.id, now: now)

    let listening = await ListeningServer(server)
    let port = listening.port
    let connection = try HTTPConnection(port: port)
    let body = Array(
      #"{"version":1,"device":{"id":"device-0"},"user_id":"user-0","sent_at":\#(now.milliseconds)}"#.utf8)
    let answer = try Wire.decode(
      Wire.SyncResponse.self, from: connection.post("/sdk/v1/sync", key: key, body: body))
    guard let credential = answer.deviceCredential, let tag = answer.definitions?.tag else {
      preconditionFailure("the first sync brings definitions and a credential")
    }
    (self.credential, self.tag) = (credential, tag)
    try connection.exchange(
      HTTPConnection.bytes("POST", "/sdk/v1/sync", key: key, credential: credential, body: body))
    await listening.stop()
    try await server.services.store.close()
  }

  private static func launch(_ services: ServerServices, app: AppID, now: Instant) async throws {
    for campaign in try await services.store.campaigns(app: app) where campaign.state == .running {
      var finished = campaign
      finished.state = .finished
      finished.finishedAt = now
      try await services.store.update(
        finished, expectedRevision: campaign.revision, as: .performed(.finish), by: .system)
    }
    for number in 0..<campaigns {
      let message = Wire.Message(
        kind: .known(.modal), header: "Offer \(number) of the season",
        message: String(repeating: "A text of some length. ", count: 6),
        buttons: [
          Wire.Button(
            id: 0, text: "To the shop",
            clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/\(number)"))
        ])
      let trigger = Wire.Trigger(kind: .known(.customEvent), name: "event_\(number % 40)")
      try await services.store.insert(
        Campaign(
          id: CampaignID("campaign-\(number)"), appID: app, name: "Offer \(number)", state: .running,
          content: CampaignContent(
            triggers: [trigger], message: message,
            priority: Wire.Priority(bucket: .known(.medium), order: number % 50)),
          createdAt: now - .seconds(number), updatedAt: now, launchedAt: now), by: .system)
    }
  }

  private static func invite(_ people: Int, _ services: ServerServices, app: AppID, now: Instant) async throws
  {
    let running = try await services.store.campaigns(app: app).filter { $0.state == .running }.map(\.id)
    // Side by side, so that many of them are one transaction.
    for start in stride(from: 0, to: people, by: 500) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in start..<min(people, start + 500) {
          group.addTask {
            let event = Wire.EventRecord(
              id: "start-\(number)", at: now, sessionID: "session-1", userID: "user-\(number)",
              body: .sessionStart)
            let device = Wire.Device(id: "device-\(number)", platform: "ios")
            _ = try await services.store.ingest(
              IngestBatch(appID: app, device: device, receivedAt: now, events: [event]))
            try await services.store.markOffered(
              app: app, personID: PersonID.of(userID: "user-\(number)", deviceID: ""), eligible: running,
              delivered: running, at: now,
              sender: .program, isTest: false)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Every device gets the credential of the first, which costs one statement and not one request
  /// each.
  private static func giveAll(_ people: Int, folder: URL) throws {
    let database = try DatabaseQueue(path: folder.appendingPathComponent("martlet.sqlite").path)
    try database.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
          INSERT INTO device_credential (app, device_id, hash, issued_at, used_at)
          SELECT app, 'device-' || n, hash, issued_at, used_at FROM number, device_credential WHERE device_id = 'device-0'
          """, arguments: [people - 1])
    }
    try database.close()
  }
}
