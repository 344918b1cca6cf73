// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Where a server keeps its data, and what operators do with it besides serving it.
///
/// Its description names it in a sentence. It contains no password.
public protocol StoreLocation: Sendable, CustomStringConvertible {
  /// Whether data is there already. True also when that cannot be found out; then opening says why.
  var hasData: Bool { get }
  /// The number of the layout that this program reads and writes.
  var schema: Int { get }
  /// The number of the layout of what is there; nil when there is nothing, or it cannot be read.
  var storedSchema: Int? { get }
  /// Whether what is there has an older layout that can be brought to this program's.
  var canMigrate: Bool { get }
  /// The backup that is made before a migration at the start of a server; nil where others make
  /// backups.
  var backupBeforeMigration: String? { get }

  /// Opens the data; creates it if there is none.
  ///
  /// Throws `.olderSchema`, `.newerSchema` or `.unreleasedSchema` for data of another version,
  /// `.cannotOpen` when the place cannot be used.
  func open() throws(StoreError) -> any Store
  /// Throws `.unavailable` while a server or another command has the data open.
  func refuseWhileOpen() throws(StoreError)
  /// Brings the data to the layout of this version; creates it if there is none.
  ///
  /// Each step is a transaction, so an interrupted migration can be run again. Throws
  /// `.newerSchema` for data of a newer version, `.unreleasedSchema` for data from before the first
  /// release.
  func migrate() throws(StoreError) -> StoreMigration
  /// Copies the data into one file, even while a server writes to it. The copy is a snapshot taken
  /// at the beginning.
  ///
  /// The copy is checked before it gets its name, so a file with that name is always complete. Only
  /// its owner can read it. Throws `.alreadyExists` when the file exists and is not to be replaced.
  ///
  /// - Parameter progress: From 0 to 1, at least once for every 16 MB.
  func backUp(to file: String, replacing: Bool, progress: (Double) -> Void) throws(StoreError) -> StoreCopy
  /// Replaces the data with a backup. The previous data is kept beside it, named `replaced-` and
  /// `label`.
  ///
  /// First checks the whole backup. Throws `.unavailable`, and changes nothing, while a server or
  /// another command has the data open. If the restore is interrupted, there is either the old data
  /// or the new.
  func restore(_ backup: String, label: String, progress: (Double) -> Void) throws(StoreError)
    -> RestoredStore
  /// Checks a backup, or with nil the data, and changes nothing. Throws when it is no data of
  /// Martlet, cannot be read, or was written by a newer version.
  func verify(_ backup: String?) throws(StoreError) -> DataReport
  /// What operators should know about the place itself, without reading the data.
  ///
  /// - Parameter now: By this machine's clock.
  func examine(at now: Instant) throws(StoreError) -> [PlaceFinding]
}

/// One thing that was checked about the place where data is.
public struct PlaceFinding: Hashable, Sendable {
  public var subject: String
  public var isFailure: Bool
  /// What was found, and what to do about it.
  public var message: String

  public init(_ subject: String, isFailure: Bool = false, _ message: String) {
    (self.subject, self.isFailure, self.message) = (subject, isFailure, message)
  }
}

extension StoreLocation {
  public func examine(at now: Instant) throws(StoreError) -> [PlaceFinding] { [] }

  public func backUp(to file: String, replacing: Bool = false) throws(StoreError) -> StoreCopy {
    try backUp(to: file, replacing: replacing, progress: { _ in })
  }

  public func restore(_ backup: String, label: String) throws(StoreError) -> RestoredStore {
    try restore(backup, label: label, progress: { _ in })
  }
}

/// What a migration did. Equal numbers mean that there was nothing to do.
public struct StoreMigration: Hashable, Sendable {
  /// 0 when there was no data.
  public var from: Int
  public var to: Int

  public init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
}

/// Describes a backup or restored data.
public struct StoreCopy: Hashable, Sendable {
  public var bytes: Int64
  public var schema: Int

  public init(bytes: Int64, schema: Int) { (self.bytes, self.schema) = (bytes, schema) }
}

public struct RestoredStore: Hashable, Sendable {
  public var copy: StoreCopy
  /// The folder that now holds the previous data; nil when there was none.
  public var replaced: String?

  public init(copy: StoreCopy, replaced: String?) { (self.copy, self.replaced) = (copy, replaced) }
}

/// The result of checking data or a backup.
public struct DataReport: Hashable, Sendable {
  public var path: String
  public var bytes: Int64
  public var schema: Int
  /// One sentence each: where the layout differs from that of its version, what is damaged, and
  /// rows that refer to missing rows.
  public var damages: [String] = []
  /// One sentence each: definitions that cannot be read. A server leaves them out. Empty when the
  /// layout is not the one of this version.
  public var unreadable: [String] = []
  /// One sentence each: counters that differ from the events they count. Also empty when the layout
  /// is not the one of this version.
  public var disagreements: [String] = []
  /// Rows of each table, by name.
  public var rows: [Table] = []

  public struct Table: Hashable, Sendable {
    public var name: String
    public var rows: Int

    public init(name: String, rows: Int) { (self.name, self.rows) = (name, rows) }
  }

  public init(path: String, bytes: Int64, schema: Int) {
    (self.path, self.bytes, self.schema) = (path, bytes, schema)
  }

  public var isSound: Bool { damages.isEmpty && unreadable.isEmpty && disagreements.isEmpty }
}
