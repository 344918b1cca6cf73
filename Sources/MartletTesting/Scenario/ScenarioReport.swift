// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What one step did: a line of the output.
public struct ScenarioLine: Hashable, Sendable {
  /// From 1.
  public var step: Int
  /// An object with every field of `Scenario.ExpectationField`, and `step`, `action` and `at`.
  public var json: Wire.JSONValue

  /// The canonical form: one line, the same bytes for the same scenario.
  public var text: String { String(decoding: Wire.encode(json), as: UTF8.self) }
}

/// How a scenario went.
public struct ScenarioReport: Hashable, Sendable {
  public var lines: [ScenarioLine] = []
  public var failures: [ScenarioFailure] = []

  /// True when everything that was expected came.
  public var isPassed: Bool { failures.isEmpty }
}

/// An expectation that did not hold, or a step that did not come to an end.
public struct ScenarioFailure: Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public var step: Int
  /// Where the step stands in the file; 0: it was not read from one.
  public var line: Int
  /// What was expected and what came.
  public var message: String

  public var description: String { "step \(step): \(message)" }
}
