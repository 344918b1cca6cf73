// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletUI
import MartletWire
import StoreSQLite
import Testing

@testable import DeviceLab

/// A lab on a manual clock, whose devices talk to a server in memory.
@MainActor
final class LabBench {
  let clock = ManualClock()
  let server: ScriptedServer
  let lab: DeviceLab
  let directory: URL
  let drafts: HandedDrafts

  /// - Parameter arms: The arms of campaigns' experiments, by the campaign's id.
  init(_ campaigns: [Wire.Campaign] = [.onCart, .onSessionStart], arms: [String: [LabCampaign.Arm]] = [:])
    throws
  {
    server = ScriptedServer(campaigns: campaigns, key: "lab-key")
    Self.count += 1
    directory = FileManager.default.temporaryDirectory.appending(
      path: "martlet-tests/lab-\(ProcessInfo.processInfo.processIdentifier)-\(Self.count)")
    try? FileManager.default.removeItem(at: directory)
    let known = campaigns.map {
      LabCampaign(
        id: $0.id, name: "The \($0.id) campaign", isRunning: true, triggers: $0.triggers, message: $0.message,
        arms: arms[$0.id] ?? [])
    }
    drafts = HandedDrafts(try SQLiteStore.inMemory(), environment: clock.environment)
    lab = DeviceLab(
      configuration: .init(
        directory: directory, environment: clock.environment, transport: server,
        connection: { .init(endpoint: "http://127.0.0.1:8080", deviceKey: "lab-key") }, campaigns: { known },
        drafts: drafts))
  }

  private static var count = 0

  /// A device at which somebody looks.
  func device(_ order: DeviceOrder = DeviceOrder()) async throws -> (LabDevice, StreamReader) {
    let device = try await lab.make(order)
    return (device, StreamReader(try device.addViewer(lastEntry: nil)))
  }

  /// One whose app is open and has its campaigns.
  func opened(_ order: DeviceOrder = .quick) async throws -> (LabDevice, StreamReader) {
    let (device, reader) = try await device(order)
    try await device.perform(.startSession)
    await settle { reader.titles("decision").contains("Session start") }
    return (device, reader)
  }

  /// Logs an event and waits for the decision on it.
  func log(_ name: String, on device: LabDevice, _ reader: StreamReader) async throws {
    let count = reader.titles("decision").count
    try await device.perform(.log(.custom(name: name, properties: [:])))
    await settle(until: { reader.titles("decision").count > count }, "\(name) is decided")
  }

  /// Moves the device's clock; what wakes up is given a moment of the clock below.
  func advance(_ device: LabDevice, by duration: Duration) async throws {
    var isOver = false
    let moving = Task {
      defer { isOver = true }
      try await device.perform(.advance(duration))
    }
    await settle { isOver }
    try await moving.value
  }

  /// The message appears, and is closed.
  func see(_ device: LabDevice, _ reader: StreamReader) async throws {
    await settle { device.host.scene != nil }
    #expect(await device.report(SceneReport(sceneID: try #require(device.host.scene?.id), event: .appeared)))
    await settle { reader.titles("outcome").contains("Shown, impression counted") }
    try await dismiss(device)
  }

  func dismiss(_ device: LabDevice) async throws {
    let scene = try #require(device.host.scene)
    let close = try #require(scene.root.allNodes.first { $0.action == .close })
    _ = await device.report(SceneReport(sceneID: scene.id, event: .pressed(nodeID: close.id)))
    _ = await device.report(SceneReport(sceneID: scene.id, event: .disappeared))
    await settle { device.host.scene?.id != scene.id }
  }

  /// Answers come back through tasks, so that a test goes on when what it waits for has happened.
  /// Time moves a little each time: a client that waits for its folder looks again.
  func settle(
    until condition: () -> Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    // Many turns: clients write to the disk, which takes real time; the suite's time limit ends
    // what never comes.
    for turn in 0..<3_000_000 {
      if condition() { return }
      if turn % 50 == 0 { await clock.advance(by: .milliseconds(1)) } else { await Task.yield() }
    }
    Issue.record(comment ?? "The condition never held.", sourceLocation: sourceLocation)
  }

  func storedKinds() -> [String] { server.storedEvents.compactMap { $0.json["kind"]?.string } }
}

/// What a browser gets of a stream.
@MainActor
final class StreamReader {
  struct Event {
    var name: String
    var id: Int?
    var data: Wire.JSONValue
  }

  let viewer: Viewer
  private(set) var events: [Event] = []
  private(set) var isOver = false

  init(_ viewer: Viewer) {
    self.viewer = viewer
    Task {
      for await bytes in viewer.stream { take(bytes) }
      isOver = true
    }
  }

  var scenes: [Wire.JSONValue] { events.filter { $0.name == "scene" }.map(\.data) }
  var entries: [Wire.JSONValue] { events.filter { $0.name == "feed" }.map(\.data) }
  var lastID: Int? { events.last { $0.id != nil }?.id }

  /// The scene that was last shown or drawn.
  var sceneID: String? {
    for event in events.reversed() {
      let scene = event.name == "state" ? event.data["scene"] : event.data
      if let id = scene?["scene"]?["id"]?.string { return id }
    }
    return nil
  }

  func titles(_ kind: String) -> [String] {
    entries.filter { $0["kind"]?.string == kind }.compactMap { $0["title"]?.string }
  }

  private func take(_ bytes: [UInt8]) {
    for message in String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n")
    where message.contains("data: ") {
      var event = Event(name: "", id: nil, data: .null)
      for line in message.split(separator: "\n") {
        if line.hasPrefix("id: ") { event.id = Int(line.dropFirst(4)) }
        if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
        if line.hasPrefix("data: ") {
          event.data = (try? Wire.decode(Wire.JSONValue.self, from: Array(line.dropFirst(6).utf8))) ?? .null
        }
      }
      events.append(event)
    }
  }
}

extension Wire.JSONValue {
  var elements: [Wire.JSONValue] {
    if case .array(let values) = self { values } else { [] }
  }
}

extension Wire.Campaign {
  /// A modal on a custom event.
  static func sample(
    _ id: String, event: String = "go", order: Int = 0, image: String? = nil,
    rules: Wire.DeliveryRules = .init()
  ) -> Wire.Campaign {
    Wire.Campaign(
      id: id, priority: .init(order: order), createdAt: Instant(milliseconds: 0),
      triggers: [Wire.Trigger(kind: .known(.customEvent), name: event)],
      message: Wire.Message(kind: .known(.modal), header: "Hello", message: "It is \(id).", imageURL: image),
      rules: rules)
  }

  static let onCart = Wire.Campaign(
    id: "cart", createdAt: Instant(milliseconds: 0),
    triggers: [
      Wire.Trigger(
        kind: .known(.customEvent), name: "cart_viewed",
        filter: .compare(Wire.Comparison(path: ["total"], operation: .known(.greater), value: 20)))
    ],
    message: Wire.Message(
      kind: .known(.modal), header: "Delivery is on us", message: "Free today.",
      buttons: [Wire.Button(id: 0, text: "Use it")]))

  static let onSessionStart = Wire.Campaign(
    id: "welcome", createdAt: Instant(milliseconds: 0), triggers: [Wire.Trigger(kind: .known(.sessionStart))],
    message: Wire.Message(
      kind: .known(.slideup), message: "Good to see you",
      clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/new"))
  )
}

extension DeviceOrder {
  /// Without quiet time.
  static var quick: DeviceOrder {
    var order = DeviceOrder()
    order.minimumInterval = 0
    return order
  }
}
