// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import StoreConformance
import Testing

@testable import StoreSQLite

@Suite struct BackupTests {
  @Test func `a backup that is made while events arrive is one moment, whole, and for its owner alone`()
    async throws
  {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      let world = World(events: 2_000, seed: 11)
      var chance = SeededGenerator(seed: 11)
      let batches = World.batches(of: world.sent, testDevices: ["device-1"], &chance)
      let half = batches.count / 2
      for batch in batches[..<half] { _ = try await store.ingest(batch) }
      let before = try await store.readDatabase { try Self.events($0) }
      let copies = try await withThrowingTaskGroup(of: String?.self) { group in
        group.addTask {
          for batch in batches[half...] { _ = try await store.ingest(batch) }
          return nil
        }
        for number in 0..<5 {
          group.addTask {
            let path = folder + "/backup-\(number).sqlite"
            let copy = try SQLiteLocation(folder).backUp(to: path)
            #expect(
              copy == StoreCopy(bytes: QuietFile.size(of: path), schema: SQLiteStore.schemaVersion))
            return path
          }
        }
        return try await group.reduce(into: [String]()) { if let path = $1 { $0.append(path) } }
      }
      let after = try await store.readDatabase { try Self.events($0) }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
        !$0.hasPrefix("martlet.sqlite")
      }.sorted()
      #expect(names == (0..<5).map { "backup-\($0).sqlite" })
      for path in copies {
        #expect(try DataReport(of: path).isSound)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let copy = try SQLiteStore(path: path)
        let events = try await copy.readDatabase { db in
          try Recount.expectAgreement(db)
          return try Self.events(db)
        }
        #expect(events.isSuperset(of: before) && events.isSubset(of: after))
        try await copy.close()
      }
      try await store.close()
    }
  }

  @Test func `a backup replaces nothing unless it is told to, and never the data`() async throws {
    try await withData { folder in
      let path = folder + "/backup.sqlite"
      try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: StoreError.alreadyExists) { try SQLiteLocation(folder).backUp(to: path) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "something else")
      _ = try SQLiteLocation(folder).backUp(to: path, replacing: true)
      #expect(try DataReport(of: path).isSound)
      for wrong in [folder + "/" + SQLiteStore.fileName, folder, folder + "/none/backup.sqlite"] {
        #expect(throws: StoreError.self) {
          try SQLiteLocation(folder).backUp(to: wrong, replacing: true)
        }
      }
      #expect(throws: StoreError.cannotOpen("There is no data in \(folder)/none.")) {
        try SQLiteLocation(folder + "/none").backUp(to: folder + "/other.sqlite")
      }
      #expect(try DataReport(of: folder + "/" + SQLiteStore.fileName).isSound)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
          "backup.sqlite", SQLiteStore.fileName,
        ])
    }
  }

  @Test func `what an interrupted backup left behind is no obstacle, and one under way is`() async throws {
    try await withData { folder in
      let path = folder + "/backup.sqlite"
      try Data(repeating: 0x58, count: 100_000).write(to: URL(fileURLWithPath: path + ".partial"))
      let other = try UnfinishedFile(for: path)
      #expect(throws: StoreError.unavailable("Another command is writing \(path).partial. Wait for it.")) {
        try SQLiteLocation(folder).backUp(to: path)
      }
      other.discard()
      try Data(repeating: 0x58, count: 100_000).write(to: URL(fileURLWithPath: path + ".partial"))
      _ = try SQLiteLocation(folder).backUp(to: path)
      #expect(try DataReport(of: path).isSound)
    }
  }

  @Test(arguments: [true, false])
  func
    `the next backup and the next start remove what interrupted ones left behind, unless somebody is writing it`(
      isStart: Bool
    )
    async throws
  {
    try await withData { folder in
      let files = FileManager.default
      let (abandoned, busy, foreign) = (folder + "/old.sqlite", folder + "/busy.sqlite", folder + "/film.mkv")
      let report = try SQLiteLocation(folder).backUp(to: abandoned)
      #expect(report.bytes > 0)
      let copy = try Data(contentsOf: URL(fileURLWithPath: abandoned))
      try files.moveItem(atPath: abandoned, toPath: abandoned + ".partial")
      try Data("journal".utf8).write(to: URL(fileURLWithPath: abandoned + ".partial-journal"))
      let writer = try UnfinishedFile(for: busy)
      defer { writer.discard() }
      try copy.write(to: URL(fileURLWithPath: busy + ".partial"))
      try Data(repeating: 0x58, count: 100_000).write(to: URL(fileURLWithPath: foreign + ".partial"))
      if isStart {
        try await SQLiteStore(directory: folder).close()
      } else {
        _ = try SQLiteLocation(folder).backUp(to: folder + "/new.sqlite")
      }
      let left = try files.contentsOfDirectory(atPath: folder).filter { $0.contains(".partial") }.sorted()
      #expect(left == ["busy.sqlite.partial", "film.mkv.partial"])
    }
  }

  @Test func `a copy that is interrupted is known as Martlet's from its first moment`() async throws {
    try await withData { folder in
      let target = folder + "/copy.sqlite.partial"

      var isOurs = false
      _ = try SQLiteLocation.copy(folder + "/" + SQLiteStore.fileName, to: target) { _ in
        // The copy is under way and not committed.
        let bytes = files(target)
        isOurs =
          bytes.starts(with: Array("SQLite format 3\0".utf8)) && bytes.count >= 72
          && Array(bytes[68..<72]) == [0x4D, 0x52, 0x54, 0x4C]
      }
      #expect(isOurs)
    }
  }

  private func files(_ path: String) -> [UInt8] {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Array.init) ?? []
  }

  @Test func `of damaged data no backup is kept`() async throws {
    try await withData { folder in
      try damage(folder + "/" + SQLiteStore.fileName)
      #expect(throws: StoreError.self) {
        try SQLiteLocation(folder).backUp(to: folder + "/backup.sqlite")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [SQLiteStore.fileName])
    }
  }

  // MARK: - Restoring

  @Test func `restoring brings back what was backed up, and keeps what was there`() async throws {
    try await withData { folder in
      let backup = folder + "/backup.sqlite"
      _ = try SQLiteLocation(folder).backUp(to: backup)
      let store = try SQLiteStore(directory: folder)
      _ = try await store.ingest(Sample.batch([Sample.event("late", .sessionStart)]))
      try await store.close()
      let restored = try SQLiteLocation(folder).restore(backup, label: "now")
      #expect(restored.replaced == folder + "/replaced-now")
      #expect(try await ids(folder) == ["early"])
      #expect(try await ids(folder + "/replaced-now") == ["early", "late"])
      // A second one at the same time of day has a folder of its own.
      #expect(
        try SQLiteLocation(folder).restore(backup, label: "now").replaced == folder + "/replaced-now-2")
      // Where nothing was, nothing is kept.
      #expect(try SQLiteLocation(folder + "/new").restore(backup, label: "now").replaced == nil)
      #expect(try await ids(folder + "/new") == ["early"])
    }
  }

  @Test func `data that are open are not replaced, whether they are sound or not`() async throws {
    try await withData { folder in
      let data = folder + "/" + SQLiteStore.fileName
      let backup = folder + "/backup.sqlite"
      _ = try SQLiteLocation(folder).backUp(to: backup)
      let refused = StoreError.unavailable(
        "A server or another command has \(data) open. Nothing was changed. Stop it first.")
      let store = try SQLiteStore(directory: folder)
      #expect(throws: refused) { try SQLiteLocation(folder).restore(backup, label: "now") }
      _ = try await store.ingest(Sample.batch([Sample.event("late", .sessionStart)]))
      #expect(try await store.eventCounts(app: "shop") == ["session_start": 2])
      try damage(data)
      #expect(throws: refused) { try SQLiteLocation(folder).restore(backup, label: "now") }
      try await store.close()
      #expect(!FileManager.default.fileExists(atPath: folder + "/replaced-now"))
    }
  }

  @Test
  func `damaged data are replaced and kept, and a log that belongs to them is not read with the new ones`()
    async throws
  {
    try await withData { folder in
      let data = folder + "/" + SQLiteStore.fileName
      let backup = folder + "/backup.sqlite"
      _ = try SQLiteLocation(folder).backUp(to: backup)
      let garbage = Data(repeating: 0x58, count: 20_000)
      for suffix in ["", "-wal"] { try garbage.write(to: URL(fileURLWithPath: data + suffix)) }
      let restored = try SQLiteLocation(folder).restore(backup, label: "now")
      let kept = try #require(restored.replaced) + "/" + SQLiteStore.fileName
      for suffix in ["", "-wal"] {
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept + suffix)) == garbage)
      }
      #expect(!FileManager.default.fileExists(atPath: data + "-wal"))
      #expect(try await ids(folder) == ["early"])
    }
  }

  @Test func `a log whose data file is gone is kept aside, and not read with the new file`() async throws {
    try await withData { folder in
      let backup = folder + "/backup.sqlite"
      let data = folder + "/" + SQLiteStore.fileName
      _ = try SQLiteLocation(folder).backUp(to: backup)
      let log = try await unmovedLog(folder)
      try FileManager.default.removeItem(atPath: data)
      try log.write(to: URL(fileURLWithPath: data + "-wal"))
      let restored = try SQLiteLocation(folder).restore(backup, label: "now")
      #expect(
        try Data(
          contentsOf: URL(fileURLWithPath: #require(restored.replaced) + "/\(SQLiteStore.fileName)-wal"))
          == log)
      #expect(try await ids(folder) == ["early"])
    }
  }

  /// The write-ahead log of a folder's data after an event named `late`, as the end of the process
  /// would have left it.
  private func unmovedLog(_ folder: String) async throws -> Data {
    let store = try SQLiteStore(directory: folder)
    _ = try await store.ingest(Sample.batch([Sample.event("late", .sessionStart)]))
    let log = try Data(contentsOf: URL(fileURLWithPath: folder + "/\(SQLiteStore.fileName)-wal"))
    try await store.close()
    return log
  }

  @Test func `a damaged backup, or none at all, changes nothing`() async throws {
    try await withData { folder in
      let backup = folder + "/backup.sqlite"
      _ = try SQLiteLocation(folder).backUp(to: backup)
      try damage(backup)
      #expect(throws: StoreError.self) { try SQLiteLocation(folder).restore(backup, label: "now") }
      #expect(throws: StoreError.cannotOpen("The file \(folder)/none does not exist.")) {
        try SQLiteLocation(folder).restore(folder + "/none", label: "now")
      }
      try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/text"))
      #expect(throws: StoreError.self) { try SQLiteLocation(folder).restore(folder + "/text", label: "now") }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
          "backup.sqlite", SQLiteStore.fileName, "text",
        ])
      #expect(try await ids(folder) == ["early"])
    }
  }

  // MARK: -

  static func events(_ db: Database) throws -> Set<String> {
    try String.fetchSet(db, sql: "SELECT person_id || ' ' || id FROM event")
  }

  /// A folder with the data of one app and one event, `early`, closed.
  func withData(_ body: (String) async throws -> Void) async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      _ = try await store.ingest(Sample.batch([Sample.event("early", .sessionStart)]))
      try await store.close()
      try await body(folder)
    }
  }

  private func ids(_ folder: String) async throws -> [String] {
    let store = try SQLiteStore(directory: folder)
    let ids = try await store.readDatabase { db in
      try String.fetchAll(db, sql: "SELECT id FROM event ORDER BY id")
    }
    try await store.close()
    return ids
  }

  /// Overwrites pages in the middle of a file.
  func damage(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA7, count: 40_000))
    try handle.close()
  }
}
