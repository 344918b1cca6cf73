// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Store
import Synchronization

/// Refuses events before the disk is full, so that the database, its log and an operator's work
/// always have room.
final class FreeSpace: Sendable {
  private let path: String
  private let minimum: Int64
  private let measure: @Sendable (String) -> Int64?
  private let found = Mutex<Int64?>(nil)

  /// - Parameters:
  ///   - minimum: In bytes; 0 means that the disk is not checked.
  ///   - measure: The free bytes at a path; nil when that cannot be determined.
  init(path: String, minimum: Int64, measure: @escaping @Sendable (String) -> Int64? = FreeSpace.measured) {
    self.path = path
    self.minimum = minimum
    self.measure = measure
    update()
  }

  /// Asks the file system. Cheap, but too expensive for every batch.
  func update() {
    guard minimum > 0 else { return }
    let bytes = measure(path)
    found.withLock { $0 = bytes }
  }

  /// Throws when the last update found less than the minimum.
  func require() throws(StoreError) {
    guard minimum > 0, let bytes = found.withLock({ $0 }), bytes < minimum else { return }
    throw .unavailable(
      "The disk is almost full: \(bytes / 1_000_000) MB are free, but storing events needs \(minimum / 1_000_000) MB. Free some space. No repair is needed."
    )
  }

  static func measured(_ path: String) -> Int64? {
    var info = statvfs()
    guard statvfs(path, &info) == 0 else { return nil }
    return Int64(info.f_bavail) * Int64(info.f_frsize)
  }
}
