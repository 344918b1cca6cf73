// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// The client's folder: state, definitions and journal, held by one client at a time.
final class Storage {
  private static let maximumFileBytes = 32 * 1_048_576

  let journal: Journal
  let recording: Recording
  private let directory: String
  private var lock: Int32?

  init(directory: String) {
    self.directory = directory
    journal = Journal(directory: directory)
    recording = Recording(directory: directory)
  }

  deinit {
    if let lock { Files.close(lock) }
  }

  /// Where fetched assets live.
  var assetsDirectory: String { directory + "/assets" }

  /// Creates the folder and takes it for this client. False when another client holds it.
  func claim() throws(FileError) -> Bool {
    try Files.makeDirectory(directory)
    #if canImport(Darwin)
    // A backup restored on another device must not bring this device's id along.
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    var url = URL(fileURLWithPath: directory, isDirectory: true)
    try? url.setResourceValues(values)
    #endif
    lock = try Files.lock(directory + "/lock")
    return lock != nil
  }

  /// nil: there is none yet. Throws when what is there cannot be read.
  func readState() throws -> StoredState? {
    guard let bytes = try Files.read(directory + "/state.json", limit: Self.maximumFileBytes) else { return nil }
    return try StoredState(json: try Wire.decode(Wire.JSONValue.self, from: bytes))
  }

  func write(_ state: StoredState) throws(FileError) {
    try Files.replace(directory + "/state.json", with: Wire.encode(state.json))
  }

  /// nil: there are none, or they cannot be read.
  func readDefinitions() throws -> StoredDefinitions? {
    guard let bytes = try Files.read(directory + "/definitions.json", limit: Self.maximumFileBytes) else { return nil }
    return StoredDefinitions(json: try Wire.decode(Wire.JSONValue.self, from: bytes))
  }

  /// nil removes them.
  func write(_ definitions: StoredDefinitions?) throws(FileError) {
    let path = directory + "/definitions.json"
    if let definitions {
      try Files.replace(path, with: Wire.encode(definitions.json))
    } else {
      try Files.remove(path)
    }
  }

  /// Removes definitions, recording, assets and journal for good: also what a crash left beside them, and each when another cannot be removed.
  func erase() throws(FileError) {
    var refused: FileError?
    for name in ["definitions.json", "definitions.json.new"] {
      do { try Files.remove("\(directory)/\(name)") } catch { refused = error }
    }
    do { try recording.erase() } catch { refused = error }
    do { try AssetStore.erase(assetsDirectory) } catch { refused = error }
    // Brings the removals in the folder to the disk.
    try journal.erase()
    if let refused { throw refused }
  }
}
