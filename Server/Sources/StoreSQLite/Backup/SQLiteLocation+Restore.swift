// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import Store

extension SQLiteLocation {
  public func restore(_ backup: String, label: String, progress: (Double) -> Void) throws(StoreError)
    -> RestoredStore
  {
    let report = try DataReport(of: backup)
    if let problem = (report.damages + report.unreadable).first {
      throw .failed("\(backup) is damaged: \(problem) Nothing was changed.")
    }
    let data = try DataFile.path(creating: directory)
    let isThere = FileManager.default.fileExists(atPath: data)
    // If the file is not a database, SQLite would delete its log.
    if QuietFile.isDatabase(data) { try Self.fold(data) }
    let lock = isThere ? try ExclusiveLock(data) : nil
    defer { lock?.release() }
    let unfinished = try UnfinishedFile(for: data)
    do throws(StoreError) {
      let schema = try Self.copy(backup, to: unfinished.path, progress: progress)
      let bytes = QuietFile.size(of: unfinished.path)
      // A log without its data file counts too: SQLite would read it together with the new file.
      let isSomething = Self.suffixes.contains { FileManager.default.fileExists(atPath: data + $0) }
      let replaced = isSomething ? try Self.putAside(data, directory, label: label) : nil
      try unfinished.finish(replacing: isThere)
      return RestoredStore(copy: StoreCopy(bytes: bytes, schema: schema), replaced: replaced)
    } catch {
      unfinished.discard()
      throw error
    }
  }

  /// Suffixes of the files that together are the data.
  private static let suffixes = ["", "-wal", "-shm"]

  /// Moves the log of the data to be replaced into the data file, so that a single file contains
  /// everything. Damaged data stays as it is.
  private static func fold(_ data: String) throws(StoreError) {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    do {
      let database = try DatabaseQueue(path: data, configuration: configuration)
      defer { try? database.close() }
      let mode = try database.writeWithoutTransaction { db in
        try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
      }
      guard mode == "delete" else { throw inUse(data) }
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED
    {
      throw inUse(data)
    } catch {}
  }

  /// The file also keeps its name until the other file takes it.
  private static func putAside(_ data: String, _ directory: String, label: String) throws(StoreError)
    -> String
  {
    var folder = directory + "/replaced-" + label
    var number = 1
    while mkdir(folder, 0o700) != 0 {
      guard errno == EEXIST, number < 1_000 else {
        throw .cannotOpen("\(folder) cannot be created: \(String(cString: strerror(errno))).")
      }
      number += 1
      folder = directory + "/replaced-\(label)-\(number)"
    }
    for suffix in suffixes where FileManager.default.fileExists(atPath: data + suffix) {
      let place = folder + "/" + SQLiteStore.fileName + suffix
      guard
        link(data + suffix, place) == 0
          || (try? FileManager.default.copyItem(atPath: data + suffix, toPath: place)) != nil
      else {
        throw .cannotOpen("\(data + suffix) cannot be moved to \(folder). Nothing was replaced.")
      }
    }
    UnfinishedFile.syncFolder(of: folder + "/" + SQLiteStore.fileName)
    // If they belong to a damaged file, the new file must never be read together with them.
    for suffix in ["-wal", "-shm"] { unlink(data + suffix) }
    UnfinishedFile.syncFolder(of: data)
    return folder
  }

  static func inUse(_ data: String) -> StoreError {
    .unavailable("A server or another command has \(data) open. Nothing was changed. Stop it first.")
  }
}

/// The lock that SQLite takes for exclusive access to a file, taken without SQLite because the file
/// may be damaged.
struct ExclusiveLock {
  private let descriptor: Int32

  init(_ path: String) throws(StoreError) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotOpen("\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    // The bytes "pending", "reserved" and "shared" of SQLite's file format.
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = 0x4000_0000
    range.l_len = 512
    #if os(Linux)
    // A lock of this descriptor, not of the process, so that a store in this process is noticed
    // too.
    let command: Int32 = 37
    #else
    let command = F_SETLK
    #endif
    guard fcntl(descriptor, command, &range) == 0 else {
      close(descriptor)
      throw SQLiteLocation.inUse(path)
    }
  }

  func release() { close(descriptor) }
}
