// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What people did, in the global holdout and outside of it. Without people who only use test
/// devices.
public struct HoldoutTally: Hashable, Sendable {
  /// One of the two groups.
  public struct Group: Hashable, Sendable {
    /// Everybody whom the app knows, also those who have not come back since.
    public var people = 0
    /// Of those, the ones who did what is counted at least once.
    public var converted = 0

    public init(people: Int = 0, converted: Int = 0) {
      self.people = people
      self.converted = converted
    }
  }

  public var heldOut: Group
  public var others: Group

  public init(heldOut: Group = Group(), others: Group = Group()) {
    self.heldOut = heldOut
    self.others = others
  }
}
