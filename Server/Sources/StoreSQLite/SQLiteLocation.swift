// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import Store

/// A folder that contains the data file.
public struct SQLiteLocation: StoreLocation {
  let directory: String
  private let layouts: Schema

  public init(_ directory: String) { self.init(directory, layouts: .current) }

  /// - Parameter layouts: Those of another version of Martlet, for tests.
  package init(_ directory: String, layouts: Schema) { (self.directory, self.layouts) = (directory, layouts) }

  public var description: String { directory }
  var file: String { directory + "/" + SQLiteStore.fileName }

  public var hasData: Bool { QuietFile.size(of: file) > 0 }
  public var schema: Int { layouts.known }
  public var storedSchema: Int? {
    guard let database = try? QuietFile.open(file) else { return nil }
    defer { try? database.close() }
    guard let version = try? database.read({ db in try Schema.version(db) }), version > 0 else { return nil }
    return version
  }
  public var canMigrate: Bool { storedSchema.map(layouts.canMigrate) ?? false }
  public var backupBeforeMigration: String? {
    directory + "/before-migration-\(storedSchema ?? 0).sqlite"
  }

  public func open() throws(StoreError) -> any Store { try SQLiteStore(directory: directory) }

  public func refuseWhileOpen() throws(StoreError) { try ExclusiveLock(file).release() }

  public func migrate() throws(StoreError) -> StoreMigration {
    let versions = try DataFile.migrate(DataFile.path(creating: directory), schema: layouts)
    return StoreMigration(from: versions.from, to: versions.to)
  }

  public func verify(_ backup: String?) throws(StoreError) -> DataReport {
    try DataReport(of: backup ?? file)
  }
}

extension SQLiteStore {
  /// The layout of the data file that this version reads and writes.
  public static var schemaVersion: Int { Schema.current.known }
}
