// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import Store

extension SQLiteStore {
  public struct Restored: Hashable, Sendable {
    public var copy: Copy
    /// The folder that now holds the data which were there before; nil: there were none.
    public var replaced: String?
  }

  /// Puts a backup in the place of a folder's data, which are kept in a folder beside, named `replaced-` and `label`.
  ///
  /// The backup is checked whole first. Throws `.unavailable`, and changes nothing, while a server or another command has the data open.
  /// Whenever it is interrupted, the folder has the old data or the new ones.
  public static func restore(
    _ backup: String, to directory: String, label: String, progress: (Double) -> Void = { _ in }
  ) throws(StoreError) -> Restored {
    let report = try DataReport(of: backup)
    if let problem = report.damages.first { throw .failed("\(backup) is damaged: \(problem) Nothing was changed.") }
    let data = try DataFile.path(creating: directory)
    let isThere = FileManager.default.fileExists(atPath: data)
    // Of a file that is none, SQLite would throw the log away.
    if QuietFile.isDatabase(data) { try fold(data) }
    let lock = isThere ? try ExclusiveLock(data) : nil
    defer { lock?.release() }
    let unfinished = try UnfinishedFile(for: data)
    do throws(StoreError) {
      let schema = try copy(backup, to: unfinished.path, progress: progress)
      let bytes = QuietFile.size(of: unfinished.path)
      // A log whose data file is gone counts too: SQLite would read it together with the new file.
      let isSomething = suffixes.contains { FileManager.default.fileExists(atPath: data + $0) }
      let replaced = isSomething ? try putAside(data, directory, label: label) : nil
      try unfinished.finish(replacing: isThere)
      return Restored(copy: Copy(bytes: bytes, schema: schema), replaced: replaced)
    } catch {
      unfinished.discard()
      throw error
    }
  }

  /// Of the files that together are the data.
  private static let suffixes = ["", "-wal", "-shm"]

  /// Brings the log of the data that are to be replaced into their file, so that a single file tells everything. Data that are damaged stay as
  /// they are.
  private static func fold(_ data: String) throws(StoreError) {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    do {
      let database = try DatabaseQueue(path: data, configuration: configuration)
      defer { try? database.close() }
      let mode = try database.writeWithoutTransaction { db in try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") }
      guard mode == "delete" else { throw inUse(data) }
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED {
      throw inUse(data)
    } catch {}
  }

  /// The file stays under its name too, until the other one takes that.
  private static func putAside(_ data: String, _ directory: String, label: String) throws(StoreError) -> String {
    var folder = directory + "/replaced-" + label
    var number = 1
    while mkdir(folder, 0o700) != 0 {
      guard errno == EEXIST, number < 1_000 else { throw .cannotOpen("\(folder) cannot be created: \(String(cString: strerror(errno))).") }
      number += 1
      folder = directory + "/replaced-\(label)-\(number)"
    }
    for suffix in suffixes where FileManager.default.fileExists(atPath: data + suffix) {
      let place = folder + "/" + fileName + suffix
      guard link(data + suffix, place) == 0 || (try? FileManager.default.copyItem(atPath: data + suffix, toPath: place)) != nil else {
        throw .cannotOpen("\(data + suffix) cannot be moved to \(folder). Nothing was replaced.")
      }
    }
    UnfinishedFile.syncFolder(of: folder + "/" + fileName)
    // Of a file that is damaged: the new one must never be read together with it.
    for suffix in ["-wal", "-shm"] { unlink(data + suffix) }
    UnfinishedFile.syncFolder(of: data)
    return folder
  }

  static func inUse(_ data: String) -> StoreError {
    .unavailable("A server or another command has \(data) open. Nothing was changed. Stop it first.")
  }
}
