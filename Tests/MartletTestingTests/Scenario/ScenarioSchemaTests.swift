// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import Testing

@testable import MartletTesting

/// The schema, the document and the code name the same things.
@Suite("The form of scenarios")
struct ScenarioSchemaTests {
  private let schema: Wire.JSONValue

  init() throws {
    schema = try Wire.decode(Wire.JSONValue.self, from: try ScenarioFolder.bytes("scenario.schema.json"))
  }

  @Test func `the schema has exactly the names that are read`() {
    let step = schema["properties"]?["steps"]?["items"]
    let expectation = step?["properties"]?["expect"]
    let configuration = schema["properties"]?["configuration"]
    let actions = Scenario.ActionName.allCases.map(\.rawValue)
    #expect(properties(schema) == Set(Scenario.documentFields))
    #expect(properties(configuration) == Set(Scenario.configurationFields))
    #expect(properties(configuration?["properties"]?["device"]) == Set(Scenario.deviceFields))
    #expect(properties(step) == Set(Scenario.stepFields + actions))
    #expect(properties(expectation) == Set(Scenario.ExpectationField.allCases.map(\.rawValue)))
    #expect(properties(expectation?["properties"]?["decisions"]?["items"]) == Set(Scenario.decisionFields))
    let results = step?["properties"]?["asset"]?["properties"]?["result"]?["enum"]
    #expect(results == .array(Scenario.AssetResult.allCases.map { .string($0.rawValue) }))
  }

  @Test func `every name stands in docs/scenarios.md`() throws {
    let url = ScenarioFolder.url.deletingLastPathComponent().appendingPathComponent("docs/scenarios.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let names =
      Scenario.ActionName.allCases.map(\.rawValue) + Scenario.ExpectationField.allCases.map(\.rawValue)
      + Scenario.configurationFields + Scenario.documentFields
      + Scenario.AssetResult.allCases.map(\.rawValue)
    for name in names { #expect(text.contains("`\(name)`"), "\(name) is missing") }
  }

  @Test
  @MainActor
  func `the example of the document runs as it says`() async throws {
    let url = ScenarioFolder.url.deletingLastPathComponent().appendingPathComponent("docs/scenarios.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    let example = try #require(blocks.first)
    let report = await ScenarioRunner(try Scenario(reading: Array(example.utf8))).run()
    #expect(report.failures.isEmpty, "\(report.failures)")
    // The line that the document shows is one of those that come.
    let line = try #require(blocks.dropFirst().first)
    #expect(report.lines.map(\.text).contains(line))
  }

  @Test func `a campaign may have every field that the wire's examples have`() throws {
    let fixtures = ScenarioFolder.url.deletingLastPathComponent().appendingPathComponent(
      "Tests/Fixtures/wire")
    let names = try FileManager.default.contentsOfDirectory(atPath: fixtures.path)
    for name in names where name.hasPrefix("message-") {
      let bytes = Array(try Data(contentsOf: fixtures.appendingPathComponent(name)))
      let reader = ScenarioReader()
      _ = reader.message(try Wire.decode(Wire.JSONValue.self, from: bytes), at: "message")
      let findings = reader.findings
      #expect(
        findings.found.allSatisfy { !$0.message.contains("no such field") }, "\(name): \(findings.found)")
    }
  }

  private func properties(_ schema: Wire.JSONValue?) -> Set<String> {
    guard case .object(let properties)? = schema?["properties"] else { return [] }
    return Set(properties.keys)
  }
}
