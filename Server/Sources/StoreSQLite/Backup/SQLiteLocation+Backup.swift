// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import Store

extension SQLiteLocation {
  public func backUp(
    to file: String, replacing: Bool, progress: (Double) -> Void
  ) throws(StoreError) -> StoreCopy {
    let data = self.file
    guard FileManager.default.fileExists(atPath: data) else {
      throw .cannotOpen("There is no data in \(directory).")
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) {
      guard !isFolder.boolValue else { throw .cannotOpen("\(file) is a folder. Name a file.") }
      guard !Self.isSame(file, data) else {
        throw .cannotOpen("\(file) is the data file itself. Name another file.")
      }
      guard replacing else { throw .alreadyExists }
    }
    let folder = (file as NSString).deletingLastPathComponent
    UnfinishedFile.removeAbandoned(in: folder.isEmpty ? "." : folder)
    let unfinished = try UnfinishedFile(for: file)
    do throws(StoreError) {
      let schema = try Self.copy(data, to: unfinished.path, progress: progress)
      let bytes = QuietFile.size(of: unfinished.path)
      try unfinished.finish(replacing: replacing)
      return StoreCopy(bytes: bytes, schema: schema)
    } catch {
      unfinished.discard()
      throw error
    }
  }

  /// Copies one data file over another, which is empty. Returns the schema. The copy has no log and
  /// passes SQLite's check.
  static func copy(_ source: String, to target: String, progress: (Double) -> Void) throws(StoreError) -> Int
  {
    let from = try QuietFile.open(source)
    defer { try? from.close() }
    let needed = QuietFile.size(of: source)
    if let free = DiskSpace.free(at: target), free < needed {
      throw .unavailable(
        "The backup needs \(needed / 1_000_000 + 1) MB at \(target), but only \(free / 1_000_000) MB are free."
      )
    }
    do {
      let to = try DatabaseQueue(path: target)
      defer { try? to.close() }
      return try from.read { db in
        let schema = try Schema.version(db)
        guard schema > 0 else { throw StoreError.cannotOpen("\(source) has no Martlet data.") }
        // Reading a table fixes this reader's snapshot, so that writes in the meantime do not
        // restart the copy.
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
        try to.writeWithoutTransaction { copy in
          // The whole file is flushed at the end.
          try copy.execute(sql: "PRAGMA synchronous = OFF")
          // Now, because an interrupted copy has no first page yet, and must be known as ours.
          try copy.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
          let page = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096
          try withoutActuallyEscaping(progress) { progress in
            try db.backup(to: copy, pagesPerStep: Int32(max(1, 16_000_000 / page))) { step in
              progress(
                step.totalPageCount == 0 ? 1 : Double(step.completedPageCount) / Double(step.totalPageCount))
            }
          }
        }
        try to.writeWithoutTransaction { copy in
          try copy.execute(sql: "PRAGMA journal_mode = DELETE")
          let findings = try String.fetchAll(copy, sql: "PRAGMA quick_check(1)")
          guard findings == ["ok"] else {
            throw StoreError.failed(
              "\(source) is damaged (\(findings.first ?? "no answer")). No backup was made. Restore an older backup."
            )
          }
          // The source may still have remains of what was deleted there.
          try copy.inTransaction(.exclusive) {
            let unused = try UnusedBytes(copy)
            try unused.overwrite(2..<max(2, unused.pageCount + 1))
            return .rollback
          }
        }
        return schema
      }
    } catch {
      throw StoreError(error)
    }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    func identity(_ path: String) -> [UInt64]? {
      var status = stat()
      return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
    }
    return identity(one) == identity(other)
  }
}

enum DiskSpace {
  /// Bytes available for a file at this path, existing or not; nil when that cannot be determined.
  static func free(at path: String) -> Int64? {
    var folder = (path as NSString).deletingLastPathComponent
    if folder.isEmpty { folder = "." }
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
  }
}
