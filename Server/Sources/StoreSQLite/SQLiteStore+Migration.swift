// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
public import Store

extension SQLiteStore {
  /// What `migrate` did. Equal numbers mean that there was nothing to do.
  public struct Migration: Hashable, Sendable {
    /// 0 when there was no file, or an empty one.
    public var from: Int
    public var to: Int
  }

  /// The layout of the data file that this version reads and writes.
  public static var schemaVersion: Int { Schema.current.known }

  /// The layout of a folder's data file; nil when there is none or it cannot be read.
  public static func storedSchema(directory: String) -> Int? {
    guard let database = try? QuietFile.open(directory + "/" + fileName) else { return nil }
    defer { try? database.close() }
    guard let version = try? database.read({ db in try Schema.version(db) }), version > 0 else { return nil }
    return version
  }

  /// Throws `.unavailable` while another process has the folder's data open.
  public static func refuseWhileOpen(directory: String) throws(StoreError) {
    try ExclusiveLock(directory + "/" + fileName).release()
  }

  /// Brings a folder's file to the layout of this version; creates it if it does not exist. For
  /// `martlet migrate`.
  ///
  /// Each step is a transaction, so an interrupted migration can be run again. Throws
  /// `.newerSchema` for a file of a newer version, `.unreleasedSchema` for one from before the
  /// first release.
  public static func migrate(directory: String) throws(StoreError) -> Migration {
    try migrate(directory: directory, schema: .current)
  }

  package static func migrate(directory: String, schema: Schema) throws(StoreError) -> Migration {
    let versions = try DataFile.migrate(DataFile.path(creating: directory), schema: schema)
    return Migration(from: versions.from, to: versions.to)
  }
}
