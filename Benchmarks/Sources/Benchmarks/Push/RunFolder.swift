// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletServer
import MartletWire
import Pushing

/// The data of a server with a running campaign that has a push, its APNs key, and known people
/// with a device each.
struct RunFolder {
  static let campaign = "spring"
  private static let topic = "com.example.app"

  let managementKey: String
  /// Of a browser that is signed in.
  let cookie: String

  static func user(_ number: Int) -> String { "user-\(number)" }

  init(_ configuration: ServerConfiguration, devices: Int, key: PushKey) async throws {
    let server = try await ServerApplication.build(configuration: configuration)
    let services = server.services
    guard let app = try await services.store.apps().first?.id else {
      preconditionFailure("fresh data has an app")
    }
    let now = services.environment.now()
    let push = Wire.PushNotification(
      title: "Spring is here", text: "20 % on everything green.", threadID: "offers")
    try await services.store.insert(
      Campaign(
        id: CampaignID(Self.campaign), appID: app, name: "Spring", state: .running,
        content: CampaignContent(triggers: [], push: push), createdAt: now,
        updatedAt: now, launchedAt: now),
      by: .system)
    _ = try await services.pushKeys.upload(
      PushKeyUpload(keyID: key.keyID, teamID: PushKey.teamID, topic: Self.topic, privateKey: key.pem),
      app: app)
    // Side by side, so that many of them are one transaction.
    for start in stride(from: 0, to: devices, by: 500) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in start..<min(devices, start + 500) {
          group.addTask {
            var device = Wire.Device(id: "device-\(number)", platform: "ios", timeZone: "Europe/Vienna")
            device.pushToken = String(repeating: String(0xAB00_0000 + number, radix: 16), count: 8)
            device.pushEnvironment = .known(.production)
            device.pushAuthorization = .known(.authorized)
            let event = Wire.EventRecord(
              id: "start-\(number)", at: now, sessionID: "session-1", userID: Self.user(number),
              body: .sessionStart)
            _ = try await services.store.ingest(
              IngestBatch(appID: app, device: device, receivedAt: now, events: [event]))
            try await services.store.reportPush(
              device, sentAt: now, personID: PersonID.of(userID: Self.user(number), deviceID: ""),
              trust: .device, isLab: false, app: app,
              at: now)
          }
        }
        try await group.waitForAll()
      }
    }
    let listening = await ListeningServer(server)
    let port = listening.port
    cookie = try await PageBenchmarks.signIn(services, port: port)
    await listening.stop()
    try await services.store.close()
    managementKey = try await ServerMaintenance.createKey(
      configuration: configuration, app: nil, scope: .management, name: "Benchmark")
  }
}
