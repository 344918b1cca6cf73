// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Names that were logged lately, for fields in which somebody writes one of them.
public struct LoggedNames: Hashable, Sendable {
  /// Paths of properties, such as `cart.total`, by the custom event that had them, the most frequent first; those of purchases stand under the empty
  /// name.
  public var properties: [String: [String]]
  /// Ids of products that were bought, the most frequent first.
  public var products: [String]

  public init(properties: [String: [String]] = [:], products: [String] = []) {
    self.properties = properties
    self.products = products
  }

  /// How many events are looked at, the newest of all apps.
  public static let events = 5_000
  /// Names of one list.
  public static let limit = 200
}
