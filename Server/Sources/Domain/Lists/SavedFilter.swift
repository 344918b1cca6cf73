// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What a member chose in a list, kept under a name of their own.
public struct SavedFilter: Hashable, Sendable {
  /// A list whose filters can be saved.
  public enum List: String, Hashable, Sendable, CaseIterable {
    case campaigns
  }

  /// The filters of one member and list.
  public static let maximumCount = 20
  /// Characters of a name.
  public static let nameLength = 60
  /// Bytes of a query.
  public static let queryLength = 2_000

  public var id: String
  public var list: List
  /// Only one filter of a member and list has it.
  public var name: String
  /// The part of the list's address after the question mark.
  public var query: String
  public var createdAt: Instant

  public init(id: String, list: List, name: String, query: String, createdAt: Instant) {
    self.id = id
    self.list = list
    self.name = name
    self.query = query
    self.createdAt = createdAt
  }
}
