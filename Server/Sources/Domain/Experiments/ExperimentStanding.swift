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
