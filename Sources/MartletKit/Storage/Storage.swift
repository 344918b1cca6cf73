// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// The client's folder with state, definitions and journal. Only one client can hold it at a time.
final class Storage {
  let journal: Journal
  let recording: Recording
  private let directory: String
  private let protection: Martlet.Configuration.FileProtection
  private let stateFile: StoredFile
  private let definitionsFile: StoredFile
  /// If this file exists, the SDK is off, whatever the file contains.
  private let offNote: String
  private let copy: StateCopy?
  private var lock: FolderLock?

  /// - Parameter copy: where the state's essentials are kept too, if the system may remove the
  ///   folder.
  init(
    directory: String,
    protection: Martlet.Configuration.FileProtection = .completeUntilFirstUserAuthentication,
    copy: StateCopy? = nil
  ) {
    self.directory = directory
    self.protection = protection
    self.copy = copy
    journal = Journal(directory: directory)
    recording = Recording(directory: directory)
    offNote = directory + "/off"
    stateFile = StoredFile(kind: .state, path: directory + "/state", earlierPath: directory + "/state.json")
    definitionsFile = StoredFile(
      kind: .definitions, path: directory + "/definitions", earlierPath: directory + "/definitions.json")
  }

  /// Creates the folder and locks it for this client for as long as this object exists. Returns
  /// false if another client holds it.
  func claim() throws(FileError) -> Bool {
    if lock != nil { return true }
    try Files.makeDirectory(directory)
    #if canImport(Darwin)
    // A backup that is restored on another device must not copy this device's id.
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    var url = URL(fileURLWithPath: directory, isDirectory: true)
    try? url.setResourceValues(values)
    #endif
    #if os(iOS) || os(tvOS) || os(visionOS)
    // Before the first unlock, this fails. The files that are there have their class already.
    try? FolderProtection.set(protection, of: directory)
    #endif
    lock = try FolderLock(directory)
    return lock != nil
  }

  /// Returns nil if there is no state yet. Throws if it cannot be read.
  func readState() throws -> StoredState? {
    var state =
      try stateFile.read(migrates: lock != nil).map { json in try StoredState(json: json) } ?? copy?.read()
    // The copy is written before the file, and also while the file cannot be.
    if Files.size(offNote) != nil || (try? copy?.read())?.enabled == false {
      state = state ?? StoredState()
      state?.enabled = false
      if lock != nil, let state { try? write(state) }
    }
    return state
  }

  func write(_ state: StoredState) throws(FileError) {
    copy?.write(state)
    try stateFile.write(state.json)
    try Files.remove(offNote)
  }

  /// Saves whether a state that is currently unreadable counts as off once it can be read.
  ///
  /// - Parameter inFolder: whether this client holds the folder. If not, only the copy has the
  ///   note.
  func save(isOff: Bool, inFolder: Bool) throws(FileError) {
    copy?.save(isOff: isOff)
    guard inFolder else { return }
    if isOff { try Files.replace(offNote, with: []) } else { try Files.remove(offNote) }
  }

  /// The error of the first file that cannot be read now and may be readable later.
  func firstUnreadable() -> FileError? {
    do throws(FileError) {
      for name in try Files.list(directory)
      where name.hasPrefix("journal.") || name.hasPrefix("engine.") || name == "definitions" {
        _ = try Files.read("\(directory)/\(name)", limit: 1)
      }
    } catch {
      if error.mayPass { return error }
    }
    return nil
  }

  /// Why no file can be written now, if that may change. While a device was not unlocked since its
  /// start, an app may find nothing of its data, and must not take this for its first launch.
  func obstacleToWriting() -> FileError? {
    do throws(FileError) {
      try Files.probe(directory + "/probe")
    } catch {
      if error.mayPass { return error }
    }
    return nil
  }

  /// Returns nil if there are none. Throws if they cannot be read. The next sync fetches them
  /// again.
  func readDefinitions() throws -> StoredDefinitions? {
    guard let json = try definitionsFile.read() else { return nil }
    guard let definitions = StoredDefinitions(json: json) else { throw definitionsFile.damaged }
    return definitions
  }

  /// Pass nil to remove them.
  func write(_ definitions: StoredDefinitions?) throws(FileError) {
    if let definitions { try definitionsFile.write(definitions.json) } else { try definitionsFile.remove() }
  }

  /// Permanently removes definitions, recording, assets and journal, and leftovers of a crash.
  /// Continues if one of them cannot be removed.
  func erase() throws(FileError) {
    var refused: FileError?
    do { try definitionsFile.remove() } catch { refused = error }
    do { try recording.erase() } catch { refused = error }
    do { try AssetStore.erase(directory + "/assets") } catch { refused = error }
    // Flushes the removals in the folder to the disk.
    try journal.erase()
    if let refused { throw refused }
  }
}

/// Keeps other clients, in this process and in others, out of a folder for as long as this object
/// exists.
///
/// The system terminates a suspended app that holds a lock inside the container of an app group.
/// There, each process has its own folder instead (`ownFolder(in:)`), and a second client in the
/// same process is kept out without a system lock.
final class FolderLock: Sendable {
  private static let heldInAppGroups = Locked<Set<String>>([])

  private let directory: String
  private let descriptor: Int32?

  /// nil if another client holds the folder.
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

  /// The folder in which a client keeps its files, given the configured folder.
  static func ownFolder(
    in folder: URL, process: String = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  ) -> URL {
    isInAppGroup(folder.path) ? folder.appendingPathComponent(process, isDirectory: true) : folder
  }

  private static func isInAppGroup(_ path: String) -> Bool { path.contains("/Containers/Shared/AppGroup/") }
}
