// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire
import TestSupport
import Testing

@testable import MartletTesting

/// The client, the presenter and the server's answers together, in worlds made by chance.
/// `MARTLET_WORLD_CASES` asks for more of them.
@Suite("Client and presenter in random worlds")
@MainActor
struct WorldPropertyTests {
  nonisolated private static let usual = 80
  nonisolated private static let slices = 4

  nonisolated private static var seeds: Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let count =
      environment["MARTLET_WORLD_CASES"].flatMap { UInt64($0) }
      ?? UInt64(PropertyCases.isFull ? usual : usual / 2)
    return PropertyCases.seeds(full: 1).lowerBound..<(PropertyCases.seeds(full: 1).lowerBound + count)
  }

  /// Worlds that once showed a mistake; they always run.
  nonisolated static let fixtures: [String] = {
    let folder = Golden.fixtures.appending(path: "worlds")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test(arguments: 0..<slices)
  func `whatever happens, the rules of delivery hold after every step`(slice: Int) async throws {
    var (shown, exposed) = (0, 0)
    for seed in Self.seeds where Int(seed % UInt64(Self.slices)) == slice {
      let rules = try await Self.check(RandomScenario(seed: seed).json, "\(seed)")
      shown += rules.shownCount
      exposed += rules.exposedCount
    }
    #expect(exposed > 0, "no experiment comes to its moment")
    #expect(shown > 0, "nothing is shown in any world, which proves nothing")
  }

  @Test(arguments: 0..<slices)
  func `no cap is exceeded, of a session, a day or for good, where many campaigns share a few`(slice: Int)
    async throws
  {
    var stopped = (trigger: 0, display: 0)
    for seed in Self.seeds where Int(seed % UInt64(Self.slices)) == slice {
      let rules = try await Self.check(RandomScenario(seed: seed, isCapped: true).json, "caps-\(seed)")
      stopped.trigger += rules.capped.trigger
      stopped.display += rules.capped.display
    }
    #expect(stopped.trigger > 0 && stopped.display > 0, "no cap stops anything, which proves nothing")
  }

  private static func check(_ json: Wire.JSONValue, _ name: String) async throws -> WorldRules {
    let (violations, rules) = try await run(json)
    guard !violations.isEmpty else { return rules }
    let small = try await shrunk(json)
    let file = FileManager.default.temporaryDirectory.appending(path: "martlet-world-\(name).json")
    try Data(Wire.encode(small)).write(to: file)
    let rest = try await run(small).violations
    Issue.record("seed \(name), kept as \(file.path):\n\(rest.prefix(4).joined(separator: "\n"))")
    return rules
  }

  @Test(arguments: fixtures)
  func `a world that once showed a mistake shows none`(name: String) async throws {
    let json = try Wire.decode(Wire.JSONValue.self, from: Array(Golden.data("worlds/\(name)")))
    let violations = try await Self.run(json).violations
    #expect(violations == [], "\(name)")
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `the same world gives the same lines twice`(seed: UInt64) async throws {
    let scenario = try Scenario(reading: Wire.encode(RandomScenario(seed: seed).json))
    async let first = ScenarioRunner(scenario).run().lines.map(\.text)
    async let second = ScenarioRunner(scenario).run().lines.map(\.text)
    let (one, two) = await (first, second)
    #expect(one == two)
  }

  static func run(_ json: Wire.JSONValue) async throws -> (violations: [String], rules: WorldRules) {
    let scenario = try Scenario(reading: Wire.encode(json))
    let rules = WorldRules(scenario)
    let runner = ScenarioRunner(scenario)
    let count = scenario.steps.count
    var ended = 0
    runner.prepare = { world in
      rules.watch(world)
    }
    runner.observer = { moment, world in
      rules.look(moment, world)
      if case .ended = moment { ended += 1 }
      if ended == count { rules.conclude(world) }
    }
    let report = await runner.run()
    // A step that cannot be done is part of such a world; one that comes to no end is not.
    let stuck = report.failures.filter { !$0.message.hasPrefix("the action could not be done") }
    return (rules.violations + stuck.map(\.description), rules)
  }

  /// The same with as few steps and campaigns as still show a mistake.
  private static func shrunk(_ json: Wire.JSONValue) async throws -> Wire.JSONValue {
    var small = json
    for key in ["steps", "campaigns", "caps", "steps"] {
      // The last steps bring everything to its end.
      var index = (small[key]?.elements.count ?? 0) - 1 - (key == "steps" ? RandomScenario.closing.count : 0)
      while index >= (key == "steps" ? 1 : 0) {
        guard case .object(var fields) = small, var elements = fields[key]?.elements, index < elements.count
        else { break }
        elements.remove(at: index)
        fields[key] = .array(elements)
        let smaller = Wire.JSONValue.object(fields)
        // Without a campaign that a step names it is no scenario.
        if let violations = try? await run(smaller).violations, !violations.isEmpty { small = smaller }
        index -= 1
      }
    }
    return small
  }
}
