// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Store

/// A file that gets its name only when it is complete.
///
/// It is written next to its final place, readable only by its owner, under a lock that detects a
/// second writer of the same file. `removeAbandoned` removes what an interrupted command left
/// behind.
struct UnfinishedFile {
  /// The path at which it is written.
  let path: String
  private let name: String
  private let descriptor: Int32

  private static let suffix = ".partial"
  private static let journals = ["-journal", "-wal", "-shm"]

  init(for name: String) throws(StoreError) {
    self.name = name
    path = name + Self.suffix
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .cannotOpen("\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .unavailable("Another command is writing \(path). Wait for it.")
    }
    guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw .cannotOpen("\(path) cannot be written: \(reason).")
    }
  }

  /// Gives the file its name once its bytes are on the disk. Throws `.alreadyExists` when a file
  /// has that name and is not to be replaced.
  func finish(replacing: Bool) throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw failure(errno) }
    if replacing {
      guard rename(path, name) == 0 else { throw failure(errno) }
    } else if link(path, name) == 0 {
      unlink(path)
    } else if errno == EEXIST {
      throw .alreadyExists
    } else {
      // For file systems without hard links.
      guard !FileManager.default.fileExists(atPath: name) else { throw .alreadyExists }
      guard rename(path, name) == 0 else { throw failure(errno) }
    }
    close(descriptor)
    Self.syncFolder(of: name)
  }

  /// Removes the unfinished file and its journals.
  func discard() {
    Self.remove(path)
    close(descriptor)
  }

  /// Removes all unfinished copies of Martlet's data from a folder that nobody is writing: they
  /// contain personal data, and nobody would look for them.
  static func removeAbandoned(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasSuffix(suffix) {
      let path = folder + "/" + name
      let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if hasData(descriptor) || name == SQLiteStore.fileName + suffix,
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      {
        remove(path)
      }
      close(descriptor)
    }
  }

  /// Whether the file begins as a data file of Martlet does: SQLite's first bytes, and the number
  /// that says whose the file is.
  private static func hasData(_ descriptor: Int32) -> Bool {
    var header = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor, &header, header.count, 0) == header.count else { return false }
    let application = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
    return header.starts(with: Array("SQLite format 3\0".utf8)) && application == Schema.applicationID
  }

  private static func remove(_ path: String) {
    for suffix in journals + [""] { unlink(path + suffix) }
  }

  /// Makes the names that were added to or removed from a file's folder durable.
  static func syncFolder(of path: String) {
    let folder = open(
      (path as NSString).deletingLastPathComponent.isEmpty
        ? "." : (path as NSString).deletingLastPathComponent, O_RDONLY)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func failure(_ code: Int32) -> StoreError {
    code == ENOSPC || code == EDQUOT
      ? .unavailable("The disk is full. Free some space. No repair is needed.")
      : .cannotOpen("\(name) cannot be written: \(String(cString: strerror(code))).")
  }
}
