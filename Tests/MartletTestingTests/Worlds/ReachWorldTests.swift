// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import TestSupport
import Testing

@testable import MartletTesting

/// Banners, content, data and pushes through the whole client, with a person, an app and a server
/// that do anything at any time.
@MainActor
@Suite("Banners, content and data in random scenarios")
struct ReachWorldTests {
  @Test(
    arguments: PropertyCases.seeds(full: 150))
  func `each run comes to rest, counts each step of an item once, and ends each item in one outcome`(
    seed: UInt64
  ) async throws {
    let json = RandomReachScenario(seed: seed).json
    let scenario = try Scenario(reading: Wire.encode(json))
    let runner = ScenarioRunner(scenario)
    var events: [Wire.EventRecord] = []
    runner.observer = { _, world in events = world.server.storedEvents }
    let report = await runner.run()
    // A person tries much that is not possible.
    let failures = report.failures.filter { !$0.message.hasPrefix("the action could not be done: ") }
    #expect(
      failures.isEmpty, "seed \(seed): \(failures)\n\(String(decoding: Wire.encode(json), as: UTF8.self))")

    var delivered: Set<String> = []
    var counted: Set<String> = []
    var outcomes: [String: Int] = [:]
    var violations: [String] = []
    for event in events {
      let (item, step): (String, String)
      switch event.body {
      case .delivered(let it):
        (item, step) = (it.id, "delivered")
        delivered.insert(it.id)
      case .impression(let it) where it.surface != nil:
        (item, step) = (it.id, "\(it.surface?.rawValue ?? "") displayed")
      case .click(let it, _) where it.surface != nil:
        (item, step) = (it.id, "\(it.surface?.rawValue ?? "") clicked")
      case .dismissal(let it, _) where it.surface != nil:
        (item, step) = (it.id, "\(it.surface?.rawValue ?? "") dismissed")
      case .surveyAnswers(let it, _): (item, step) = (it.id, "answers")
      case .outcome(let it, let outcome, _):
        // Its campaign has a delay.
        if outcome.rawValue != "queued" { outcomes[it.id, default: 0] += 1 }
        continue
      default: continue
      }
      if !counted.insert("\(item) \(step)").inserted { violations.append("\(item) \(step) is counted twice") }
      if !delivered.contains(item) { violations.append("\(item) \(step) before it was delivered") }
      if step != "delivered", outcomes[item] != nil { violations.append("\(item) \(step) after its end") }
    }
    for id in delivered.sorted() where outcomes[id] != 1 {
      violations.append("\(id) has \(outcomes[id] ?? 0) outcomes")
    }
    #expect(
      violations.isEmpty, "seed \(seed): \(violations)\n\(String(decoding: Wire.encode(json), as: UTF8.self))"
    )
  }
}
