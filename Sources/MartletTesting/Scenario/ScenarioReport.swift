// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

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
