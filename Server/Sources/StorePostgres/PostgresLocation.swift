// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import Store
package import StoreSQL

/// A PostgreSQL database.
public struct PostgresLocation: StoreLocation {
  private let address: PostgresAddress
  private let replica: PostgresAddress?

  /// - Parameter replica: Where reports and counts are read.
  public init(_ address: PostgresAddress, replica: PostgresAddress? = nil) {
    (self.address, self.replica) = (address, replica)
  }

  public var description: String { "the database \(address)" }
  public var hasData: Bool {
    do throws(StoreError) { return try PostgresDatabase(address).layout() != nil } catch { return true }
  }
  public var schema: Int { PostgresSchema.current.known }
  public var storedSchema: Int? { (try? PostgresDatabase(address).layout()) ?? nil }
  public var canMigrate: Bool {
    storedSchema.map { (PostgresSchema.first..<schema).contains($0) } ?? false
  }

  public func open() throws(StoreError) -> any Store { try PostgresStore(address, replica: replica) }

  /// Others may go on: a migration waits for those who write, and they for it.
  public func refuseWhileOpen() throws(StoreError) {}

  public func migrate() throws(StoreError) -> StoreMigration {
    let (from, to) = try PostgresDatabase(address).migrate()
    return StoreMigration(from: from, to: to)
  }

  /// Moves all rows of other data into the database, and goes on with a move of the same rows that
  /// was interrupted. Returns how many rows each table has.
  ///
  /// Marks the other data once every row and every counter is as it is there, and before servers
  /// can use the database. Throws `.cannotOpen` for a database that has tables, `.failed` for rows
  /// that PostgreSQL cannot keep, and where the two differ.
  package func receive(_ data: any MovingData, progress: (Double) -> Void) throws -> [DataReport.Table] {
    do {
      return try PostgresMove(data, to: PostgresDatabase(address), at: description).run(progress: progress)
    } catch let error as PostgresError {
      throw StoreError(postgres: error)
    }
  }

  // MARK: - Copies

  public var backupBeforeMigration: String? { nil }

  /// PostgreSQL's own tools copy a database, and can bring back every instant.
  private static let copies = StoreError.failed(
    "A PostgreSQL database is backed up and restored with its own tools, such as pg_dump. See docs/postgresql.md."
  )

  public func backUp(to file: String, replacing: Bool, progress: (Double) -> Void) throws(StoreError)
    -> StoreCopy
  {
    throw Self.copies
  }

  public func restore(_ backup: String, label: String, progress: (Double) -> Void) throws(StoreError)
    -> RestoredStore
  {
    throw Self.copies
  }

  public func verify(_ backup: String?) throws(StoreError) -> DataReport {
    guard backup == nil else { throw Self.copies }
    return try PostgresDatabase(address).report(on: description)
  }

  public func examine(at now: Instant) throws(StoreError) -> [PlaceFinding] {
    try PostgresDatabase(address).examine(at: now)
  }
}
