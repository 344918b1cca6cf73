// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletServer
import MartletTesting
import MartletUI
import MartletWire
import ServerTestSupport
import StoreSQLite
import Synchronization
import Testing

/// The real client and presenter against the real server: over HTTP, on a real port, with a real
/// file.
@Suite("From the author to the report", .timeLimit(.minutes(5)))
struct EndToEndTests {
  private static let campaign = """
    {"name": "Free delivery", "triggers": [{"kind": "custom_event", "name": "checkout_opened"}],
     "message": {"kind": "modal", "header": "On us", "message": "Delivery is free.", "buttons": [{"id": 0, "text": "No"}, {"id": 1, "text": "Yes", "click_action": {"type": "url", "url": "https://example.com/yes"}}]}}
    """

  @Test
  @MainActor
  func
    `what a client shows and counts is what the report says, also when the answer to its last batch is lost and a new client sends it again`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run(storage: .directory(folder + "/server")) { server in
      try await Self.story(server, device: URL(fileURLWithPath: folder + "/device"))
    }
  }

  @MainActor
  private static func story(_ server: TestServer, device: URL) async throws {
    let id = try #require(try await server.manage("POST", "/campaigns", campaign).json["id"]?.string)
    #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
    let line = LossyLine()

    // The first client: all that it logs arrives, and of the last batch the answer is lost.
    do {
      let (martlet, host, presenter) = client(server, device, line)
      defer { withExtendedLifetime(presenter) {} }
      martlet.changeUser(userId: "ada")
      martlet.applicationDidBecomeActive()
      try await eventually("the definitions are here") { line.answered > 0 && line.underWay == 0 }
      await martlet.settled()
      martlet.logCustomEvent(name: "checkout_opened", properties: ["total": 42])
      try await eventually("the message shows") { host.stage == .visible }
      martlet.requestImmediateDataFlush()
      try await eventually("the impression is counted") { try await total(server, id, "impressions") == 1 }
      try await eventually("no request is under way") { line.underWay == 0 }
      await martlet.settled()
      line.loseAnswers()
      try host.press("button-1")
      await martlet.settled()
      martlet.requestImmediateDataFlush()
      try await eventually("the click is counted") { try await total(server, id, "clicks") == 1 }
      try await eventually("its answer is lost") { !line.lost.isEmpty && line.underWay == 0 }
      await martlet.settled()
    }
    try await eventually("the first client let go of the folder") { isFree(device) }
    let before = try await counts(server)
    let lost = line.lost
    #expect(!lost.isEmpty)

    // The second finds the batch in the same folder, and sends it again.
    line.keepAnswers()
    line.forgetSent()
    let (again, _, presenter) = client(server, device, line)
    defer { withExtendedLifetime(presenter) {} }
    again.applicationDidBecomeActive()
    await again.settled()
    again.requestImmediateDataFlush()
    try await eventually("the batch is sent again") {
      line.answered > 0 && lost.isSubset(of: line.sent) && line.underWay == 0
    }
    await again.settled()

    let report = try await server.manage("GET", "/campaigns/\(id)/report").json["totals"]
    #expect(report?["impressions"]?.integer == 1)
    #expect(report?["unique_impressions"]?.integer == 1)
    #expect(report?["clicks"]?.integer == 1)
    #expect(report?["clicks_by_button"]?["1"]?.integer == 1)
    #expect(report?["eligible"]?.integer == 1)
    #expect(report?["delivered"]?.integer == 1)
    // Every id that a client ever sent is stored once, and nothing else is.
    let after = try await counts(server)
    #expect(after["total"]?.integer == line.everSent.count)
    for kind in ["custom", "impression", "click"] {
      #expect(after["by_kind"]?[kind]?.integer == 1, "\(kind)")
    }
    #expect(before["by_kind"]?["click"]?.integer == 1)
  }

  @Test
  @MainActor
  func
    `a campaign rendered at display shows this person's text, and once it is paused the next delivery of events takes it back`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run { server in
      try await Self.renderedStory(server, device: URL(fileURLWithPath: folder + "/device"))
    }
  }

  private static let greeting = """
    {"name": "Greeting", "render": "at_display", "triggers": [{"kind": "custom_event", "name": "checkout_opened"}],
     "message": {"kind": "modal", "header": "On us", "message": "{{user.first_name}}, {{event.total}} and free delivery.", "buttons": [{"id": 0, "text": "No"}]}}
    """

  @MainActor
  private static func renderedStory(_ server: TestServer, device: URL) async throws {
    let id = try #require(try await server.manage("POST", "/campaigns", greeting).json["id"]?.string)
    #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
    let line = LossyLine()
    let (martlet, host, presenter) = client(server, device, line)
    defer { withExtendedLifetime(presenter) {} }
    martlet.changeUser(userId: "ada")
    martlet.applicationDidBecomeActive()
    try await eventually("the definitions are here") { line.answered > 0 && line.underWay == 0 }
    await martlet.settled()
    martlet.user.setCustomAttribute(key: "first_name", value: "Ada")
    martlet.requestImmediateDataFlush()
    try await eventually("the name is stored") {
      try await counts(server)["by_kind"]?["attribute"]?.integer == 1
    }
    try await eventually("no request is under way") { line.underWay == 0 }
    await martlet.settled()
    martlet.logCustomEvent(name: "checkout_opened", properties: ["total": 42])
    try await eventually("the message shows") { host.stage == .visible }
    let shown = String(describing: host.scene)
    #expect(shown.contains("Ada, 42 and free delivery."))
    #expect(!shown.contains("{{"))

    #expect(try await server.manage("POST", "/campaigns/\(id)/pause").status == 200)
    martlet.logCustomEvent(name: "went_on")
    martlet.requestImmediateDataFlush()
    try await eventually("the message is taken back") { host.stage == .empty }
    await martlet.settled()
    martlet.requestImmediateDataFlush()
    try await eventually("the report says that it was recalled") {
      try await server.manage("GET", "/campaigns/\(id)/report").json["totals"]?["dismissals"]?["recalled"]?
        .integer == 1
    }
    #expect(try await total(server, id, "impressions") == 1)
  }

  @MainActor
  private static func client(_ server: TestServer, _ folder: URL, _ line: LossyLine) -> (
    Martlet, HeadlessHost, InAppMessageUI
  ) {
    let configuration = Martlet.Configuration(apiKey: server.deviceKey, endpoint: server.url)
    configuration.storageDirectory = folder
    configuration.transport = line
    configuration.triggerMinimumTimeInterval = 0
    // Nothing is sent by itself within the test.
    configuration.api.flushInterval = 3_600
    let martlet = Martlet(configuration: configuration)
    let host = HeadlessHost()
    let presenter = InAppMessageUI(host: host)
    martlet.inAppMessagePresenter = presenter
    return (martlet, host, presenter)
  }

  /// A folder belongs to one client, until the end of its last task.
  private static func isFree(_ folder: URL) -> Bool {
    let descriptor = open(folder.path + "/lock", O_RDWR)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  private static func total(_ server: TestServer, _ id: String, _ name: String) async throws -> Int? {
    try await server.manage("GET", "/campaigns/\(id)/report").json["totals"]?[name]?.integer
  }

  private static func counts(_ server: TestServer) async throws -> Wire.JSONValue {
    try await server.manage("GET", "/events/counts").json
  }
}

