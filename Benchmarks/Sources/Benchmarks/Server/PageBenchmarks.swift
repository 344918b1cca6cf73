// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletServer
import MartletWire

/// The console's lists with 500 campaigns and 10,000 people, against the smallest page of the same server, over real HTTP on loopback. Each must
/// come within 200 ms and have at most 200 KB, and may take so many times as long as the smallest.
enum PageBenchmarks {
  private static let campaigns = 500
  private static let people = 10_000
  private static let bytes = 200_000
  private static let limit = Duration.milliseconds(200)

  private static let paths = [
    "/campaigns", "/campaigns?sort=shown&after=campaign-25&key=0", "/campaigns?q=offer+17&sort=name", "/people", "/people?sort=name",
    "/people?q=walker-99",
    "/people?q=nobody+has+this", "/people?sort=device", "/people?q=21+Nov+1999&sort=device", "/settings/keys", "/lab/devices",
  ]

  static func run(rounds: Int) async throws -> [Comparison] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-pages-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try await ServerApplication.build(
      configuration: ServerConfiguration(port: 0, storage: .directory(folder.path), logLevel: .critical))
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let running = Task { try await server.run { url in listening.yield(url.port ?? 0) } }
    defer { running.cancel() }
    var iterator = ports.makeAsyncIterator()
    guard let port = await iterator.next() else { preconditionFailure("the server listens") }
    guard let app = try await server.services.store.apps().first else { preconditionFailure("a fresh server has an app") }
    try await fill(server.services, app: app.id)
    let cookie = try await signIn(server.services, port: port)

    func request(_ path: String) -> [UInt8] {
      Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\nAccept: text/html\r\nContent-Length: 0\r\n\r\n".utf8)
    }
    let connection = try HTTPConnection(port: port)
    let smallest = request("/campaigns?q=no-campaign-has-this-name&state=draft")
    var results: [Comparison] = []
    for path in paths + [try await aCampaign(server.services, app: app.id), "/people/u:walker-77"] {
      let size = try connection.exchange(request(path)).count
      var times: (subject: [Double], baseline: [Double]) = ([], [])
      for round in 0...rounds {
        let subject = try await Stopwatch.seconds { try connection.exchange(request(path)) } * 1e9
        let baseline = try await Stopwatch.seconds { try connection.exchange(smallest) } * 1e9
        guard round > 0 else { continue }
        times.subject.append(subject)
        times.baseline.append(baseline)
      }
      let name = "`\(path.hasPrefix("/campaigns/") ? "/campaigns/…" : path)`, \(size / 1_000) KB"
      let subject = Timing(name: "page", nanoseconds: times.subject)
      results.append(
        Comparison(
          name: name, subject: subject, baseline: Timing(name: "empty list", nanoseconds: times.baseline),
          ratios: zip(times.subject, times.baseline).map { $0 / $1 }, goal: .atMost(20)))
      results.append(
        Comparison(
          name: name + ", time", subject: subject,
          baseline: Timing(name: "goal", nanoseconds: [Double(limit.components.attoseconds) / 1e9]),
          ratios: times.subject.map { $0 / (Double(limit.components.attoseconds) / 1e9) }, goal: .atMost(size <= bytes ? 1 : 0)))
    }
    return results
  }

  private static func fill(_ services: ServerServices, app: AppID) async throws {
    let now = services.environment.now()
    for number in 0..<campaigns {
      let message = Wire.Message(
        kind: .known(.modal), header: "Offer \(number)", message: String(repeating: "A text of some length. ", count: 20),
        buttons: [
          Wire.Button(id: 0, text: "To the shop", clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/\(number)"))
        ])
      // A few events have many campaigns, as it is in life.
      let trigger = Wire.Trigger(kind: .known(.customEvent), name: "event_\(number % 40)")
      try await services.store.insert(
        Campaign(
          id: CampaignID("campaign-\(number)"), appID: app, name: "Offer \(number) of the season, for everybody who likes it",
          state: .running,
          content: CampaignContent(
            triggers: [trigger], message: message, priority: Wire.Priority(bucket: .known(.medium), order: number % 50)),
          createdAt: now - .seconds(number), updatedAt: now, launchedAt: now), by: .system)
    }
    // Side by side, so that many of them are one transaction.
    for start in stride(from: 0, to: people, by: 200) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in start..<start + 200 {
          group.addTask { _ = try await services.store.ingest(visit(number, app: app, at: now)) }
        }
        try await group.waitForAll()
      }
    }
  }

  private static func visit(_ number: Int, app: AppID, at now: Instant) -> IngestBatch {
    let device = Wire.Device(id: "device-\(number)", platform: "ios", osVersion: "18.\(number % 6)", model: "iPhone17,\(number % 5)")
    let shown = Wire.EventRecord.Presentation(id: "p\(number)", campaignID: "campaign-\(number % campaigns)", campaignVersion: 1)
    let at = now - .seconds(number)
    return IngestBatch(
      appID: app, device: device, receivedAt: now,
      events: [
        Wire.EventRecord(id: "s\(number)", at: at, sessionID: nil, userID: "walker-\(number)", body: .sessionStart),
        Wire.EventRecord(id: "i\(number)", at: at, sessionID: nil, userID: "walker-\(number)", body: .impression(shown)),
      ])
  }

  private static func aCampaign(_ services: ServerServices, app: AppID) async throws -> String {
    "/campaigns/\(try await services.store.campaigns(app: app)[campaigns / 2].id.rawValue)"
  }

  /// The cookie of a browser that has followed a link.
  static func signIn(_ services: ServerServices, port: Int) async throws -> String {
    let link = try await services.sessions.makeLink()
    let form = Array("token=\(link.split(separator: "/").last ?? "")".utf8)
    let head =
      "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
      + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.count)\r\n\r\n"
    return try HTTPConnection(port: port).cookie(Array(head.utf8) + form)
  }
}
