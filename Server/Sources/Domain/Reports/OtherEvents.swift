// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Custom events that are counted together, because their names had no room or were forgotten.
public struct OtherEvents: Hashable, Sendable {
  /// The number since the app began.
  public var count: Int
  /// The number of names that are counted separately now.
  public var names: Int

  public init(count: Int = 0, names: Int = 0) {
    self.count = count
    self.names = names
  }

  /// Whether a new name must replace another, unless a campaign waits for the new name.
  public var isFull: Bool { names >= CountLimits.eventNames }
}
