// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import MartletUI
import MartletWire
import Testing

@testable import DeviceLab

@MainActor
@Suite("Banners, announcements, surveys and data on a device of the lab", .timeLimit(.minutes(5)))
struct SurfaceStoryTests {
  private static func campaign(
    _ id: String, banner: Wire.Banner? = nil, content: Wire.Content? = nil, data: Wire.DataPush? = nil
  ) -> Wire.Campaign {
    Wire.Campaign(
      id: id, createdAt: Instant(milliseconds: 0),
      triggers: [Wire.Trigger(kind: .known(.customEvent), name: "go")], banner: banner,
      content: content, data: data)
  }

  private static let survey = Wire.Content(
    kind: .known(.survey), title: "One question",
    questions: [
      Wire.Question(
        id: "q", kind: .known(.single), title: "Did it arrive?",
        choices: [.init(id: "y", title: "Yes"), .init(id: "n", title: "No")]),
      Wire.Question(id: "why", kind: .known(.text), title: "Anything else?", isRequired: false),
    ])

  /// A browser that draws what it is told, as `scene.js` does.
  private func appear(_ bench: LabBench, _ device: LabDevice, as kind: MessageScene.Kind) async throws {
    await bench.settle { device.host.scene?.kind == kind && device.host.stage == .entering }
    #expect(await device.report(SceneReport(sceneID: try #require(device.host.scene?.id), event: .appeared)))
  }

  private func report(_ event: SceneEvent, on device: LabDevice) async throws {
    #expect(await device.report(SceneReport(sceneID: try #require(device.host.scene?.id), event: event)))
  }

  private func press(_ action: SceneNode.Action, on device: LabDevice) async throws {
    let node = try #require(device.host.scene?.root.allNodes.first { $0.action == action })
    try await report(.pressed(nodeID: node.id), on: device)
  }

  @Test func `a person taps a banner, answers the survey, and the server has the answers`() async throws {
    let bench = try LabBench([
      Self.campaign("poll", banner: Wire.Banner(title: "A question"), content: Self.survey)
    ])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    #expect(reader.entries.last { $0["kind"] == "decision" }?["summary"] == "Delivered: The poll campaign")
    try await appear(bench, device, as: .banner)
    try await press(.body, on: device)
    try await appear(bench, device, as: .survey)
    try await press(.choose(question: "q", choice: "y"), on: device)
    try await press(.next, on: device)
    let field = try #require(
      device.host.scene?.root.allNodes.first { if case .field = $0.content { true } else { false } })
    try await report(.entered(nodeID: field.id, text: "All well"), on: device)
    try await press(.submit, on: device)
    try await device.perform(.flush)
    await bench.settle {
      bench.storedKinds().contains("survey_answers")
        && reader.titles("step").contains("Click counted: content")
    }
    #expect(reader.titles("step").contains("Answers sent"))
    #expect(reader.titles("outcome") == ["Acted on"])
    #expect(reader.titles("action").contains("Pressed the banner"))
    for counted in [
      "Impression counted: banner", "Click counted: banner", "Impression counted: content",
      "Click counted: content",
    ] {
      #expect(reader.titles("step").filter { $0 == counted }.count == 1, "\(counted)")
    }
    let decision = reader.entries.first { $0["title"] == "go" && $0["kind"] == "decision" }?["decision"]
    #expect(reader.entries.filter { $0["kind"] == "outcome" }.allSatisfy { $0["decision"] == decision })
    #expect(
      !reader.entries.contains { "\($0)".contains("All well") }, "what a person writes is not in the timeline"
    )
  }

  @Test(arguments: [
    (InAppMessageUI.DisplayChoice.now, "The app took data", "data: click"),
    (.discard, "The app refused data", "data: dismissal"),
  ])
  func `data goes to the app of the lab`(choice: InAppMessageUI.DisplayChoice, title: String, counted: String)
    async throws
  {
    let bench = try LabBench([
      Self.campaign("data", data: Wire.DataPush(type: .known(.text), body: "{\"a\":1}"))
    ])
    let (device, reader) = try await bench.opened()
    try await device.perform(.set(.choice, choice.rawValue))
    try await bench.log("go", on: device, reader)
    await bench.settle { reader.titles("action").contains(title) }
    #expect(reader.entries.last { $0["title"]?.string == title }?["detail"] == "{\"a\":1}")
  }

  @Test func `an app that does not want a banner drops it, and the timeline says so`() async throws {
    let bench = try LabBench([Self.campaign("one", banner: Wire.Banner(title: "Hello"))])
    let (device, reader) = try await bench.opened()
    try await device.perform(.set(.choice, "discard"))
    try await bench.log("go", on: device, reader)
    await bench.settle { !reader.titles("outcome").isEmpty }
    #expect(device.host.scene == nil)
    #expect(
      reader.entries.contains { $0["title"] == "notify" && $0["detail"] == "The app answers: discard it" })
  }

  @Test func `a banner is there again after the app was closed`() async throws {
    let bench = try LabBench([Self.campaign("one", banner: Wire.Banner(title: "Hello"))])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    try await appear(bench, device, as: .banner)
    try await device.perform(.quit)
    #expect(device.host.scene == nil)
    try await device.perform(.startSession)
    try await appear(bench, device, as: .banner)
    try await press(.close, on: device)
    try await device.perform(.flush)
    await bench.settle { bench.storedKinds().contains("dismissal") }
    #expect(bench.storedKinds().filter { $0 == "impression" }.count == 1)
    _ = reader
  }
}
