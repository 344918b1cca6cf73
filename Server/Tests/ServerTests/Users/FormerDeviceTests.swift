// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import ServerTestSupport
import Testing

/// The real client against the real server.
@Suite(
  "Somebody logs out, and the device that they used is revoked before all of it was sent",
  .timeLimit(.minutes(5)))
struct FormerDeviceTests {
  @Test
  @MainActor
  func `what they did is theirs, and what the next person does is not`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run { server in
      try await Self.story(server, device: URL(fileURLWithPath: folder + "/device"))
    }
  }

  @MainActor
  private static func story(_ server: TestServer, device: URL) async throws {
    let configuration = Martlet.Configuration(
      apiKey: server.deviceKey, endpoint: "http://127.0.0.1:\(server.port)")
    configuration.api.requestPolicy = .manual
    configuration.storageDirectory = device
    let martlet = Martlet(configuration: configuration)
    martlet.logCustomEvent(name: "opened")
    try await eventually("the client sends all") { await martlet.flush().isComplete }
    let former = try #require(await martlet.deviceId)

    martlet.changeUser(userId: "ana")
    martlet.user.setCustomAttribute(key: "plan", value: "gold")
    martlet.logOut()
    #expect(try await server.manage("POST", "/devices/\(former)/revoke").status < 300)
    martlet.user.setCustomAttribute(key: "next", value: "somebody else")
    try await eventually("the client sends all") { await martlet.flush().isComplete }

    let next = try #require(await martlet.deviceId)
    #expect(next != former)
    let ana = try await server.manage("GET", "/people/u:ana").text
    #expect(ana.contains("gold") && !ana.contains("somebody else"))
    let person = try await server.manage("GET", "/people/d:\(next)")
    #expect(person.status == 200 && person.text.contains("somebody else") && !person.text.contains("u:ana"))
  }
}
