// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What the engine needs to know about the part of an experiment that the person is in.
public struct ExperimentArm: Hashable, Sendable {
  /// True if the person gets nothing of what is compared, and it is only recorded when they would
  /// have.
  public var isWithheld: Bool
  /// True if no other campaign gets the turn of a message that is withheld.
  public var keepsTurn: Bool

  public init(isWithheld: Bool = false, keepsTurn: Bool = false) {
    self.isWithheld = isWithheld
    self.keepsTurn = keepsTurn
  }
}
