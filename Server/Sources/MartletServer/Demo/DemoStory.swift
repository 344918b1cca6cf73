// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire

/// The steps of the demo, in order.
struct DemoStory: Sendable {
  let client: ManagementClient
  let deviceKey: String
  let folder: URL
  let print: @Sendable (String) -> Void

  private static let campaign: Wire.JSONValue = [
    "name": "Demo: free delivery",
    "priority": ["bucket": "high"],
    "triggers": [
      [
        "kind": "custom_event", "name": "checkout_opened",
        "filter": ["path": ["total"], "op": "greater", "value": 20],
      ]
    ],
    "message": [
      "kind": "modal", "header": "Delivery is on us", "message": "Your order is worth more than 20.",
      "buttons": [
        ["id": 0, "text": "Not now"],
        [
          "id": 1, "text": "Use it",
          "click_action": ["type": "url", "url": "https://example.com/checkout?delivery=free"],
        ],
      ],
    ],
  ]

  /// Returns the last line.
  func run() async throws -> String {
    print("The server listens on \(client.url).")
    let id = try await launch()
    let seen = try await play(campaign: id)

    let report = "/campaigns/\(id)/report"
    let impressions = try await client.integer(report, "totals", "impressions")
    let clicks = try await client.integer(report, "totals", "clicks")
    let events = try await client.integer("/events/counts", "total")
    print("The server counted \(impressions) impression and \(clicks) click, and stores \(events) events.")
    guard impressions == seen.shown, clicks == seen.pressed, events == seen.logged else {
      throw DemoProblem.countsDiffer(
        "shown \(seen.shown), impressions \(impressions); pressed \(seen.pressed), clicks \(clicks); logged \(seen.logged), stored \(events)"
      )
    }
    return #"{"shown":\#(seen.shown),"impressions":\#(impressions),"clicks":\#(clicks),"events":\#(events)}"#
  }

  private func launch() async throws -> String {
    guard let id = try await client.send("POST", "/campaigns", Self.campaign)["id"]?.string else {
      throw DemoProblem.refused("The new campaign has no id")
    }
    _ = try await client.send("POST", "/campaigns/\(id)/launch")
    print(
      "Created and launched a campaign: on checkout_opened with a total over 20, show \"Delivery is on us\".")
    return id
  }

  // MARK: - The device

  /// What happened on the device, as the device reports it.
  private struct Seen {
    var shown: Int
    var pressed = 0
    var logged = 0
  }

  @MainActor
  private func play(campaign: String) async throws -> Seen {
    let configuration = Martlet.Configuration(apiKey: deviceKey, endpoint: client.url)
    configuration.storageDirectory = folder
    let martlet = Martlet(configuration: configuration)
    let host = HeadlessHost()
    let presenter = InAppMessageUI(host: host)
    martlet.inAppMessagePresenter = presenter
    var decisions = martlet.decisions.makeAsyncIterator()
    martlet.changeUser(userId: "demo-user")
    martlet.applicationDidBecomeActive()
    print("An app starts a session.")
    // The report shows when the definitions have arrived: the server then counts the person as
    // reached.
    try await wait("the device has its campaigns") {
      try await client.integer("/campaigns/\(campaign)/report", "totals", "delivered") == 1
    }
    // The answer was sent, and must also be processed; the first decision shows that.
    await martlet.settled()

    for total in [12.0, 42.0] {
      martlet.logCustomEvent(name: "checkout_opened", properties: ["total": total])
      print("The app logs checkout_opened with a total of \(Int(total)).")
      repeat {
        guard let decision = await decisions.next() else {
          throw DemoProblem.refused("The client stopped deciding")
        }
        report(decision)
        if case .custom = decision.event.kind { break }
      } while true
    }
    try await wait("the message is visible") { host.stage == .visible }
    var seen = Seen(shown: host.calls.count { if case .show = $0 { true } else { false } })
    print("The message appears. The person presses \"Use it\".")
    try host.press("button-1")
    seen.pressed += 1
    // From here on everything is in the journal; acknowledged events leave it.
    await martlet.settled()
    martlet.requestImmediateDataFlush()
    try await wait("the server has acknowledged every event") {
      try DeviceJournal(folder: folder).waiting.isEmpty
    }
    seen.logged = try DeviceJournal(folder: folder).logged.count
    print("The device logged \(seen.logged) events; the server has acknowledged them all.")
    return seen
  }

  private func report(_ decision: Decision) {
    let record = Wire.DecisionRecord(decision)
    let event = [record.eventKind, record.eventName ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    if record.candidates.isEmpty { print("  Decided on \(event): no campaign uses it.") }
    for candidate in record.candidates {
      print("  Decided on \(event): campaign \(candidate.campaignID.prefix(8)): \(candidate.words()).")
    }
  }

  /// Checks ten times a second.
  @MainActor
  private func wait(_ what: String, until isDone: () async throws -> Bool) async throws {
    for _ in 0..<150 {
      if try await isDone() { return }
      try await Environment.live.sleep(.milliseconds(100))
    }
    throw DemoProblem.timedOut(what)
  }
}

/// The contents of a client's journal on disk: the demo's evidence of what the device logged,
/// independent of what the client or the server reports.
struct DeviceJournal: Sendable {
  /// Ids of all events that were logged.
  private(set) var logged: Set<String> = []
  /// Ids of events that the server has not acknowledged.
  private(set) var waiting: Set<String> = []

  /// Reads the segments in the client's folder. Correct until the client begins to rewrite them,
  /// which takes 64 KB.
  init(folder: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let segments = names.filter { $0.hasPrefix("journal.") }.compactMap {
      UInt64($0.dropFirst("journal.".count))
    }.sorted()
    for segment in segments {
      let bytes = try Data(contentsOf: folder.appendingPathComponent("journal.\(segment)"))
      for frame in JournalFrame.scan(Array(bytes)).records {
        switch try Wire.decode(Wire.JSONValue.self, from: frame.payload) {
        case .array(let acknowledged): waiting.subtract(acknowledged.compactMap(\.string))
        case let event:
          guard let id = event["id"]?.string else {
            throw DemoProblem.refused("The device's journal holds an event without an id")
          }
          logged.insert(id)
          waiting.insert(id)
        }
      }
    }
  }
}
