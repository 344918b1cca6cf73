// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Keeps a second client out of a folder, in this process and in others, until it is gone.
///
/// The system ends an app that is suspended while it holds a lock inside the container of an app group. There each process has a folder of its
/// own instead (`ownFolder(in:)`), and a second client of the same process is kept out without a lock of the system's.
final class FolderLock: Sendable {
  private static let heldInAppGroups = Locked<Set<String>>([])

  private let directory: String
  private let descriptor: Int32?

  /// nil: another client holds it.
  init?(_ directory: String) throws(FileError) {
    self.directory = directory
    if Self.isInAppGroup(directory) {
      descriptor = nil
      guard Self.heldInAppGroups.withLock({ $0.insert(directory).inserted }) else { return nil }
    } else {
      guard let descriptor = try Files.lock(directory + "/lock") else { return nil }
      self.descriptor = descriptor
    }
  }

  deinit {
    if let descriptor {
      Files.close(descriptor)
    } else {
      Self.heldInAppGroups.withLock { _ = $0.remove(directory) }
    }
  }

  /// Where a client keeps its files that was given this folder.
  static func ownFolder(in folder: URL, process: String = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName) -> URL {
    isInAppGroup(folder.path) ? folder.appendingPathComponent(process, isDirectory: true) : folder
  }

  private static func isInAppGroup(_ path: String) -> Bool { path.contains("/Containers/Shared/AppGroup/") }
}