/// The real transport, which notes the events that went through and can lose answers after the
/// server gave them.
final class LossyLine: Transport {
  private struct State {
    var answered = 0
    var underWay = 0
    var isLosing = false
    var sent: Set<String> = []
    var everSent: Set<String> = []
    var lost: Set<String> = []
  }

  private let transport = URLSessionTransport()
  private let state = Mutex(State())

  var answered: Int { state.withLock { $0.answered } }
  var underWay: Int { state.withLock { $0.underWay } }
  var sent: Set<String> { state.withLock { $0.sent } }
  var everSent: Set<String> { state.withLock { $0.everSent } }
  var lost: Set<String> { state.withLock { $0.lost } }

  func loseAnswers() { state.withLock { $0.isLosing = true } }
  func keepAnswers() { state.withLock { $0.isLosing = false } }

  func forgetSent() {
    state.withLock {
      $0.sent = []
      $0.answered = 0
    }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let isCompressed = request.headers["Content-Encoding"] == "gzip"
    let json = isCompressed ? try Wire.Gzip.decompress(request.body, limit: 1_048_576) : request.body
    let body = try Wire.decode(Wire.JSONValue.self, from: json)
    var ids: Set<String> = []
    if case .array(let events) = body["events"] { ids = Set(events.compactMap { $0["id"]?.string }) }
    state.withLock { state in
      state.underWay += 1
      state.sent.formUnion(ids)
      state.everSent.formUnion(ids)
    }
    defer { state.withLock { $0.underWay -= 1 } }
    let answer = try await transport.send(request)
    try state.withLock { state in
      guard !state.isLosing else {
        state.lost.formUnion(ids)
        throw URLError(.networkConnectionLost)
      }
      state.answered += 1
    }
    return answer
  }
}
