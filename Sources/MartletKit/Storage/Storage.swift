// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// The client's folder: state, definitions and journal, held by one client at a time.
final class Storage {
  let journal: Journal
  let recording: Recording
  private let directory: String
  private let stateFile: StoredFile
  private let definitionsFile: StoredFile
  private var lock: Int32?

  init(directory: String) {
    self.directory = directory
    journal = Journal(directory: directory)
    recording = Recording(directory: directory)
    stateFile = StoredFile(kind: .state, path: directory + "/state", earlierPath: directory + "/state.json")
    definitionsFile = StoredFile(kind: .definitions, path: directory + "/definitions", earlierPath: directory + "/definitions.json")
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
    try stateFile.read(migrates: lock != nil).map { json in try StoredState(json: json) }
  }

  func write(_ state: StoredState) throws(FileError) {
    try stateFile.write(state.json)
  }

  /// nil: there are none. Throws when they cannot be read; the next sync brings them anew.
  func readDefinitions() throws -> StoredDefinitions? {
    guard let json = try definitionsFile.read() else { return nil }
    guard let definitions = StoredDefinitions(json: json) else { throw definitionsFile.damaged }
    return definitions
  }

  /// nil removes them.
  func write(_ definitions: StoredDefinitions?) throws(FileError) {
    if let definitions { try definitionsFile.write(definitions.json) } else { try definitionsFile.remove() }
  }

  /// Removes definitions, recording, assets and journal for good: also what a crash left beside them, and each when another cannot be removed.
  func erase() throws(FileError) {
    var refused: FileError?
    do { try definitionsFile.remove() } catch { refused = error }
    do { try recording.erase() } catch { refused = error }
    do { try AssetStore.erase(assetsDirectory) } catch { refused = error }
    // Brings the removals in the folder to the disk.
    try journal.erase()
    if let refused { throw refused }
  }
}
