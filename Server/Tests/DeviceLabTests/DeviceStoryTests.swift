// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import MartletUI
import MartletWire
import Testing

@testable import DeviceLab

@MainActor
@Suite(.timeLimit(.minutes(5))) struct DeviceStoryTests {
  @Test
  func
    `a session starts, the message reaches the browser, a press is a click, and the server has counted all of it`()
    async throws
  {
    let bench = try LabBench()
    let (device, reader) = try await bench.device()
    try await device.perform(.startSession)
    await bench.settle { reader.sceneID != nil }
    let sceneID = try #require(reader.sceneID)
    #expect(reader.scenes.last?["op"] == "show")
    #expect(reader.scenes.last?["scene"]?["html"]?.string?.contains("Good to see you") == true)
    #expect(await device.report(SceneReport(sceneID: sceneID, event: .appeared)))
    await bench.settle { reader.titles("outcome").contains("Shown, impression counted") }
    let body = try #require(device.host.scene?.root.allNodes.first { $0.action == .body })
    #expect(await device.report(SceneReport(sceneID: sceneID, event: .pressed(nodeID: body.id))))
    await bench.settle { reader.scenes.last?["op"] == "hide" }
    #expect(await device.report(SceneReport(sceneID: sceneID, event: .disappeared)))
    try await device.perform(.flush)
    await bench.settle { bench.storedKinds().contains("dismissal") }
    #expect(
      bench.storedKinds().filter { ["impression", "click", "dismissal"].contains($0) } == [
        "impression", "click", "dismissal",
      ])
    let decision = try #require(reader.entries.first { $0["kind"] == "decision" })
    #expect(decision["title"] == "Session start")
    #expect(decision["summary"] == "Chosen: The welcome campaign")
    let calls = reader.titles("step").filter {
      $0.hasPrefix("will") || $0.hasPrefix("did") && $0 != "didRecord"
    }
    #expect(calls == ["willPresent", "didPresent", "willDismiss", "didDismiss"])
    #expect(reader.titles("outcome") == ["Shown, impression counted", "Click counted"])
    #expect(reader.titles("intent") == ["Opens in the browser"])
    #expect(
      reader.entries.filter { $0["kind"] == "outcome" }.allSatisfy { $0["decision"] == decision["decision"] })
  }

  @Test func `an event that meets no filter says which values were compared`() async throws {
    let bench = try LabBench([.onCart])
    let (device, reader) = try await bench.device()
    try await device.perform(.startSession)
    await bench.settle { reader.titles("decision").contains("Session start") }
    try await device.perform(.log(.custom(name: "cart_viewed", properties: ["total": 18])))
    await bench.settle { reader.titles("decision").contains("cart_viewed") }
    let decision = try #require(reader.entries.first { $0["title"] == "cart_viewed" })
    #expect(decision["summary"] == "The cart campaign: total 18 ≤ 20")
    #expect(decision["detail"] == "{\"total\":18}")
    #expect(
      decision["candidates"]?.elements == [
        [
          "campaign": "cart", "name": "The cart campaign", "version": 1, "verdict": "filter",
          "label": "Filter not met", "tone": "plain",
          "words": "total 18 ≤ 20",
        ]
      ])
  }

  @Test func `within 30 s of a message the next is not shown, and the interval is named`() async throws {
    let bench = try LabBench()
    let (device, reader) = try await bench.device()
    try await device.perform(.startSession)
    await bench.settle { reader.sceneID != nil }
    _ = await device.report(SceneReport(sceneID: try #require(reader.sceneID), event: .appeared))
    try await device.perform(.log(.custom(name: "cart_viewed", properties: ["total": 42])))
    await bench.settle { reader.titles("decision").contains("cart_viewed") }
    let decision = try #require(reader.entries.first { $0["title"] == "cart_viewed" })
    #expect(decision["summary"]?.string?.contains("s left of 30 s") == true)
    #expect(decision["candidates"]?.elements.first?["verdict"] == "interval")
    #expect(reader.scenes.count { $0["op"] == "show" } == 1)
  }

  @Test func `offline, events wait on the device; online, they arrive once`() async throws {
    let bench = try LabBench()
    let (device, reader) = try await bench.device(.quick)
    try await device.perform(.startSession)
    await bench.settle { reader.sceneID != nil }
    try await device.perform(.set(.offline, "on"))
    try await device.perform(.log(.custom(name: "in_the_tunnel", properties: [:])))
    try await device.perform(.flush)
    await bench.settle {
      reader.entries.contains { $0["detail"]?.string?.hasPrefix("Offline: not sent") == true }
    }
    #expect(!bench.server.storedEvents.contains { $0.json["name"] == "in_the_tunnel" })
    try await device.perform(.set(.offline, "off"))
    try await device.perform(.flush)
    await bench.settle { bench.server.storedEvents.contains { $0.json["name"] == "in_the_tunnel" } }
    #expect(bench.server.storedEvents.count { $0.json["name"] == "in_the_tunnel" } == 1)
  }

  @Test
  func
    `an app that has just been reopened sends its events, although the previous process may still have the folder`()
    async throws
  {
    let bench = try LabBench()
    let (device, reader) = try await bench.device(.quick)
    for _ in 0..<4 { try await device.perform(.startSession) }
    let sending = Task { try await device.perform(.flush) }
    await bench.settle { !reader.titles("note").isEmpty }
    try await sending.value
    #expect(reader.titles("note") == ["The server has received all events"])
    #expect(bench.storedKinds().contains("session_start"))
  }

  @Test func `two devices do not hear of each other`() async throws {
    let bench = try LabBench()
    let (first, firstReader) = try await bench.device(.quick)
    let (second, secondReader) = try await bench.device(.quick)
    try await first.perform(.startSession)
    try await second.perform(.startSession)
    await bench.settle { firstReader.sceneID != nil && secondReader.sceneID != nil }
    #expect(firstReader.sceneID != secondReader.sceneID)
    #expect(
      await second.report(SceneReport(sceneID: try #require(firstReader.sceneID), event: .appeared)) == false)
    try await first.perform(.changeUser(id: "visitor-1"))
    try await first.perform(.log(.custom(name: "only_here", properties: [:])))
    await bench.settle { firstReader.titles("decision").contains("only_here") }
    #expect(!secondReader.titles("decision").contains("only_here"))
    #expect(first.userID == "visitor-1")
    #expect(second.userID == nil)
    #expect(second.host.scene != nil)
  }

  @Test func `nobody looks: the message waits with its reason, and shows when somebody comes back`()
    async throws
  {
    let bench = try LabBench()
    let (device, reader) = try await bench.device(.quick)
    device.removeViewer(reader.viewer)
    try await device.perform(.startSession)
    await bench.settle { device.waitingCount == 1 }
    #expect(device.host.scene == nil)
    let back = StreamReader(try device.addViewer(lastEntry: nil))
    await bench.settle { back.sceneID != nil }
    #expect(back.scenes.last?["op"] == "show")
    #expect(
      back.events.first?.data["entries"]?.elements.contains {
        $0["detail"] == "Nobody is viewing this device"
      } == true)
  }

  @Test func `a reload redraws the visible message without a transition and reports nothing twice`()
    async throws
  {
    let bench = try LabBench()
    let (device, reader) = try await bench.device()
    try await device.perform(.startSession)
    await bench.settle { reader.sceneID != nil }
    let sceneID = try #require(reader.sceneID)
    #expect(await device.report(SceneReport(sceneID: sceneID, event: .appeared)))
    device.removeViewer(reader.viewer)
    let back = StreamReader(try device.addViewer(lastEntry: nil))
    await bench.settle { !back.events.isEmpty }
    #expect(back.events.first?.data["scene"]?["op"] == "draw")
    #expect(back.events.first?.data["scene"]?["scene"]?["id"]?.string == sceneID)
    #expect(await device.report(SceneReport(sceneID: sceneID, event: .appeared)) == false)
    try await device.perform(.flush)
    await bench.settle { bench.storedKinds().contains("impression") }
    #expect(bench.storedKinds().count { $0 == "impression" } == 1)
  }

  @Test func `a browser that comes back gets what it missed, not what it has`() async throws {
    let bench = try LabBench([])
    let (device, reader) = try await bench.device()
    try await device.perform(.startSession)
    await bench.settle { reader.titles("decision") == ["Session start"] }
    let last = try #require(reader.lastID)
    device.removeViewer(reader.viewer)
    try await device.perform(.log(.custom(name: "missed", properties: [:])))
    let back = StreamReader(try device.addViewer(lastEntry: last))
    await bench.settle { !back.events.isEmpty }
    let state = try #require(back.events.first)
    #expect(state.data["is_whole"] == false)
    let entries = state.data["entries"]?.elements ?? []
    #expect(entries.contains { $0["title"] == "Logged missed" })
    #expect(entries.allSatisfy { if case .int(let number)? = $0["n"] { number > last } else { false } })
  }

  @Test func `opening the app anew starts a session and takes away what was on the screen`() async throws {
    let bench = try LabBench()
    let (device, reader) = try await bench.device(.quick)
    try await device.perform(.startSession)
    await bench.settle { reader.sceneID != nil }
    let first = try #require(reader.sceneID)
    try await device.perform(.startSession)
    await bench.settle { reader.sceneID != first }
    #expect(reader.scenes.contains { $0["op"] == "clear" && $0["id"]?.string == first })
    #expect(reader.titles("decision").count { $0 == "Session start" } == 2)
  }

  @Test func `in the background messages wait; in front they show`() async throws {
    let bench = try LabBench([.onCart])
    let (device, reader) = try await bench.device(.quick)
    try await device.perform(.startSession)
    await bench.settle { reader.titles("decision").contains("Session start") }
    try await device.perform(.background)
    try await device.perform(.log(.custom(name: "cart_viewed", properties: ["total": 42])))
    await bench.settle { device.waitingCount == 1 }
    #expect(reader.entries.contains { $0["detail"] == "The app is in the background" })
    try await device.perform(.foreground)
    await bench.settle { reader.sceneID != nil }
  }

  @Test(
    arguments: [
      LabCommand.background, .flush, .changeUser(id: "x"), .wipe, .quit,
      .log(.custom(name: "x", properties: [:])),
    ])
  func `what the app is not open for is refused with a remedy`(_ command: LabCommand) async throws {
    let bench = try LabBench()
    let (device, _) = try await bench.device()
    let problem = await #expect(throws: Wire.Problem.self) { try await device.perform(command) }
    #expect(problem?.status == 409)
    #expect(problem?.remedy != nil)
  }

  @Test func `turning, colours, text size, direction and model redraw the message that is shown`()
    async throws
  {
    let bench = try LabBench()
    let (device, reader) = try await bench.device()
    try await device.perform(.startSession)
    await bench.settle { reader.sceneID != nil }
    _ = await device.report(SceneReport(sceneID: try #require(reader.sceneID), event: .appeared))
    let settings: [(LabSetting, String)] = [
      (.held, "landscape"), (.scheme, "dark"), (.text, "200"), (.direction, "rtl"), (.keyboard, "on"),
      (.increaseContrast, "on"),
      (.model, "tablet"),
    ]
    for (setting, value) in settings {
      let before = reader.scenes.count
      try await device.perform(.set(setting, value))
      await bench.settle(until: { reader.scenes.count > before }, "\(setting)")
      #expect(reader.scenes.last?["op"] == "update")
    }
    #expect(device.host.traits.width == 1194)
    #expect(device.host.traits.direction == .rightToLeft)
  }
}
