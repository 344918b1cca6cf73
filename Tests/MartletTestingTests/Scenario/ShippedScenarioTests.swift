// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletTesting
import Testing

/// The files in `Scenarios/`: one or more for each rule of delivery.
@Suite("Shipped scenarios")
@MainActor
struct ShippedScenarioTests {
  nonisolated static let files = ScenarioFolder.files

  @Test(arguments: files)
  func `each scenario runs as it expects`(file: String) async throws {
    let report = await ScenarioRunner(try ScenarioFolder.scenario(file)).run()
    for failure in report.failures { Issue.record("\(file):\(failure.line): \(failure)") }
    #expect(!report.lines.isEmpty)
  }

  /// Each round runs all scenarios twice, side by side; `MARTLET_SCENARIO_ROUNDS` asks for more
  /// than one.
  nonisolated private static let rounds =
    ProcessInfo.processInfo.environment["MARTLET_SCENARIO_ROUNDS"].flatMap { Int($0) } ?? 1

  @Test func `a scenario gives the same lines each time, also when several run at once`() async throws {
    let scenarios = try Self.files.map { try ScenarioFolder.scenario($0) }
    var expected: [[String]]?
    for round in 1...Self.rounds {
      async let first = lines(scenarios)
      async let second = lines(scenarios)
      for (run, lines) in [await first, await second].enumerated() {
        let reference = expected ?? lines
        expected = reference
        for (file, (some, other)) in zip(Self.files, zip(reference, lines)) where some != other {
          let difference = zip(some, other).first { $0 != $1 }
          Issue.record(
            "\(file), round \(round), run \(run + 1):\n\(difference.map { "\($0.0)\n\($0.1)" } ?? "as many lines")"
          )
        }
      }
    }
  }

  private func lines(_ scenarios: [Scenario]) async -> [[String]] {
    var all: [[String]] = []
    for scenario in scenarios { all.append(await ScenarioRunner(scenario).run().lines.map(\.text)) }
    return all
  }
}

/// Where the files are.
enum ScenarioFolder {
  static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Scenarios")

  static var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appendingPathComponent(name)))
  }

  static func scenario(_ name: String) throws -> Scenario {
    try Scenario(reading: try bytes(name))
  }
}
