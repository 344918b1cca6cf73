// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletUI
public import MartletWire

/// Runs a scenario with the real client and presenter, a virtual clock, a server in memory, and
/// storage in a temporary folder.
///
/// The same scenario always gives the same lines, byte for byte, even if other code runs in the
/// same process.
@MainActor
public final class ScenarioRunner {
  /// A moment of the run, for an observer that checks more than the lines.
  enum Moment {
    /// The action was carried out. Its consequences come next.
    case acted(Scenario.Step)
    /// Nothing more happens in this step.
    case ended(Scenario.Step, ScenarioLine)
  }

  private let scenario: Scenario
  /// For tests of the SDK itself, which check more than the lines contain.
  var observer: (@MainActor (Moment, ScenarioWorld) -> Void)?
  var prepare: (@MainActor (ScenarioWorld) -> Void)?

  /// Creates a runner. It can run its scenario several times.
  public init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  /// Runs the scenario from the start, and calls `onLine` after each step, before the next one
  /// starts.
  public func run(onLine: (ScenarioLine) -> Void = { _ in }) async -> ScenarioReport {
    var report = ScenarioReport()
    let world: ScenarioWorld
    do {
      world = try ScenarioWorld(scenario)
    } catch {
      report.failures.append(ScenarioFailure(step: 0, line: 0, message: "No temporary folder can be made."))
      return report
    }
    prepare?(world)
    for (index, step) in scenario.steps.enumerated() {
      do throws(ScenarioWorld.Stuck) {
        let line = try await run(step, number: index + 1, in: world)
        report.lines.append(line)
        report.failures += failures(of: step, line)
        onLine(line)
      } catch {
        report.failures.append(ScenarioFailure(step: index + 1, line: step.line, message: error.message))
        break
      }
    }
    await world.end()
    return report
  }

  private func run(_ step: Scenario.Step, number: Int, in world: ScenarioWorld) async throws(ScenarioWorld
    .Stuck) -> ScenarioLine
  {
    world.beginStep()
    try await world.pass(until: step.at ?? world.time + step.advance)
    var refusal: ScenarioWorld.Refusal?
    for _ in 1...step.times where refusal == nil {
      refusal = try await world.perform(step.action)
      observer?(.acted(step), world)
      try await world.settle()
    }
    let line = ScenarioLine(step: number, json: world.line(step: number, step.name, refusal: refusal))
    observer?(.ended(step, line), world)
    return line
  }

  private func failures(of step: Scenario.Step, _ line: ScenarioLine) -> [ScenarioFailure] {
    var failures: [ScenarioFailure] = []
    for (field, expected) in step.expectation.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let actual = line.json[field.rawValue] ?? .null
      guard !expected.isMet(by: actual) else { continue }
      failures.append(
        ScenarioFailure(
          step: line.step, line: step.line,
          message: "\(field.rawValue): expected \(expected.compact), but it was \(actual.compact)"))
    }
    // A refused action is a failure, unless the step expects it.
    if step.expectation[.refused] == nil, let refusal = line.json["refused"]?.string {
      failures.append(
        ScenarioFailure(step: line.step, line: step.line, message: "the action could not be done: \(refusal)")
      )
    }
    return failures
  }
}

extension Wire.JSONValue {
  /// True if `actual` contains everything expected: the given fields of objects, each element of
  /// lists, and all other values unchanged.
  fileprivate func isMet(by actual: Wire.JSONValue) -> Bool {
    switch (self, actual) {
    case (.object(let expected), .object(let fields)):
      expected.allSatisfy { key, value in value.isMet(by: fields[key] ?? .null) }
    case (.array(let expected), .array(let elements)):
      expected.count == elements.count && zip(expected, elements).allSatisfy { $0.isMet(by: $1) }
    default: self == actual
    }
  }

  /// `yes`, `red,blue`, `7`.
  fileprivate var plainWords: String {
    switch self {
    case .string(let text): text
    case .array(let elements): elements.map(\.plainWords).joined(separator: ",")
    default: compact
    }
  }

