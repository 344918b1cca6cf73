// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Store

/// The lock that SQLite takes for exclusive access to a file, taken without SQLite because the file may be damaged.
struct ExclusiveLock {
  private let descriptor: Int32

  init(_ path: String) throws(StoreError) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen("\(path) cannot be written: \(String(cString: strerror(errno))).") }
    // The bytes "pending", "reserved" and "shared" of SQLite's file format.
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = 0x4000_0000
    range.l_len = 512
    #if os(Linux)
    // A lock of this descriptor, not of the process, so that a store in this process is noticed too.
    let command: Int32 = 37
    #else
    let command = F_SETLK
    #endif
    guard fcntl(descriptor, command, &range) == 0 else {
      close(descriptor)
      throw SQLiteStore.inUse(path)
    }
  }

  func release() {
    close(descriptor)
  }
}
