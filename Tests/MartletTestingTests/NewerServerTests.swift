// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire
import Testing

@testable import MartletTesting

/// What a newer server adds to a campaign is ignored, and kept.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NewerServerTests {
  private static let wallet: Wire.JSONValue = ["pass": "a surface that this version does not know"]

  /// A banner with an announcement, a message, or data: whatever this version knows is still
  /// delivered.
  @Test(
    arguments: [
      (
        #""banner": {"title": "Hello"}, "content": {"kind": "text", "body": "It is here."}"#, "news", "banner"
      ),
      (#""message": {"kind": "modal", "message": "Hello"}"#, "news", "message"),
      (#""data": {"type": "text", "body": "Hello"}"#, nil, nil),
    ] as [(String, String?, String?)])
  func
    `an unknown surface takes no other surface of its campaign with it, also from the storage of the last launch`(
      surfaces: String, visible: String?, surface: String?
    ) async throws
  {
    let text = """
      {
        "version": 1, "name": "Test",
        "campaigns": [{"id": "news", "triggers": [{"kind": "custom_event", "name": "go"}], \(surfaces)}],
        "steps": [
          {"launch": true}, {"network": false}, {"relaunch": true},
          {"event": "go"}
        ]
      }
      """
    var scenario = try Scenario(reading: Array(text.utf8))
    scenario.campaigns[0].unknown = ["wallet": Self.wallet]
    scenario.campaigns[0].banner?.unknown = ["ribbon": "gold"]
    let runner = ScenarioRunner(scenario)
    var stored = ""
    runner.observer = { moment, world in
      guard case .ended = moment else { return }
      let files = FileManager.default.enumerator(at: world.storage, includingPropertiesForKeys: nil)
      let contents = files?.compactMap { ($0 as? URL).flatMap { try? Data(contentsOf: $0) } } ?? []
      stored = contents.map { String(decoding: $0, as: UTF8.self) }.joined()
    }
    let report = await runner.run()
    #expect(report.failures.isEmpty, "\(report.failures)")
    let line = try #require(report.lines.last?.json)
    #expect(line["visible"] == visible.map { .string($0) } ?? .null)
    #expect(line["surface"] == surface.map { .string($0) } ?? .null)
    if surface == nil { #expect(line["calls"] == ["data Hello"]) }
    // A later version of the app finds it there.
    #expect(stored.contains("a surface that this version does not know"))
    if scenario.campaigns[0].banner != nil { #expect(stored.contains("gold")) }
  }

  @Test func `a campaign without a surface that this version knows is not delivered, and the others are`()
    async throws
  {
    var scenario = try Scenario(
      reading: Array(
        """
        {
          "version": 1, "name": "Test",
          "campaigns": [
            {"id": "newer", "triggers": [{"kind": "custom_event", "name": "go"}], "banner": {"title": "Hello"}},
            {"id": "news", "triggers": [{"kind": "custom_event", "name": "go"}], "banner": {"title": "Hello"}}
          ],
          "steps": [{"launch": true}, {"event": "go"}]
        }
        """.utf8))
    scenario.campaigns[0].banner = nil
    scenario.campaigns[0].unknown = ["wallet": Self.wallet]
    let report = await ScenarioRunner(scenario).run()
    #expect(report.failures.isEmpty, "\(report.failures)")
    #expect(report.lines.last?.json["visible"] == "news")
  }
}
