// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

@testable import DeviceLab

@Suite("Arms of experiments on the lab's phones", .timeLimit(.minutes(5)))
@MainActor
struct ArmTests {
  private static let choices = [
    LabCampaign.Arm(name: "b", label: "Short"),
    LabCampaign.Arm(name: "control", label: "Control (nothing is shown)"),
  ]

  /// The campaign as a server sends it to people in the arm.
  private static func sent(_ campaign: Wire.Campaign, in arm: String) -> Wire.Campaign {
    var sent = campaign
    let isWithheld = arm == Wire.ExperimentArm.control
    sent.arm = Wire.ExperimentArm(experimentID: "x-1", name: arm, isWithheld: isWithheld)
    if isWithheld {
      sent.message = Wire.Message(kind: .known(.control))
    } else {
      sent.message?.message = "It is short."
    }
    return sent
  }

  private static func draft() -> LabDraft {
    let campaign = Wire.Campaign.sample("whatever")
    return LabDraft(
      name: "My draft", definition: campaign,
      arms: choices.map { LabDraft.Arm($0, sent(campaign, in: $0.name)) })
  }

  private static func shows(_ text: String, _ device: LabDevice) -> Bool {
    device.host.scene?.root.allNodes.contains { node in
      if case .text(let shown) = node.content { shown.string == text } else { false }
    } == true
  }

  private static func order(_ bench: LabBench, _ draft: LabDraft) async throws -> DeviceOrder {
    let word = try #require(try await bench.drafts.put(draft, session: "a"))
    return try DeviceOrder(json: ["link": .string("v=1&quiet=0&show=draft:\(word)")])
  }

  private static func steps(_ reader: StreamReader) -> [String] {
    reader.entries.filter { ["step", "outcome"].contains($0["kind"]?.string ?? "") }.compactMap { entry in
      entry["title"]?.string.map { "\($0): \(entry["detail"]?.string ?? "")" }
    }
  }

  @Test
  func
    `a draft begins again in the arm that is chosen: the variant is shown, and with control the SDK records the exposure and shows nothing`()
    async throws
  {
    let bench = try LabBench([])
    let device = try await bench.lab.make(await Self.order(bench, Self.draft()), session: "a")
    let reader = StreamReader(try device.addViewer(lastEntry: nil))
    await bench.settle { Self.shows("It is whatever.", device) }
    #expect(device.describe()["settings"]?["arm"] == "none")
    let offered = device.describe()["draft"]?["experiments"]?.elements.first
    #expect(offered?["arms"]?.elements.map { $0["value"]?.string } == ["draft:b", "draft:control"])

    try await device.perform(.set(.arm, "draft:b"))
    await bench.settle { Self.shows("It is short.", device) }
    #expect(reader.titles("action").contains("Arm of “My draft”: Short"))
    try await bench.see(device, reader)
    try await device.perform(.flush)
    await bench.settle { Self.steps(reader).contains("Exposure reported: Arm: Short") }

    try await device.perform(.set(.arm, "draft:control"))
    await bench.settle { Self.steps(reader).contains { $0.hasPrefix("Withheld: ") } }
    #expect(device.host.scene == nil)
    try await device.perform(.flush)
    await bench.settle { Self.steps(reader).contains("Exposure reported: Arm: Control (nothing is shown)") }
    // The draft's arms count for no experiment.
    let exposures = bench.server.storedEvents.compactMap { event -> String? in
      guard case .exposure(let presentation, let experiment, let arm) = event.body else { return nil }
      return "\(presentation.campaignID) \(experiment) \(arm)"
    }
    #expect(exposures == ["draft draft b", "draft draft control"])

    try await device.perform(.set(.arm, "none"))
    await bench.settle { Self.shows("It is whatever.", device) }
    #expect(device.link.address == "/lab?v=1&quiet=0&app=open")
  }

