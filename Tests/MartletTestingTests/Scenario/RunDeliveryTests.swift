// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

@testable import MartletTesting

@Suite("What a run sends comes with its push and with the sync")
@MainActor
struct RunDeliveryTests {
  private static func push(_ id: String) -> String {
    """
    {"payload": {"aps": {"content-available": 1}, "martlet": {"campaign_id": "offer", "delivery_id": "\(id)", "campaign_version": 1,
    "delivers_item": true, "brings_banner": true}}}
    """
  }

  /// The sync brings `d-1`.
  private static func failures(_ steps: [String]) async throws -> [ScenarioFailure] {
    let text = """
      {"version": 1, "name": "A run", "campaigns": [
        {"id": "offer", "triggers": [], "banner": {"title": "Offer"}},
        {"id": "prices", "triggers": [{"kind": "custom_event", "name": "go"}], "data": {"body": "x"}}],
      "steps": [\(steps.joined(separator: ","))]}
      """
    let runner = ScenarioRunner(try Scenario(reading: Array(text.utf8)))
    runner.prepare = { $0.server.deliveries = [Wire.Delivery(campaignID: "offer", deliveryID: "d-1")] }
    return await runner.run().failures
  }

  @Test
  func
    `what the sync brought and what its push brings is one item, also over launches, and the next run's is another`()
    async throws
  {
    let found = try await Self.failures([
      #"{"launch": true, "expect": {"visible": "offer"}}"#,
      #"{"notification": \#(Self.push("d-1")), "expect": {"visible": "offer", "outcomes": []}}"#,
      #"{"tap": "close", "expect": {"visible": null, "outcomes": ["offer: exited"]}}"#,
      #"{"relaunch": true, "expect": {"visible": null}}"#,
      #"{"notification": \#(Self.push("d-1")), "expect": {"visible": null, "outcomes": []}}"#,
      #"{"notification": \#(Self.push("d-2")), "expect": {"visible": "offer"}}"#,
    ])
    #expect(found.isEmpty, "\(found)")
  }

  @Test func `what the push brought does not come with the sync as well, also if other items ended since`()
    async throws
  {
    let found = try await Self.failures([
      #"{"network": false}"#,
      #"{"launch": true}"#,
      #"{"network": true}"#,
      #"{"notification": \#(Self.push("d-1")), "expect": {"visible": "offer"}}"#,
      #"{"tap": "close", "expect": {"outcomes": ["offer: exited"]}}"#,
      #"{"event": "go", "repeat": 310}"#,
      #"{"relaunch": true, "expect": {"visible": null}}"#,
    ])
    #expect(found.isEmpty, "\(found)")
  }
}
