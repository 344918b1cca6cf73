// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletUI
import MartletWire
import Testing

@testable import DeviceLab

/// What the app of a device answers, seen in what follows and in the timeline.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct AppAnswersTests {
  @Test(
    arguments: SampleMessage.allCases.filter { $0 != .page })
  func `every call of a delegate stands in the timeline, in the documented order`(_ sample: SampleMessage)
    async throws
  {
    let bench = try LabBench([])
    let (device, reader) = try await bench.opened()
    try await show(sample, on: device, bench)
    guard sample != .control else {
      await bench.settle { calls(reader).contains("didDismiss") }
      #expect(
        calls(reader) == [
          "displayChoiceForMessage", "prepareWith", "willPresent", "didPresent", "logImpression",
          "willDismiss", "didDismiss",
        ])
      return
    }
    let scene = try #require(device.host.scene)
    let click = try #require(
      scene.root.allNodes.first { node in if case .button = node.action { true } else { node.action == .body }
      })
    #expect(await device.report(SceneReport(sceneID: scene.id, event: .pressed(nodeID: click.id))))
    #expect(await device.report(SceneReport(sceneID: scene.id, event: .disappeared)))
    await bench.settle { calls(reader).contains("didDismiss") }
    #expect(
      calls(reader).filter { $0 != "shouldOpenURL" } == [
        "displayChoiceForMessage", "prepareWith", "willPresent", "didPresent", "logImpression", "logClick",
        "shouldProcess", "willDismiss",
        "didDismiss",
      ])
  }

  @Test
  func
    `what a page asks for through its bridge stands in the timeline, and an event that it logs is decided like any other`()
    async throws
  {
    let bench = try LabBench([])
    let (device, reader) = try await bench.opened()
    try await show(.page, on: device, bench)
    let scene = try #require(device.host.scene)
    func call(_ method: String, _ arguments: [Wire.JSONValue] = []) async -> Bool {
      let call = BridgeCall(method: method, arguments: arguments)
      return await device.report(SceneReport(sceneID: scene.id, event: .called(nodeID: "page", call)))
    }
    #expect(await call("logClick", ["fern"]))
    #expect(await call("logCustomEvent", ["plant_chosen", ["plant": "fern"]]))
    #expect(await call("closeMessage"))
    #expect(await device.report(SceneReport(sceneID: scene.id, event: .disappeared)))
    await bench.settle { calls(reader).contains("didDismiss") }
    let steps = reader.titles("step").filter { $0.hasPrefix("The page called") }
    #expect(steps == ["logClick", "logCustomEvent", "closeMessage"].map { "The page called \($0)" })
    await bench.settle { reader.titles("decision").contains("plant_chosen") }
  }

  @Test func `a vetoed click opens nothing, and the message closes all the same`() async throws {
    let bench = try LabBench([])
    let (device, reader) = try await bench.opened()
    try await device.perform(.set(.vetoClicks, "on"))
    try await show(.slideup, on: device, bench)
    let scene = try #require(device.host.scene)
    #expect(await device.report(SceneReport(sceneID: scene.id, event: .pressed(nodeID: "card"))))
    #expect(await device.report(SceneReport(sceneID: scene.id, event: .disappeared)))
    await bench.settle { reader.titles("intent").contains("Nothing opens: the app blocked the click") }
    #expect(!calls(reader).contains("shouldOpenURL"))
    #expect(device.host.scene == nil)
  }

  @Test(
    arguments: [
      (SampleMessage.slideup, "card", "Opens in the browser"),
      (.slideupTop, "card", "Opens a deep link into the app"),
      (.modalPicture, "button-1", "Opens in the app’s web view"),
    ])
  func `what a phone would open is said in words`(_ sample: SampleMessage, _ nodeID: String, _ words: String)
    async throws
  {
    let bench = try LabBench([])
    let (device, reader) = try await bench.opened()
    try await show(sample, on: device, bench)
    _ = await device.report(
      SceneReport(sceneID: try #require(device.host.scene?.id), event: .pressed(nodeID: nodeID)))
    await bench.settle { reader.titles("intent") == [words] }
  }

  @Test func `a tap beside closes only when the app says so`() async throws {
    for (answer, closes) in [("off", false), ("on", true)] {
      let bench = try LabBench([])
      let (device, _) = try await bench.opened()
      try await device.perform(.set(.backgroundTap, answer))
      try await show(.modal, on: device, bench)
      let scene = try #require(device.host.scene)
      #expect(scene.backdrop?.dismissesOnTap == closes)
      _ = await device.report(SceneReport(sceneID: scene.id, event: .backdropTapped))
      #expect((device.host.stage == .leaving) == closes)
    }
  }

  @Test func `without its dark theme a message stays light in the dark`() async throws {
    var backgrounds: [SceneColor?] = []
    for answer in ["off", "on"] {
      let bench = try LabBench([])
      let (device, _) = try await bench.opened()
      try await device.perform(.set(.scheme, "dark"))
      try await device.perform(.set(.noDarkTheme, answer))
      try await show(.modal, on: device, bench)
      backgrounds.append(device.host.scene?.root.style.background)
    }
    #expect(backgrounds == [SceneColor(argb: 0xFF1A_1F2A), SceneColor(argb: 0xFFFF_FFFF)])
  }

  @Test(
    arguments: [
      (SampleMessage.full, "auto", Optional(true)), (.modal, "auto", nil), (.full, "visible", false),
      (.modal, "hidden", true),
    ])
  func `the status bar goes as the message wishes, or as the app answers, or stays as it is`(
    _ sample: SampleMessage, _ answer: String, _ isHidden: Bool?
  ) async throws {
    let bench = try LabBench([])
    let (device, _) = try await bench.opened()
    try await device.perform(.set(.statusBar, answer))
    try await show(sample, on: device, bench)
    #expect(device.host.scene?.isStatusBarHidden == isHidden)
  }

  @Test(
    arguments: [("active", nil, "first"), ("first", "first", "first"), ("second", "second", "second")])
  func `on a tablet with two windows a message comes where the app says, made for the room that is there`(
    _ answer: String, _ chosen: String?, _ place: String
  ) async throws {
    let bench = try LabBench([])
    let (device, reader) = try await bench.opened()
    for (setting, value) in [(LabSetting.model, "tablet"), (.twoWindows, "on"), (.window, answer)] {
      try await device.perform(.set(setting, value))
    }
    try await show(.full, on: device, bench)
    let scene = try #require(device.host.scene)
    #expect(scene.window?.scene?.id == chosen)
    #expect(device.host.traits(in: scene.window?.scene).width == 412 && device.host.traits.width == 834)
    await bench.settle { reader.titles("step").contains("Displayed in the \(place) window") }
    // One window again: a message that was shown in a window of its own goes with it.
    try await device.perform(.set(.twoWindows, "off"))
    #expect((device.host.scene == nil) == (chosen != nil))
    #expect(device.host.traits(in: nil).width == 834)
  }

  @Test func `a window that is not there shows nothing, and the timeline says what became of the message`()
    async throws
  {
    let bench = try LabBench([])
    let (device, reader) = try await bench.opened()
    // A phone has no room for two.
    try await device.perform(.set(.twoWindows, "on"))
    try await device.perform(.set(.window, "second"))
    try await device.perform(.show(.sample(.modal)))
    await bench.settle { reader.titles("outcome").contains { $0.hasPrefix("Discarded") } }
    #expect(device.host.scene == nil && device.host.windowScenes.isEmpty)
  }

  @Test func `a preferred orientation turns the device for the message, and no longer than that`()
    async throws
  {
    let bench = try LabBench([])
    let (device, reader) = try await bench.opened()
    try await device.perform(.set(.preferred, "landscape"))
    try await show(.modal, on: device, bench)
    #expect(device.host.traits.orientation == .landscape)
    #expect(device.describe()["lock"] == "The app requested this orientation for the message")
    await bench.settle { reader.titles("step").contains("The presenter rotated the device") }
    try await bench.dismiss(device)
    await bench.settle { device.host.traits.orientation == .portrait }
    #expect(device.describe()["lock"] == .null)
  }

  @Test func `an app that stands upright only neither turns with the hand nor for a message`() async throws {
    let bench = try LabBench([])
    let (device, _) = try await bench.opened()
    try await device.perform(.set(.orientations, "portrait"))
    try await device.perform(.set(.held, "landscape"))
    #expect(device.host.traits.orientation == .portrait)
    #expect(device.describe()["lock"] == "The app supports portrait only")
    try await device.perform(.set(.preferred, "landscape"))
    try await show(.modal, on: device, bench)
    #expect(device.host.traits.orientation == .portrait)
  }

  @Test
  func
    `a message that may only be upright keeps the screen upright while it is there, and is not shown on a screen that lies`()
    async throws
  {
    let bench = try LabBench([])
    let (device, reader) = try await bench.opened()
    try await show(.upright, on: device, bench)
    try await device.perform(.set(.held, "landscape"))
    #expect(device.host.traits.orientation == .portrait)
    #expect(device.describe()["lock"] == "The message does not support this orientation")
    try await bench.dismiss(device)
    await bench.settle { device.host.traits.orientation == .landscape }
    try await device.perform(.show(.sample(.upright)))
    await bench.settle { reader.entries.contains { $0["kind"] == "outcome" && $0["tone"] == "bad" } }
    #expect(device.host.scene == nil)
  }

  @Test func `what is sent is listed record by record`() async throws {
    let bench = try LabBench([])
    let (device, reader) = try await bench.opened()
    try await show(.modal, on: device, bench)
    _ = await device.report(
      SceneReport(sceneID: try #require(device.host.scene?.id), event: .pressed(nodeID: "button-1")))
    try await device.perform(.log(.custom(name: "rated", properties: ["stars": 5])))
    try await device.perform(.flush)
    await bench.settle { records(reader).contains { $0.hasPrefix("custom") } }
    let all = records(reader)
    for expected in [
      "session_start ", "impression Modal", "click Modal · button id 1", "custom rated · {\"stars\":5}",
    ] {
      #expect(all.contains(expected), "\(all)")
    }
  }

  @Test func `a link opens on the message, before anything else can come up`() async throws {
    let bench = try LabBench([.onSessionStart])
    let device = try await bench.lab.make(
      try DeviceOrder(json: ["link": "v=1&model=tablet&scheme=dark&quiet=0&show=sample:full"]))
    #expect(device.phase == .closed)
    let reader = StreamReader(try device.addViewer(lastEntry: nil))
    await bench.settle { reader.sceneID != nil }
    #expect(device.host.scene?.accessibility.label == "Your room, made new")
    #expect(device.host.traits.scheme == .dark)
    #expect(device.link.address == "/lab?v=1&model=tablet&scheme=dark&quiet=0&show=sample%3Afull")
    #expect(reader.titles("decision").first == "Shown manually")
  }

  @Test
  func
    `a campaign's message is shown by hand whatever its trigger; one that is not there is refused before a device is made`()
    async throws
  {
    let bench = try LabBench([.onCart])
    let device = try await bench.lab.make(try DeviceOrder(json: ["link": "v=1&show=campaign:cart"]))
    let reader = StreamReader(try device.addViewer(lastEntry: nil))
    await bench.settle { reader.sceneID != nil }
    #expect(device.host.scene?.accessibility.label == "Delivery is on us")
    #expect(device.shownMessage == .campaign("cart"))
    let problem = await #expect(throws: Wire.Problem.self) {
      try await bench.lab.make(try DeviceOrder(json: ["link": "v=1&show=campaign:gone"]))
    }
    #expect(problem?.code == "campaign_gone")
  }

  private func show(_ sample: SampleMessage, on device: LabDevice, _ bench: LabBench) async throws {
    try await device.perform(.show(.sample(sample)))
    guard sample != .control else { return }
    await bench.settle { device.host.scene != nil }
    #expect(await device.report(SceneReport(sceneID: try #require(device.host.scene?.id), event: .appeared)))
  }

  /// Of the delegates, and the app's own; not what the presenter does by itself.
  private func calls(_ reader: StreamReader) -> [String] {
    reader.titles("step").filter {
      !$0.contains(" ") && !["noMatchingTriggerForEvent", "didRecord"].contains($0)
    }
  }

  private func records(_ reader: StreamReader) -> [String] {
    reader.entries.flatMap { $0["records"]?.elements ?? [] }.map {
      "\($0["kind"]?.string ?? "") \($0["words"]?.string ?? "")"
    }
  }
}
