// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Store

/// A file that gets its name only when it is complete.
///
/// It is written next to its final place, readable only by its owner, under a lock that detects a second writer of the same file. The next command
/// overwrites what an interrupted one left behind.
struct UnfinishedFile {
  /// The path at which it is written.
  let path: String
  private let name: String
  private let descriptor: Int32

  init(for name: String) throws(StoreError) {
    self.name = name
    path = name + ".partial"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .cannotOpen("\(path) cannot be written: \(String(cString: strerror(errno))).") }
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

  /// Gives the file its name once its bytes are on the disk. Throws `.alreadyExists` when a file has that name and is not to be replaced.
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
    for suffix in ["-journal", "-wal", "-shm", ""] { unlink(path + suffix) }
    close(descriptor)
  }

  /// Makes the names that were added to or removed from a file's folder durable.
  static func syncFolder(of path: String) {
    let folder = open((path as NSString).deletingLastPathComponent.isEmpty ? "." : (path as NSString).deletingLastPathComponent, O_RDONLY)
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
