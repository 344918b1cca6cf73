// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletTesting
import MartletWire
import Testing

@Suite("Running scenarios")
@MainActor
struct ScenarioRunnerTests {
  @Test func `an expectation that does not hold says the step, the line, what was expected and what came`()
    async throws
  {
    let text = ScenarioReaderTests.document(
      steps: #"{"launch": true, "expect": {"visible": null, "stack": []}}"#)
    let report = await ScenarioRunner(try Scenario(reading: Array(text.utf8))).run()
    #expect(report.failures.map(\.step) == [1])
    #expect(report.failures.map(\.line) == [10])
    #expect(report.failures.map(\.message) == [#"visible: expected null, but it was "welcome""#])
  }

  @Test func `what a step could not do is a failure, unless it is expected`() async throws {
    let unexpected = ScenarioReaderTests.document(steps: #"{"tap": "close"}"#)
    let report = await ScenarioRunner(try Scenario(reading: Array(unexpected.utf8))).run()
    #expect(report.failures.map(\.message) == ["the action could not be done: the app is not running"])
    let expected = ScenarioReaderTests.document(
      steps: #"{"tap": "close", "expect": {"refused": "the app is not running"}}"#)
    #expect(await ScenarioRunner(try Scenario(reading: Array(expected.utf8))).run().isPassed)
  }

  @Test func `a line has every field, in the canonical form`() async throws {
    let text = ScenarioReaderTests.document(steps: #"{"launch": true, "advance": "2s"}"#)
    let report = await ScenarioRunner(try Scenario(reading: Array(text.utf8))).run()
    let line = try #require(report.lines.first)
    guard case .object(let fields) = line.json else { return #expect(Bool(false)) }
    #expect(
      Set(fields.keys) == Set(Scenario.ExpectationField.allCases.map(\.rawValue) + ["step", "action", "at"]))
    #expect(fields["at"] == 2_000)
    #expect(
      line.text.hasPrefix(
        #"{"action":"launch","area":null,"at":2000,"badge":0,"calls":["display_choice welcome","#))
    #expect(!line.text.contains("\n"))
  }

  @Test func `several files give one report: the worst decides the status`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "scenarios-\(#line)-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("more"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try write(ScenarioReaderTests.document(steps: #"{"launch": true}"#), to: "a.json")
    try write(
      ScenarioReaderTests.document(steps: #"{"launch": true, "expect": {"visible": null}}"#),
      to: "more/b.json")
    try write("{}", to: "x.schema.json")
    try write("text", to: "notes.txt")
    let files = ScenarioSuite.files(at: [folder.path])
    #expect(files == ["\(folder.path)/a.json", "\(folder.path)/more/b.json"])

    let passed = await ScenarioSuite.run([files[0]])
    #expect(passed.status == 0)
    #expect(passed.summary == "1 scenario, 1 step: all passed")

    let failed = await ScenarioSuite.run(files)
    #expect(failed.status == 1)
    #expect(
      failed.files[1].messages == [#"\#(files[1]):10: step 1: visible: expected null, but it was "welcome""#])
    #expect(failed.junit.contains(#"<testsuite name="martlet scenario" tests="2" failures="1" errors="0">"#))
    #expect(failed.junit.contains(#"expected null, but it was &quot;welcome&quot;"#))

    let unreadable = await ScenarioSuite.run(files + ["\(folder.path)/none.json"])
    #expect(unreadable.status == 2)
    #expect(unreadable.summary == "3 scenarios, 2 steps: 1 failed, 1 could not be read")
  }
}
