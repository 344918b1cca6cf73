// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit

/// Where the bytes of a storage are.
protocol StoragePlace {
  /// For the log.
  var name: String { get }
  /// nil if there is nothing yet.
  func read() throws -> Data?
  func write(_ bytes: Data) throws
}

/// A file in the app's own folder.
struct FilePlace: StoragePlace {
  let name: String
  let file: URL

  /// - Parameter folder: nil: one of the SDK, in the app's folder for such files.
  init(name: String, folder: URL? = nil) {
    self.name = name
    let folder = folder ?? SystemFolder.ofApp.appendingPathComponent("engagement-storages")
    // A name can have any characters, and none of them may lead out of the folder.
    let start = name.utf8.prefix(64).map { String(format: "%02x", $0) }.joined()
    let safe =
      name.utf8.count <= 64
      ? start : start + "-" + String(StorageArchive.checksum(Data(name.utf8)), radix: 16)
    file = folder.appendingPathComponent("storage-\(safe)")
  }

  func read() throws -> Data? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try Data(contentsOf: file)
  }

  func write(_ bytes: Data) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file, options: .atomic)
  }
}

/// A value in the user defaults of the app.
struct DefaultsPlace: StoragePlace {
  let name: String
  /// nil: those of the app.
  var suite: String?

  private var key: String { "martlet.engagement.storage.\(name)" }
  private var defaults: UserDefaults? { suite.map { UserDefaults(suiteName: $0) } ?? .standard }

  func read() -> Data? { defaults?.data(forKey: key) }
  func write(_ bytes: Data) { defaults?.set(bytes, forKey: key) }
}