  fileprivate var compact: String { String(decoding: Wire.encode(self), as: UTF8.self) }
}

/// The result of a step, which is a line of the output.
public struct ScenarioLine: Hashable, Sendable {
  /// The number of the step, from 1.
  public var step: Int
  /// An object with every field of `Scenario.ExpectationField`, and `step`, `action` and `at`.
  public var json: Wire.JSONValue

  /// The line in canonical form. The same scenario gives the same bytes.
  public var text: String { String(decoding: Wire.encode(json), as: UTF8.self) }
}

/// The result of a scenario.
public struct ScenarioReport: Hashable, Sendable {
  public var lines: [ScenarioLine] = []
  public var failures: [ScenarioFailure] = []

  /// True if all expectations held.
  public var isPassed: Bool { failures.isEmpty }
}

/// An expectation that did not hold, or a step that did not finish.
public struct ScenarioFailure: Hashable, Sendable, CustomStringConvertible {
  /// The number of the step, from 1.
  public var step: Int
  /// The line of the step in the file, or 0 if it was not read from a file.
  public var line: Int
  /// The expected and the actual value.
  public var message: String

  public var description: String { "step \(step): \(message)" }
}

extension Decision {
  /// `{"event", "chosen", "candidates", "reasons"}`
  var scenarioJSON: Wire.JSONValue {
    let record = Wire.DecisionRecord(self)
    let candidates = candidates.map { Wire.DecisionRecord.Candidate($0) }
    return [
      "event": .string([record.eventKind, record.eventName].compactMap { $0 }.joined(separator: " ")),
      "chosen": chosen.map { .string($0.rawValue) } ?? .null,
      "candidates": .array(candidates.map { .string("\($0.campaignID): \($0.verdict.rawValue)") }),
      "reasons": .array(
        candidates.filter { $0.verdict != "chosen" }.map { .string("\($0.campaignID): \($0.words())") }),
    ]
  }
}

extension Wire.EventRecord.Body {
  /// `custom cart_viewed`, `impression offer`.
  var scenarioWords: String {
    switch self {
    case .attribute(let key, _): "attribute \(key)"
    case .attributeChange(let key, let change): "attribute \(key): \(change.operation.rawValue)"
    case .delivered(let presentation): "delivered \(presentation.campaignID)"
    case .impression(let presentation): "impression \(presentation.scenarioWords)"
    case .click(let presentation, let button):
      presentation.surface == nil
        ? "click \(presentation.campaignID) \(button.map { "button \($0)" } ?? "body")"
        : "click \(presentation.scenarioWords)"
    case .dismissal(let presentation, let cause):
      "dismissal \(presentation.scenarioWords) by \(cause.rawValue)"
    case .surveyAnswers(let presentation, let answers):
      (["survey_answers", presentation.campaignID]
        + answers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.plainWords)" })
        .joined(separator: " ")
    case .outcome(let presentation, let outcome, let reason):
      ["outcome", presentation.campaignID, outcome.rawValue, reason].compactMap { $0 }.joined(separator: " ")
    case .exposure(let presentation, _, let arm): "exposure \(presentation.campaignID) \(arm)"
    case .decision(let decision):
      ["decision", decision.eventKind, decision.eventName].compactMap { $0 }.joined(separator: " ")
    default: [kind, name].compactMap { $0 }.joined(separator: " ")
    }
  }
}

extension Wire.EventRecord.Presentation {
  /// `news`, `news banner`, `news content from banner`
  fileprivate var scenarioWords: String {
    [campaignID, surface?.rawValue, openedFrom.map { "from \($0.rawValue)" }].compactMap { $0 }.joined(
      separator: " ")
  }
}

extension MessageScene {
  /// The visible texts, in reading order.
  var texts: [String] {
    root.allNodes.compactMap { node in
      if case .text(let text) = node.content { text.string } else { nil }
    }
  }
}
