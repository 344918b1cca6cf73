// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Store
import StorePostgres
import StoreSQLite

/// Where a PostgreSQL database is. Never says its password.
public struct DatabaseAddress: Hashable, Sendable, CustomStringConvertible {
  private let text: String
  let address: PostgresAddress
  /// Where reports and counts are read; nil for the database itself.
  private(set) var replica: PostgresAddress?

  /// - Parameter text: As a person wrote it: `postgres://user@host:5432/database`, or libpq's own
  ///   form.
  public init(_ text: String) throws(StoreError) {
    self.text = text
    address = try PostgresAddress(text)
  }

  /// The same database, with a replica.
  func reading(_ replica: DatabaseAddress) -> DatabaseAddress {
    var both = self
    both.replica = replica.address
    return both
  }

  public var description: String { "\(address)" }
  /// Whether the text itself contains a password.
  var hasPassword: Bool { address.hasPassword }

  public static func == (one: Self, other: Self) -> Bool { one.text == other.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// With what the server stores its data: nothing else of the server knows.
extension ServerConfiguration.Storage {
  /// nil for data in memory.
  var location: (any StoreLocation)? {
    switch self {
    case .directory(let path): SQLiteLocation(path)
    case .database(let database, _): PostgresLocation(database.address, replica: database.replica)
    case .memory: nil
    }
  }

  /// What belongs to this machine: the data, or, with a database, what only this machine needs. nil
  /// for data in memory.
  var folder: String? {
    switch self {
    case .directory(let path), .database(_, let path): path
    case .memory: nil
    }
  }

  func open() throws(StoreError) -> any Store {
    if let location { try location.open() } else { try SQLiteStore.inMemory() }
  }
}
