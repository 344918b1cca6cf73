// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Who the app's user is, and what is known of them.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct UserTests {
  private func attributes(on server: ScriptedServer) -> [String: Wire.JSONValue] {
    var found: [String: Wire.JSONValue] = [:]
    for event in server.storedEvents { if case .attribute(let key, let value) = event.body { found[key] = value } }
    return found
  }

  @Test("Attributes of every type reach the server with their type")
  func types() async {
    let server = ScriptedServer()
    let bench = Bench(transport: server)
    let user = bench.martlet.user
    user.setCustomAttribute(key: "text", value: "free")
    user.setCustomAttribute(key: "bool", value: true)
    user.setCustomAttribute(key: "int", value: 3)
    user.setCustomAttribute(key: "double", value: 2.5)
    user.setCustomAttribute(key: "born", value: Date(timeIntervalSince1970: -86_400))
    user.setCustomAttribute(key: "list", array: ["a", "b"])
    user.unsetCustomAttribute(key: "gone")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.count == 7 })
    #expect(
      attributes(on: server) == [
        "text": "free", "bool": true, "int": 3, "double": 2.5, "born": ["$date": -86_400_000], "list": ["a", "b"], "gone": .null,
      ])
  }

  @Test("What an attribute cannot hold is refused as a whole and named in the log")
  func refusals() async {
    let server = ScriptedServer()
    let bench = Bench(transport: server)
    let user = bench.martlet.user
    user.setCustomAttribute(key: "", value: 1)
    user.setCustomAttribute(key: String(repeating: "k", count: 256), value: 1)
    user.setCustomAttribute(key: "infinite", value: Double.infinity)
    user.setCustomAttribute(key: "ancient", value: Date(timeIntervalSince1970: -62_135_596_801))
    user.setCustomAttribute(key: "long", array: Array(repeating: "x", count: 251))
    user.setCustomAttribute(key: "large", value: String(repeating: "x", count: 40_000))
    user.setCustomAttribute(key: "fine", array: Array(repeating: "x", count: 250))
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { !server.storedEvents.isEmpty })
    #expect(Array(attributes(on: server).keys) == ["fine"])
    #expect(bench.log.all.filter { $0.contains("The attribute") && $0.contains("is not logged") }.count == 6)
  }

  @Test("The user's id is the one last given, and nil before")
  func id() async {
    let bench = Bench(transport: ScriptedServer())
    await bench.martlet.settled()
    #expect(bench.martlet.user.id == nil)
    bench.martlet.changeUser(userId: "ada")
    #expect(bench.martlet.user.id == "ada")
    await bench.martlet.settled()
  }

  @Test("The device's id is the one that requests carry")
  func deviceID() async throws {
    let transport = HeldTransport()
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    let sent = try #require(await transport.waitForRequest().sync)
    let id = try #require(await bench.martlet.deviceId)
    #expect(id == sent.device.id)
  }
}
