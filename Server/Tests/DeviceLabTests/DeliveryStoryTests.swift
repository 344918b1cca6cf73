// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

@testable import DeviceLab

/// The rules of delivery, seen and worked in the lab.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct DeliveryStoryTests {
  @Test func `a delayed message waits with its end, and comes up when the clock is moved there`() async throws
  {
    let bench = try LabBench([.sample("late", rules: .init(delayMilliseconds: 3_600_000))])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    let waiting = try #require(device.messages.waiting.first)
    #expect(waiting.reason == "Delayed")
    #expect(waiting.until.map { $0.duration(since: device.clock.now) > .seconds(3_590) } == true)
    #expect(device.describe()["waits"]?.elements.first?["name"] == "The late campaign")
    #expect(reader.entries.contains { $0["detail"] == "Delayed by 1 hour" })
    try await bench.advance(device, by: .seconds(60))
    #expect(device.host.scene == nil)
    try await bench.advance(device, by: .seconds(3_600))
    await bench.settle { reader.sceneID != nil }
    #expect(device.messages.waiting.isEmpty)
    await bench.settle { reader.titles("action").contains("1 hour later") }
  }

  @Test func `a delay that ends in quiet hours lasts until they are over, and the feed says why`()
    async throws
  {
    let rules = Wire.DeliveryRules(
      delayMilliseconds: 3_600_000, quietHours: [Wire.QuietHours(from: "00:30", to: "02:00")])
    let bench = try LabBench([.sample("late", rules: rules)])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    try await bench.advance(device, by: .seconds(3_660))
    await bench.settle { device.messages.waiting.first?.reason == "In the campaign’s quiet hours" }
    #expect(reader.entries.count { $0["detail"] == "In the campaign’s quiet hours" } == 1)
    #expect(device.host.scene == nil)
    try await bench.advance(device, by: .seconds(3_600))
    await bench.settle { reader.sceneID != nil }
    #expect(device.messages.waiting.isEmpty)
  }

  @Test func `a message that comes up on the way stops the clock, so that it is not missed`() async throws {
    let bench = try LabBench([
      .sample("soon", rules: .init(displayWithinMilliseconds: 1_200_000, delayMilliseconds: 600_000))
    ])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    try await bench.advance(device, by: .seconds(86_400))
    #expect(device.host.scene != nil)
    #expect(device.clock.offset < .seconds(700))
    await bench.settle { reader.titles("note").contains { $0.hasPrefix("The clock stopped after") } }
  }

  @Test
  func `what is shown once only does not show a second time, whatever the clock says, and the feed says why`()
    async throws
  {
    let bench = try LabBench([.sample("once", rules: .init(reEligibility: .init(type: .known(.once))))])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    try await bench.see(device, reader)
    try await bench.advance(device, by: .seconds(86_400))
    try await bench.log("go", on: device, reader)
    let decision = try #require(reader.entries.last { $0["title"] == "go" })
    #expect(decision["candidates"]?.elements.first?["verdict"] == "re_eligibility")
    #expect(decision["summary"] == "The once campaign: seen before, shown only once")
    #expect(device.host.scene == nil)
  }

  @Test func `a daily cap is used up today and free again a day later`() async throws {
    let bench = try LabBench([.sample("daily", rules: .init(caps: [.init(limit: 1, within: .known(.day))]))])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    try await bench.see(device, reader)
    try await bench.log("go", on: device, reader)
    #expect(reader.entries.last { $0["title"] == "go" }?["candidates"]?.elements.first?["verdict"] == "cap")
    try await bench.advance(device, by: .seconds(86_400))
    try await bench.log("go", on: device, reader)
    await bench.settle { device.host.scene != nil }
  }

  @Test func `the quiet time passes when the clock is moved`() async throws {
    let bench = try LabBench([.sample("any")])
    let (device, reader) = try await bench.opened(DeviceOrder())
    try await bench.log("go", on: device, reader)
    try await bench.see(device, reader)
    try await bench.log("go", on: device, reader)
    #expect(device.host.scene == nil)
    try await bench.advance(device, by: .seconds(60))
    try await bench.log("go", on: device, reader)
    await bench.settle { device.host.scene != nil }
  }

  @Test
  func `an exception takes a delayed message back, and the feed says so once the device has reported it`()
    async throws
  {
    let rules = Wire.DeliveryRules(
      delayMilliseconds: 3_600_000, exceptions: [.init(kind: .known(.customEvent), name: "stop")])
    let bench = try LabBench([.sample("late", rules: rules)])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    try await bench.log("stop", on: device, reader)
    try await device.perform(.flush)
    await bench.settle {
      reader.entries.contains { $0["detail"] == "An exception event happened during the delay" }
    }
    #expect(device.messages.waiting.isEmpty)
    let decision = try #require(reader.entries.first { $0["title"] == "go" })
    #expect(reader.entries.last { $0["kind"] == "outcome" }?["decision"] == decision["decision"])
  }

  @Test
  func `what the server withdraws at display is said with its reason, and the next in line gets its turn`()
    async throws
  {
    let bench = try LabBench([
      .sample("personal", order: 1, rules: .init(render: .known(.atDisplay))), .sample("plain", order: 0),
    ])
    bench.server.renderings["personal"] = .init(
      message: nil,
      withdrawn: .init(reason: .known(.missingValue), detail: "There is no value for user.first_name."))
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    await bench.settle { reader.sceneID != nil }
    let asked = try #require(reader.entries.first { $0["title"] == "Render" })
    #expect(asked["detail"] == "Withdrawn: There is no value for user.first_name.")
    let turn = try #require(reader.entries.first { $0["title"] == "Showing the next message in line" })
    #expect(turn["detail"] == "The plain campaign")
    #expect(turn["decision"] == reader.entries.first { $0["title"] == "go" }?["decision"])
  }

  @Test func `a message that an asset is missing for is taken out, and the feed names asset and reason`()
    async throws
  {
    let bench = try LabBench([.sample("picture", image: "https://example.com/gone.png")])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    await bench.settle { reader.entries.contains { $0["detail"] == "A file could not be loaded" } }
    #expect(
      reader.entries.contains {
        $0["title"] == "Asset" && $0["detail"]?.string?.contains("The server answered 404") == true
      })
    #expect(device.host.scene == nil)
  }

  @Test func `pictures come from the device's own folder, by a name that is the hash of their content`()
    async throws
  {
    let address = "https://example.com/picture.png"
    let bench = try LabBench([.sample("picture", image: address)])
    bench.server.assets[address] = TransportResponse(
      status: 200, headers: ["content-type": "image/png"], body: .onePixel)
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    await bench.settle { reader.sceneID != nil }
    let html = try #require(reader.scenes.last?["scene"]?["html"]?.string)
    let file = try #require(device.host.localFiles.first)
    #expect(html.contains("src=\"/lab/devices/\(device.id)/assets/\(file.lastPathComponent)\""))
    #expect(!html.contains("file:"))
    #expect(!html.contains(bench.directory.path))
    #expect(try await bench.lab.file(file.lastPathComponent, of: device.id) == .onePixel)
    for name in ["../\(file.lastPathComponent)", "..", "index.json", file.path, ""] {
      await #expect(throws: Wire.Problem.self) { try await bench.lab.file(name, of: device.id) }
    }
  }

  @Test
  func `the app's answers: not now leaves it waiting until the next one is asked for, take it out ends it`()
    async throws
  {
    let bench = try LabBench([.sample("any")])
    let (device, reader) = try await bench.opened()
    try await device.perform(.set(.choice, "reenqueue"))
    try await bench.log("go", on: device, reader)
    await bench.settle { device.waitingCount == 1 }
    #expect(device.messages.waiting.map(\.reason) == ["The app asked to show it later"])
    try await device.perform(.set(.choice, "now"))
    try await device.perform(.presentNext)
    await bench.settle { device.host.scene != nil }
    try await bench.see(device, reader)
    try await device.perform(.set(.choice, "discard"))
    try await bench.log("go", on: device, reader)
    await bench.settle { reader.entries.contains { $0["detail"] == "The app decided against it" } }
  }

  @Test func `with the manual policy what waits stays until the app asks`() async throws {
    let bench = try LabBench([.sample("any"), .sample("other", event: "more")])
    let (device, reader) = try await bench.opened()
    try await device.perform(.set(.drain, "manual"))
    try await bench.log("go", on: device, reader)
    await bench.settle { device.host.scene != nil }
    _ = await device.report(SceneReport(sceneID: try #require(device.host.scene?.id), event: .appeared))
    try await bench.log("more", on: device, reader)
    await bench.settle { device.waitingCount == 1 }
    try await bench.dismiss(device)
    #expect(device.waitingCount == 1)
    try await device.perform(.presentNext)
    await bench.settle { device.host.scene != nil }
  }

  @Test func `a notification that was opened triggers what listens to it: any, or the one campaign's`()
    async throws
  {
    let any = Wire.Campaign(
      id: "push", createdAt: Instant(milliseconds: 0),
      triggers: [.init(kind: .known(.pushClick), name: "spring")],
      message: .init(kind: .known(.modal), message: "Welcome back"))
    let bench = try LabBench([any])
    let (device, reader) = try await bench.opened()
    try await device.perform(.log(.pushClick(campaign: "autumn")))
    await bench.settle { reader.titles("decision").contains("Push opened from campaign autumn") }
    #expect(device.host.scene == nil)
    try await device.perform(.log(.pushClick(campaign: "spring")))
    await bench.settle { device.host.scene != nil }
  }

  @Test func `switched off, calls do nothing, also after a relaunch; switched on, they work again`()
    async throws
  {
    let bench = try LabBench([.sample("any")])
    let (device, reader) = try await bench.opened()
    try await device.perform(.enabled(false))
    #expect(device.describe()["enabled"] == false)
    try await device.perform(.startSession)
    try await device.perform(.log(.custom(name: "go", properties: [:])))
    #expect(device.describe()["enabled"] == false)
    await bench.settle(until: { device.run?.martlet.isEnabled == false }, "The client reads that it is off")
    #expect(!reader.titles("decision").contains("go"))
    try await device.perform(.enabled(true))
    await bench.settle { reader.titles("decision").count { $0 == "Session start" } == 2 }
    try await bench.log("go", on: device, reader)
    await bench.settle { device.host.scene != nil }
  }

  @Test func `a campaign that was paused is called back from the screen at the device's next contact`()
    async throws
  {
    let bench = try LabBench([.sample("any")])
    let (device, reader) = try await bench.opened()
    try await bench.log("go", on: device, reader)
    await bench.settle { device.host.scene != nil }
    _ = await device.report(SceneReport(sceneID: try #require(device.host.scene?.id), event: .appeared))
    bench.server.campaigns = []
    try await device.perform(.background)
    try await bench.advance(device, by: .seconds(60))
    try await device.perform(.foreground)
    await bench.settle { reader.scenes.last?["op"] == "hide" }
    _ = await device.report(SceneReport(sceneID: try #require(device.host.scene?.id), event: .disappeared))
    try await device.perform(.flush)
    await bench.settle {
      reader.titles("step").contains("Recalled: the campaign was changed, paused or finished")
    }
  }
}

extension [UInt8] {
  /// A picture of one point.
  static let onePixel: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0,
    1, 8, 6, 0, 0, 0, 0x1F, 0x15,
    0xC4, 0x89, 0, 0, 0, 13, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0xF0, 0x1F, 0, 5, 0,
    1, 0xFF, 0x89, 0x99, 0x3D,
    0x1D, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
