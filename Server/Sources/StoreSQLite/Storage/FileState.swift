// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the file system reports about the file at a path: which file it is, and whether anybody has
/// written to it.
struct FileState: Hashable, Sendable {
  /// Stays the same as long as it is the same file, whatever its name.
  struct Identity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
  }

  var identity: Identity
  var bytes: Int64
  var changedAt: ChangeTime

  struct ChangeTime: Hashable, Sendable {
    var seconds: Int
    var nanoseconds: Int
  }

  /// nil when there is no file at the path.
  init?(path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
    let time = info.st_mtimespec
    #else
    let time = info.st_mtim
    #endif
    identity = Identity(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(info.st_ino))
    bytes = Int64(info.st_size)
    changedAt = ChangeTime(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }
}
