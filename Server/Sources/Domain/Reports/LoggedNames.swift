// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Recently logged names, for fields in which somebody enters one of them.
public struct LoggedNames: Hashable, Sendable {
  /// Paths of properties, such as `cart.total`, by custom event, the most frequent first. Those of
  /// purchases have the empty name as their key.
  public var properties: [String: [String]]
  /// Ids of products that were bought, the most frequent first.
  public var products: [String]

  public init(properties: [String: [String]] = [:], products: [String] = []) {
    self.properties = properties
    self.products = products
  }

  /// How many events are read: the newest of all apps.
  public static let events = 5_000
  /// The most names of one list.
  public static let limit = 200
}

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
