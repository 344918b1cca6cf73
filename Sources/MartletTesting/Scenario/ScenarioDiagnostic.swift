// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Scenario {
  /// A mistake in a scenario file.
  public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The byte in the line, from 1.
    public var column: Int
    /// The path, such as `steps[3].event.name`. Empty: the whole document.
    public var field: String
    /// The problem and its remedy.
    public var message: String

    /// `12:7: steps[3].evnt: …`
    public var description: String {
      field.isEmpty ? "\(line):\(column): \(message)" : "\(line):\(column): \(field): \(message)"
    }
  }

  /// A file that is not a scenario, with everything that is wrong, in the order of its lines.
  public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    public var diagnostics: [Diagnostic]

    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
  }

  /// The limits of a file.
  public enum Limits {
    /// The size of a file in bytes.
    public static let fileBytes = 4_194_304
    /// The number of campaigns in a list.
    public static let campaigns = 1_000
    /// The number of steps.
    public static let steps = 10_000
    /// The total duration of all steps: ten years.
    public static let duration = Duration.seconds(3_660 * 86_400)
    /// The number of mistakes that are listed. The last one counts the others.
    public static let diagnostics = 100
  }
}
