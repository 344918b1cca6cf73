// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What decides which arms of experiments a person is in.
public struct ExperimentStanding: Hashable, Sendable {
  /// What is drawn: the key of the person's row, which no device knows. A person keeps it for ever
  /// (`ExperimentStore.experimentStanding`).
  public var unit: String
  /// The arms that the person was in when experiments first counted them, by the experiment's id.
  /// They stay in them.
  public var arms: [String: String]

  public init(unit: String, arms: [String: String] = [:]) {
    self.unit = unit
    self.arms = arms
  }
}

/// What arms of experiments and random numbers are drawn for.
public enum PersonUnit {
  /// The key of the person's row: no device knows it. A person keeps it for ever: whoever signs in
  /// for the first time keeps the row that they had while anonymous (`BatchPeople`), and of two
  /// known people who become one, the user keeps theirs.
  public static func text(_ person: Int64) -> String { "\(person)" }
}
