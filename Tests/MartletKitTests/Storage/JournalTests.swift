// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import Testing

@testable import MartletKit

@Suite struct JournalTests {
  private let directory = URL.temporary()

  private func record(_ id: String, size: Int = 0) -> Wire.EventRecord {
    Wire.EventRecord(
      id: id, at: Instant(milliseconds: 5), sessionID: "s", userID: "u",
      body: .custom(
        name: "e", properties: size == 0 ? [:] : ["filler": .string(String(repeating: "x", count: size))]))
  }

  private func open() throws -> (Journal, Journal.Recovery) {
    try Files.makeDirectory(directory.path)
    let journal = Journal(directory: directory.path)
    return (journal, try journal.recover())
  }

  private var segments: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        .filter { $0.lastPathComponent.hasPrefix("journal.") }.sorted { $0.path < $1.path }
    }
  }

  @Test func `what was appended and not forgotten is there after a restart, in order`() throws {
    let (journal, empty) = try open()
    #expect(empty.records.isEmpty && empty.damage.isEmpty)
    for id in ["a", "b", "c"] { try journal.append(Wire.encode(record(id))) }
    try journal.forget(["b"])
    // No synchronize: the end of the process loses nothing that was written.
    let (_, recovery) = try open()
    #expect(recovery.records.map(\.record) == [record("a"), record("c")])
    #expect(recovery.damage.isEmpty)
  }

  @Test
  func
    `a last write that was cut off is dropped and named, and nothing else is lost; whatever the place of the cut`()
    throws
  {
    let (journal, _) = try open()
    for id in ["a", "b"] { try journal.append(Wire.encode(record(id))) }
    let file = try #require(try segments.last)
    let whole = try Data(contentsOf: file)
    let firstFrame = try JournalFrame.encode(kind: 1, payload: Wire.encode(record("a"))).count
    for cut in (firstFrame + 1)..<whole.count {
      try FileManager.default.removeItem(at: directory)
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try whole.prefix(cut).write(to: file)
      let (_, recovery) = try open()
      #expect(recovery.records.map(\.record.id) == ["a"])
      #expect(recovery.damage.count == 1)
      let (_, second) = try open()
      #expect(second.records.map(\.record.id) == ["a"])
      #expect(second.damage.isEmpty)
    }
  }

  @Test func `a changed byte loses the record it hits and no other`() throws {
    let (journal, _) = try open()
    for id in ["a", "b", "c"] { try journal.append(Wire.encode(record(id))) }
    let file = try #require(try segments.last)
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 0xFF
    try bytes.write(to: file)
    let (_, recovery) = try open()
    #expect(recovery.records.map(\.record.id) == ["a", "c"])
    #expect(recovery.damage.count == 1)
  }

  @Test func `segments follow one another, and are written anew when most of them is forgotten`() throws {
    let (journal, _) = try open()
    let ids = (0..<100).map { "event-\($0)" }
    for id in ids { try journal.append(Wire.encode(record(id, size: 30_000))) }
    #expect(try segments.count >= 3)
    try journal.forget(Array(ids.dropLast()))
    #expect(journal.isWasteful(wantedBytes: 30_000))
    try journal.rewrite(with: [record("event-99", size: 30_000)])
    #expect(try segments.count == 1)
    #expect(journal.totalBytes < 40_000)
    try journal.append(Wire.encode(record("later")))
    let (_, recovery) = try open()
    #expect(recovery.records.map(\.record.id) == ["event-99", "later"])
  }

  @Test func `a crash between writing anew and removing the old segments repeats records, which count once`()
    throws
  {
    let (journal, _) = try open()
    for id in ["a", "b"] { try journal.append(Wire.encode(record(id))) }
    let old = try #require(try segments.last)
    let bytes = try Data(contentsOf: old)
    try journal.rewrite(with: [record("a"), record("b")])
    try bytes.write(to: old)
    let (_, recovery) = try open()
    #expect(recovery.records.map(\.record.id) == ["a", "b"])
  }

  @Test
  func `a segment that cannot be read is named and left alone, and what is written meanwhile goes beside it`()
    throws
  {
    try Files.makeDirectory(directory.appendingPathComponent("journal.1").path)
    let (journal, found) = try open()
    #expect(found.damage.count == 1)
    try journal.append(Wire.encode(record("a")))
    let (second, recovery) = try open()
    #expect(recovery.records.map(\.record.id) == ["a"])
    try second.rewrite(with: [])
    #expect(try Files.list(directory.path).sorted() == ["journal.1", "journal.4"])
  }

  @Test func `where no segment can be opened, a write is refused; the next one tries again`() throws {
    let journal = Journal(directory: directory.path)
    #expect(throws: FileError.self) { try journal.recover() }
    #expect(throws: FileError.self) { try journal.append(Wire.encode(record("a"))) }
    try Files.makeDirectory(directory.path)
    try journal.append(Wire.encode(record("b")))
    let (_, recovery) = try open()
    #expect(recovery.records.map(\.record.id) == ["b"])
  }

  @Test
  func `what was recovered is kept when it cannot be written anew, and is not sent twice as two records`()
    throws
  {
    let (journal, _) = try open()
    for id in ["a", "b"] { try journal.append(Wire.encode(record(id))) }
    let file = try #require(try segments.last)
    try (Data(contentsOf: file) + [0x4D, 0x01, 0x10]).write(to: file)
    // Where the new segment would be written first.
    try Files.makeDirectory(directory.appendingPathComponent("journal.2.new").path)
    let (second, recovery) = try open()
    #expect(recovery.records.map(\.record.id) == ["a", "b"])
    #expect(recovery.damage.count == 2)
    try second.append(Wire.encode(record("c")))
    #expect(try open().1.records.map(\.record.id) == ["a", "b", "c"])
  }

  @Test
  func
    `erasing removes every segment that can be removed, names the one that cannot, and the journal goes on`()
    throws
  {
    let (journal, _) = try open()
    try journal.append(Wire.encode(record("a")))
    try Files.makeDirectory(directory.appendingPathComponent("journal.7").path)
    try Data("half".utf8).write(to: directory.appendingPathComponent("journal.2.new"))
    #expect(throws: FileError.self) { try journal.erase() }
    #expect(try Files.list(directory.path) == ["journal.7"])
    try FileManager.default.removeItem(at: directory.appendingPathComponent("journal.7"))
    try journal.erase()
    #expect(journal.totalBytes == 0)
    try journal.append(Wire.encode(record("b")))
    #expect(try open().1.records.map(\.record.id) == ["b"])
  }

  @Test func `a file is replaced as a whole, and what was left by an earlier crash does no harm`() throws {
    try Files.makeDirectory(directory.path)
    let path = directory.appendingPathComponent("state").path
    try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".new"))
    try Files.replace(path, with: Array("one".utf8))
    try Files.replace(path, with: Array("two".utf8))
    #expect(try Files.read(path, limit: 100) == Array("two".utf8))
    #expect(try Files.list(directory.path) == ["state"])
  }

  @Test func `a second client is kept out until the first is gone`() throws {
    var first: Storage? = Storage(directory: directory.path)
    #expect(try first?.claim() == true)
    let second = Storage(directory: directory.path)
    #expect(try second.claim() == false)
    first = nil
    #expect(try second.claim() == true)
  }

  @Test func `a folder that cannot be made is an error that names the operation, not the path`() throws {
    let file = URL.temporary()
    try Data().write(to: file)
    #expect(throws: FileError.self) { try Files.makeDirectory(file.appendingPathComponent("below").path) }
    do {
      try Files.makeDirectory(file.appendingPathComponent("below").path)
    } catch {
      #expect(error.description.hasPrefix("mkdir below: "))
      #expect(!error.description.contains(file.lastPathComponent))
    }
  }
}
