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
  /// A file that is there says that the SDK is off, whatever it holds.
  private let offNote: String
  private var lock: FolderLock?

  init(directory: String) {
    self.directory = directory
    journal = Journal(directory: directory)
    recording = Recording(directory: directory)
    offNote = directory + "/off"
    stateFile = StoredFile(kind: .state, path: directory + "/state", earlierPath: directory + "/state.json")
    definitionsFile = StoredFile(kind: .definitions, path: directory + "/definitions", earlierPath: directory + "/definitions.json")
  }

  /// Where fetched assets live.
  var assetsDirectory: String { directory + "/assets" }

  /// Creates the folder and takes it for this client, until this object is gone. False when another client holds it.
  func claim() throws(FileError) -> Bool {
    if lock != nil { return true }
    try Files.makeDirectory(directory)
    #if canImport(Darwin)
    // A backup restored on another device must not bring this device's id along.
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    var url = URL(fileURLWithPath: directory, isDirectory: true)
    try? url.setResourceValues(values)
    #endif
    lock = try FolderLock(directory)
    return lock != nil
  }

  /// nil: there is none yet. Throws when what is there cannot be read.
  func readState() throws -> StoredState? {
    var state = try stateFile.read(migrates: lock != nil).map { json in try StoredState(json: json) }
    if Files.size(offNote) != nil {
      state = state ?? StoredState()
      state?.enabled = false
      if lock != nil, let state { try? write(state) }
    }
    return state
  }

  func write(_ state: StoredState) throws(FileError) {
    try stateFile.write(state.json)
    try Files.remove(offNote)
  }

  /// Whether a state that cannot be read now counts as off when it can.
  func note(isOff: Bool) throws(FileError) {
    if isOff { try Files.replace(offNote, with: []) } else { try Files.remove(offNote) }
  }

  /// The first file that cannot be read now, and may be readable later.
  func firstUnreadable() -> FileError? {
    do throws(FileError) {
      for name in try Files.list(directory) where name.hasPrefix("journal.") || name.hasPrefix("engine.") || name == "definitions" {
        _ = try Files.read("\(directory)/\(name)", limit: 1)
      }
    } catch {
      if error.mayPass { return error }
    }
    return nil
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