  @Test func `the arm stays when the session's next draft has it too, and goes when it has not`() async throws
  {
    let bench = try LabBench([])
    let device = try await bench.lab.make(await Self.order(bench, Self.draft()), session: "a")
    _ = StreamReader(try device.addViewer(lastEntry: nil))
    try await device.perform(.set(.arm, "draft:b"))
    #expect(try await bench.lab.make(await Self.order(bench, Self.draft()), session: "a") === device)
    #expect(device.state.arm?.name == "b")
    await bench.settle { Self.shows("It is short.", device) }
    let plain = LabDraft(name: "No experiment", definition: Wire.Campaign.sample("plain"))
    _ = try await bench.lab.make(await Self.order(bench, plain), session: "a")
    #expect(device.state.arm == nil)
    await bench.settle { Self.shows("It is plain.", device) }
  }

  @Test
  func
    `the phone names its arm in each request that campaigns depend on, and fetches them again when it changes`()
    async throws
  {
    let bench = try LabBench(
      [.sample("running"), .sample("next", order: -1)], arms: ["running": Self.choices])
    let offered = try #require(await bench.lab.state()["experiments"]?.elements)
    #expect(offered.map { $0["name"] } == ["The running campaign"])
    let (device, reader) = try await bench.opened()
    func syncs() -> [String?] {
      bench.server.requests.filter { $0.url.path.hasSuffix("/sync") }.map { $0.headers[LabHeader.arm] }
    }
    #expect(Set(syncs()) == [nil])
    bench.server.campaigns[0] = Self.sent(bench.server.campaigns[0], in: "control")
    let before = reader.titles("request").count
    try await device.perform(.set(.arm, "running:control"))
    #expect(
      reader.titles("action").suffix(2) == [
        "Arm of “The running campaign”: Control (nothing is shown)", "Reopened the app",
      ])
    await bench.settle { reader.titles("request").count > before }
    #expect(syncs().last == "running:control")
    // What is withheld gives its turn to the next campaign, as for a person in control.
    try await bench.log("go", on: device, reader)
    await bench.settle { Self.shows("It is next.", device) }
    #expect(Self.steps(reader).contains { $0.hasPrefix("Withheld: ") })
    await bench.settle { Self.steps(reader).contains("Showing the next message in line: The next campaign") }
    try await device.perform(.flush)
    await bench.settle { Self.steps(reader).contains("Exposure reported: Arm: Control (nothing is shown)") }
    let events = bench.server.requests.last { $0.url.path.hasSuffix("/events") }
    #expect(events?.headers[LabHeader.arm] == "running:control")
    #expect(device.link.address == "/lab?v=1&arm=running%3Acontrol&quiet=0&show=campaign%3Anext")
  }

  @Test func `a closed app stays closed, and takes the arm when it is opened`() async throws {
    let bench = try LabBench([.sample("running")], arms: ["running": Self.choices])
    let (device, reader) = try await bench.device(.quick)
    try await device.perform(.set(.arm, "running:b"))
    #expect(device.phase == .closed)
    try await device.perform(.startSession)
    await bench.settle { reader.titles("decision").contains("Session start") }
    #expect(
      bench.server.requests.last { $0.url.path.hasSuffix("/sync") }?.headers[LabHeader.arm] == "running:b")
  }

  @Test(
    arguments: ["running:c", "other:b", "plain:control", "draft:b"])
  func `an arm that does not exist is refused by a setting and by a link, and nothing changes`(_ text: String)
    async throws
  {
    let bench = try LabBench([.sample("running"), .sample("plain")], arms: ["running": Self.choices])
    let (device, reader) = try await bench.device(.quick)
    let problem = await #expect(throws: Wire.Problem.self) { try await device.perform(.set(.arm, text)) }
    #expect(problem?.code == "arm_gone" && problem?.status == 404 && problem?.remedy?.isEmpty == false)
    #expect(device.state.arm == nil && reader.titles("action").isEmpty)
    let link = try DeviceOrder(json: ["link": .string("v=1&arm=\(text)")])
    let refused = await #expect(throws: Wire.Problem.self) { try await bench.lab.make(link, session: "a") }
    #expect(refused?.code == "arm_gone")
    #expect(await bench.lab.state()["devices"]?.elements.count == 1)
  }

  @Test(arguments: [("c-1:b", "c-1", "b"), ("a:b:hold_out", "a:b", "hold_out")])
  func `an arm is read as its campaign and its name`(_ text: String, _ campaign: String, _ name: String) {
    #expect(LabArm(text) == LabArm(campaignID: campaign, name: name))
    #expect(LabArm(text)?.text == text)
  }
}
