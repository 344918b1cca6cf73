// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Custom events that are counted together, because their names had no room or were forgotten.
public struct OtherEvents: Hashable, Sendable {
  /// So many since the app began.
  public var count: Int
  /// Names that are counted by themselves now.
  public var names: Int

  public init(count: Int = 0, names: Int = 0) {
    self.count = count
    self.names = names
  }

  /// A new name must take the place of another, unless a campaign waits for it.
  public var isFull: Bool { names >= CountLimits.eventNames }
}
