// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Attributes that change, and audiences that people enter and leave, in the client and over
/// launches.
@MainActor
@Suite("Triggers on attributes and audiences in the client", .timeLimit(.minutes(5)))
struct PersonalTriggerTests {
  private static func campaign(_ kind: Wire.Trigger.Kind, _ name: String, _ filter: Wire.Filter? = nil)
    -> Wire.Campaign
  {
    Wire.Campaign(
      id: "c-\(name)", createdAt: Instant(milliseconds: 0),
      triggers: [.init(kind: .known(kind), name: name, filter: filter)],
      message: Wire.Message(kind: .known(.slideup), message: "Hello"))
  }

  private func started(_ server: ScriptedServer, directory: URL? = nil, seed: UInt64 = 1) async -> Bench {
    let bench = Bench(transport: server, directory: directory, clock: ManualClock(seed: seed)) {
      $0.triggerMinimumTimeInterval = 0
    }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    return bench
  }

  /// The server stored everything that was logged before.
  private func flush(_ bench: Bench, _ server: ScriptedServer) async {
    let marker = "marker-\(server.requests.count)"
    bench.martlet.logCustomEvent(name: marker)
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "custom \(marker)" } })
    await bench.quiet()
  }

  @Test
  func
    `a campaign is shown when an attribute changes to the value it waits for, and the change is stored once`()
    async
  {
    let pro = Wire.Filter.compare(.init(path: ["value"], operation: .known(.equals), value: "pro"))
    let server = ScriptedServer(campaigns: [Self.campaign(.attributeChange, "plan", pro)])
    let bench = await started(server)
    bench.martlet.user.setCustomAttribute(key: "plan", value: "free")
    bench.martlet.user.setCustomAttribute(key: "plan", value: "free")
    await bench.quiet()
    #expect(bench.presenter.presented.isEmpty)
    bench.martlet.user.setCustomAttribute(key: "plan", value: "pro")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    await flush(bench, server)
    #expect(
      server.storedEvents.map(\.label).filter { $0.hasPrefix("attribute") }
        == Array(repeating: "attribute plan", count: 3))
  }

  @Test func `the next launch knows what an attribute was set to, also while no campaign waited for it`()
    async
  {
    let server = ScriptedServer()
    let first = await started(server)
    first.martlet.user.setCustomAttribute(key: "plan", value: "free")
    await flush(first, server)
    server.campaigns = [Self.campaign(.attributeChange, "plan")]
    let second = await started(server, directory: first.copyOfDirectory(), seed: 2)
    second.martlet.user.setCustomAttribute(key: "plan", value: "free")
    await second.quiet()
    #expect(second.presenter.presented.isEmpty)
    second.martlet.user.setCustomAttribute(key: "plan", value: "pro")
    await second.settle(until: { second.presenter.presented.count == 1 })
  }

  @Test func `the recording contains only values that are changes, of attributes that a trigger waits for`()
    async throws
  {
    let server = ScriptedServer(campaigns: [Self.campaign(.attributeChange, "plan")])
    let bench = await started(server)
    for time in ["first", "second"] {
      bench.martlet.user.setCustomAttribute(key: "plan", value: "\(time)-plan")
      bench.martlet.user.setCustomAttribute(key: "nickname", value: "\(time)-nickname")
    }
    await flush(bench, server)
    let folder = bench.copyOfDirectory()
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.contains("engine.")
    }
    let recorded = try files.map {
      String(decoding: try Data(contentsOf: folder.appendingPathComponent($0)), as: UTF8.self)
    }.joined()
    #expect(recorded.contains("second-plan"))
    #expect(!recorded.contains("first-plan"))
    #expect(recorded.contains("nickname"))
    #expect(!recorded.contains("first-nickname") && !recorded.contains("second-nickname"))
  }

  @Test
  func
    `a person who is in an audience since the last answer enters it: the message is shown, and the server is told`()
    async
  {
    let server = ScriptedServer(campaigns: [
      Self.campaign(.audienceEntry, "vip"), Self.campaign(.audienceExit, "new"),
    ])
    server.audiences = ["vip": false, "new": true]
    let bench = await started(server)
    #expect(bench.presenter.presented.isEmpty)
    server.audiences = ["vip": true, "new": true]
    await flush(bench, server)
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    server.audiences = ["vip": true, "new": false]
    await flush(bench, server)
    await bench.settle(until: { bench.presenter.presented.count == 2 })
    await flush(bench, server)
    #expect(
      server.storedEvents.map(\.label).filter { $0.hasPrefix("audience") } == [
        "audience_entry vip", "audience_exit new",
      ])
  }

  @Test
  func
    `somebody who was in an audience before the device knew of it does not enter it, also not at the next launch`()
    async
  {
    let server = ScriptedServer(campaigns: [Self.campaign(.audienceEntry, "vip")])
    server.audiences = ["vip": true]
    let first = await started(server)
    await flush(first, server)
    let second = await started(server, directory: first.copyOfDirectory(), seed: 2)
    await flush(second, server)
    #expect(first.presenter.presented.isEmpty)
    #expect(second.presenter.presented.isEmpty)
    #expect(!server.storedEvents.contains { $0.label.hasPrefix("audience") })
  }

  @Test func `who enters an audience while the app is closed enters it at the next launch`() async {
    let server = ScriptedServer(campaigns: [Self.campaign(.audienceEntry, "vip")])
    server.audiences = ["vip": false]
    let first = await started(server)
    await flush(first, server)
    server.audiences = ["vip": true]
    let second = await started(server, directory: first.copyOfDirectory(), seed: 2)
    await second.settle(until: { second.presenter.presented.count == 1 })
  }
}
