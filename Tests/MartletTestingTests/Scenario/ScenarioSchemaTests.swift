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
    #expect(properties(schema) == Set(Scenario.documentFields))
    #expect(properties(configuration) == Set(Scenario.configurationFields))
    #expect(properties(configuration?["properties"]?["device"]) == Set(Scenario.deviceFields))
    #expect(properties(step) == Set(Scenario.stepFields + Scenario.actions))
    #expect(properties(expectation) == Set(Scenario.ExpectationField.allCases.map(\.rawValue)))
    #expect(properties(expectation?["properties"]?["decisions"]?["items"]) == Set(Scenario.decisionFields))
    let results = step?["properties"]?["asset"]?["properties"]?["result"]?["enum"]
    #expect(results == .array(Scenario.AssetResult.allCases.map { .string($0.rawValue) }))
  }

  /// `make reference` writes them anew.
  @Test func `the schema describes each event that can be logged as it is read`() throws {
    let old = String(decoding: try ScenarioFolder.bytes("scenario.schema.json"), as: UTF8.self)
    let indent = String(repeating: " ", count: 10)
    let events = LoggedEvent.all.map { "\(indent)\"\($0.action)\": \(Self.schema(of: $0)),\n" }.joined()
    let names = Scenario.actions.map { "\(indent){\"required\": [\"\($0)\"]}" }.joined(separator: ",\n")
    var new = try Self.replacing(
      old, from: "\n\(indent)\"background\": ", through: "\n", to: "\(indent)\"rotate\": ", with: events)
    new = try Self.replacing(
      new, from: "\n        \"oneOf\": [\n", through: "", to: "\n        ],\n        \"not\"", with: names)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(new.utf8).write(to: ScenarioFolder.url.appendingPathComponent("scenario.schema.json"))
    } else {
      #expect(old == new, "Run `make reference`.")
    }
  }

  /// Replaces what is between two places. `through`: the first place ends after the next one of
  /// these.
  private static func replacing(
    _ text: String, from start: String, through: String, to end: String, with new: String
  ) throws -> String {
    let found = try #require(text.range(of: start))
    var begin = found.upperBound
    if !through.isEmpty {
      begin = try #require(text.range(of: through, range: begin..<text.endIndex)).upperBound
    }
    let last = try #require(text.range(of: end, range: begin..<text.endIndex))
    return text[..<begin] + new + text[last.lowerBound...]
  }

  private static func schema(of event: LoggedEvent) -> String {
    let text = #"{"type": "string", "minLength": 1}"#
    let required = event.fields.filter { !$0.isOptional && $0.kind.standard == nil }
    let fields = event.fields.map { "\"\($0.name)\": \(schema(of: $0.kind))" }.joined(separator: ", ")
    let names = required.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let object =
      #""type": "object", "properties": {\#(fields)}, "required": [\#(names)], "additionalProperties": false"#
    let forms =
      if event.fields.count == 1 {
        event.fields[0].isOptional
          ? #""oneOf": [\#(text), {"const": true}]"# : String(text.dropFirst().dropLast())
      } else {
        event.isShort ? #""oneOf": [\#(text), {\#(object)}]"# : object
      }
    let summary = String(decoding: Wire.encode(Wire.JSONValue.string(event.summary)), as: UTF8.self)
    return #"{\#(forms), "description": \#(summary)}"#
  }

  private static func schema(of kind: LoggedEvent.Field.Kind) -> String {
    let form =
      switch kind {
      case .text: #""type": "string", "minLength": 1"#
      case .currency: #""type": "string", "pattern": "^[A-Za-z]{3}$""#
      case .price: #""type": "number", "minimum": \#(Int(Wire.Limits.leastPrice))"#
      case .quantity:
        #""type": "integer", "minimum": \#(Wire.Limits.quantity.lowerBound), "maximum": \#(Wire.Limits.quantity.upperBound)"#
      case .properties: #""type": "object""#
      case .value: ""
      }
    guard let standard = kind.standard, standard != .null else { return "{\(form)}" }
    return "{\(form), \"default\": \(String(decoding: Wire.encode(standard), as: UTF8.self))}"
  }

  @Test func `every name stands in docs/scenarios.md`() throws {
    let url = ScenarioFolder.url.deletingLastPathComponent().appendingPathComponent("docs/scenarios.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let names =
      Scenario.actions + Scenario.ExpectationField.allCases.map(\.rawValue)
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
