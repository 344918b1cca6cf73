// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Scenario {
  /// One mistake in a scenario file.
  public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    /// Bytes from the start of the line, from 1.
    public var column: Int
    /// For example `steps[3].event.name`; empty for the document as a whole.
    public var field: String
    /// What is wrong and what to do.
    public var message: String

    public init(line: Int, column: Int, field: String, message: String) {
      self.line = line
      self.column = column
      self.field = field
      self.message = message
    }

    /// `12:7: steps[3].evnt: …`
    public var description: String {
      field.isEmpty ? "\(line):\(column): \(message)" : "\(line):\(column): \(field): \(message)"
    }
  }

  /// A file that is no scenario: everything that is wrong with it, in the order of its lines.
  public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    public var diagnostics: [Diagnostic]

    public init(diagnostics: [Diagnostic]) {
      self.diagnostics = diagnostics
    }

    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
  }

  /// What a file may hold.
  public enum Limits {
    /// Bytes of a file.
    public static let fileBytes = 4_194_304
    /// Of one list.
    public static let campaigns = 1_000
    /// Of a scenario.
    public static let steps = 10_000
    /// Of all steps together: ten years.
    public static let duration = Duration.seconds(3_660 * 86_400)
    /// Mistakes that are named; more are counted in the last.
    public static let diagnostics = 100
  }
}
