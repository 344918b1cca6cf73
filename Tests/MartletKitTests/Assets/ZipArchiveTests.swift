// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import TestSupport
import Testing

@testable import MartletKit

@Suite struct ZipArchiveTests {
  private typealias File = ZipMaker.File

  private static let text = Array(String(repeating: "the same again ", count: 200).utf8)

  /// Reads everything, as the SDK does.
  private func unpack(_ bytes: [UInt8], _ limits: ZipArchive.Limits = .init()) throws -> [String: [UInt8]] {
    let archive = try ZipArchive(bytes, limits: limits)
    var files: [String: [UInt8]] = [:]
    for entry in archive.entries { files[entry.path.text] = try archive.content(of: entry) }
    return files
  }

  @Test func `stored, deflated, empty and streamed entries come out as they went in, with any comment`()
    throws
  {
    var maker = ZipMaker([
      File("index.html", Array("<html>".utf8), isDeflated: false), File("css/site.css", Self.text),
      File("empty", [], isDeflated: false),
      File("empty-deflated", []), File("streamed.js", Self.text) { $0.isStreamed = true },
      File("bilder/schön.txt", [1, 2, 3]),
    ])
    maker.comment = Array("PK\u{05}\u{06} is how the end begins".utf8)
    let files = try unpack(maker.make())
    #expect(files.count == 6)
    #expect(files["index.html"] == Array("<html>".utf8))
    #expect(files["css/site.css"] == Self.text && files["streamed.js"] == Self.text)
    #expect(files["empty"] == [] && files["empty-deflated"] == [])
    #expect(files["bilder/schön.txt"] == [1, 2, 3])
  }

  @Test func `folders and what systems add of their own are left out`() throws {
    let maker = ZipMaker([
      File("img/", [], isDeflated: false) { $0.mode = 0o040755 }, File("img/a.png", [1]),
      File("__MACOSX/img/._a.png", [2]),
      File("img/.DS_Store", [3]), File("Thumbs.db", [4]),
    ])
    #expect(try unpack(maker.make()).keys.sorted() == ["img/a.png"])
  }

  @Test(
    arguments: [
      (["index.html", "a/index.html"], "index.html"), (["site/index.html", "site/a.css"], "site/index.html"),
      (["site/index.html", "other/a.css"], nil), (["a.html"], nil), (["a/b/index.html"], nil),
    ] as [([String], String?)])
  func `the page is index.html at the top, or in the only folder at the top`(names: [String], page: String?)
    throws
  {
    #expect(try ZipArchive(ZipMaker(names.map { File($0, [1]) }).make()).page == page)
  }

  @Test(
    arguments: [
      "/etc/passwd", "../up", "a/../../up", "a/..", "./a", "a/./b", "a//b", "C:\\a", "C:a", "a\\b", "a\u{0}b",
      "a\nb", "a/\u{7F}", "",
      String(repeating: "x", count: 256), String(repeating: "x/", count: 16) + "x",
      String(repeating: "long/", count: 15) + "../x",
    ])
  func `paths that lead elsewhere, or mean something else elsewhere, are refused`(name: String) throws {
    let bytes = try ZipMaker([File("a", [1]), File(name, [1])]).make()
    #expect(throws: ZipArchive.Problem.path(name)) { try ZipArchive(bytes) }
  }

  @Test func `a name that is not UTF-8 is refused`() throws {
    let bytes = try ZipMaker([File("a", [1]) { $0.name = [0x61, 0xFF] }]).make()
    #expect(throws: ZipArchive.Problem.path("a name that is not UTF-8")) { try ZipArchive(bytes) }
  }

  @Test(arguments: [0o120777, 0o060644, 0o020644, 0o010644, 0o140644, 0o040755])
  func `links, devices and sockets are refused`(mode: Int) throws {
    let bytes = try ZipMaker([File("a", [1]) { $0.mode = mode }]).make()
    #expect(throws: ZipArchive.Problem.link("a")) { try ZipArchive(bytes) }
  }

  @Test(arguments: [0x1, 0x41, 0x2001])
  func `what is encrypted is refused, whichever bit says it`(flags: Int) throws {
    let bytes = try ZipMaker([File("a", [1]) { $0.flags = flags }]).make()
    #expect(throws: ZipArchive.Problem.encrypted("a")) { try ZipArchive(bytes) }
  }

  @Test(arguments: [1, 9, 12, 14, 93, 99])
  func `a compression other than deflate is refused`(method: Int) throws {
    let bytes = try ZipMaker([File("a", [1]) { $0.method = method }]).make()
    #expect(throws: ZipArchive.Problem.compression("a", method: method)) { try ZipArchive(bytes) }
  }

  @Test(
    arguments: [("a", "a"), ("a", "A"), ("ä", "a\u{308}"), ("a", "a/b"), ("A/b", "a")])
  func `two entries that some file system takes for one are refused`(first: String, second: String) throws {
    let bytes = try ZipMaker([File(first, [1]), File(second, [2])]).make()
    #expect { try ZipArchive(bytes) } throws: { error in
      error as? ZipArchive.Problem == .duplicate(first) || error as? ZipArchive.Problem == .duplicate(second)
    }
  }

  @Test func `entries over one another are refused, as bombs have them`() throws {
    let bytes = try ZipMaker([
      File("a", Self.text),
      File("a", Self.text) {
        $0.name = [0x62]
        $0.localName = [0x61]
        $0.statedOffset = 0
      },
    ]).make()
    #expect(throws: ZipArchive.Problem.self) { try ZipArchive(bytes) }
    // With the same name, so that only the place is wrong.
    let inner = try ZipMaker([File("b", Self.text)]).make()
    let outer = try ZipMaker([
      File("a", inner, isDeflated: false), File("b", Self.text) { $0.statedOffset = 31 },
    ]).make()
    #expect(throws: ZipArchive.Problem.overlap("b")) { try ZipArchive(outer) }
  }

  @Test func `several disks, and sizes beyond 4 GB, are refused by name`() throws {
    var maker = ZipMaker([File("a", [1])])
    maker.disk = 1
    #expect(throws: ZipArchive.Problem.severalDisks) { try ZipArchive(maker.make()) }
    maker.disk = 0
    maker.statedCount = 0xFFFF
    #expect(throws: ZipArchive.Problem.tooModern) { try ZipArchive(maker.make()) }
    maker = ZipMaker([File("a", [1]) { $0.disk = 1 }])
    #expect(throws: ZipArchive.Problem.severalDisks) { try ZipArchive(maker.make()) }
    maker = ZipMaker([File("a", [1]) { $0.statedBytes = 0xFFFF_FFFF }])
    #expect(throws: ZipArchive.Problem.tooModern) { try ZipArchive(maker.make()) }
  }

  @Test func `the limits hold: entries, one entry, all together, and the ratio of a bomb`() throws {
    let many = try ZipMaker((0..<20).map { File("\($0)", [UInt8](repeating: 7, count: 100)) }).make()
    #expect(throws: ZipArchive.Problem.tooManyEntries) { try ZipArchive(many, limits: .init(entries: 19)) }
    #expect(throws: ZipArchive.Problem.entryTooLarge("0")) {
      try ZipArchive(many, limits: .init(entryBytes: 99))
    }
    #expect(throws: ZipArchive.Problem.totalTooLarge) {
      try ZipArchive(many, limits: .init(totalBytes: 1_999))
    }
    #expect(try unpack(many, .init(entries: 20, entryBytes: 100, totalBytes: 2_000)).count == 20)
    let bomb = try ZipMaker([File("zeros", [UInt8](repeating: 0, count: 2_000_000))]).make()
    #expect(bomb.count < 3_000)
    #expect(throws: ZipArchive.Problem.ratio("zeros")) { try ZipArchive(bomb) }
  }

  @Test(arguments: [0, 1, 2_999, 3_001, 60_000])
  func `a length that is a lie is found before more memory is used than it states`(bytes: Int) throws {
    let archive = try ZipMaker([File("a", Self.text) { $0.statedBytes = bytes }]).make()
    #expect(Self.text.count == 3_000)
    #expect(throws: ZipArchive.Problem.damaged("a")) { try unpack(archive) }
  }

  @Test
  func
    `a checksum that does not fit, a local header that disagrees, and bytes before the first entry are damage`()
    throws
  {
    let checksum = try ZipMaker([File("a", Self.text) { $0.statedChecksum = 5 }]).make()
    #expect(throws: ZipArchive.Problem.damaged("a")) { try unpack(checksum) }
    let name = try ZipMaker([File("a", Self.text) { $0.localName = [0x62] }]).make()
    #expect(throws: ZipArchive.Problem.damaged("a")) { try unpack(name) }
    let offset = try ZipMaker([File("a", Self.text) { $0.statedOffset = 1_000_000 }]).make()
    #expect(throws: ZipArchive.Problem.damaged("a")) { try unpack(offset) }
    let count = try {
      var maker = ZipMaker([File("a", Self.text), File("b", Self.text)])
      maker.statedCount = 1
      return try maker.make()
    }()
    #expect(throws: ZipArchive.Problem.damaged("the list of entries")) { try ZipArchive(count) }
  }

  @Test func `cut anywhere, an archive is refused and never half read`() throws {
    let whole = try ZipMaker([File("index.html", Self.text), File("b", [1, 2, 3], isDeflated: false)]).make()
    for length in 0..<whole.count {
      #expect(throws: ZipArchive.Problem.self, "cut at \(length)") { try unpack(Array(whole[..<length])) }
    }
  }

  @Test func `mutated archives never crash, never pass a limit, and never give a path that leads elsewhere`()
    throws
  {
    var accepted = 0
    for seed in PropertyCases.seeds(full: 3_000) {
      var random = SeededGenerator(seed: seed)
      let bytes = try Self.mutated(&random)
      let limits = ZipArchive.Limits(entries: 10, entryBytes: 500, totalBytes: 900)
      guard let archive = try? ZipArchive(bytes, limits: limits) else { continue }
      accepted += 1
      var total = 0
      for entry in archive.entries {
        if ArchivePath(entry.path.text) == nil { Issue.record("seed \(seed): \(entry.path.text)") }
        total += (try? archive.content(of: entry))?.count ?? 0
      }
      if archive.entries.count > limits.entries || total > limits.totalBytes {
        Issue.record("seed \(seed): beyond the limits")
      }
    }
    // Not all may be refused, or nothing behind the first look would be tried.
    #expect(accepted > 0)
  }

  /// A right archive with one to eight mistakes.
  private static func mutated(_ random: inout SeededGenerator) throws -> [UInt8] {
    let files = random.array(0...5) { random in
      let name = random.element(of: [
        "index.html", "a/b.css", "a/c", "__MACOSX/x", "deep/er/still", "f/", "ü",
      ])
      let content = random.array(0...200) { UInt8($0.int(0...3)) }
      return File(
        name, name.hasSuffix("/") ? [] : content, isDeflated: !name.hasSuffix("/") && random.oneIn(2)
      ) {
        if name.hasSuffix("/") { $0.mode = 0o040755 }
      }
    }
    var bytes = try ZipMaker(files).make()
    for _ in 0..<random.int(1...8) {
      switch random.int(0...4) {
      case 0: bytes[random.int(0...(bytes.count - 1))] = UInt8(random.int(0...255))
      case 1: bytes[random.int(0...(bytes.count - 1))] ^= 1 << UInt8(random.int(0...7))
      case 2: bytes.remove(at: random.int(0...(bytes.count - 1)))
      case 3:
        bytes.insert(
          contentsOf: random.array(0...9) { UInt8($0.int(0...255)) }, at: random.int(0...bytes.count))
      default:
        let at = random.int(0...(bytes.count - 1))
        let value = random.element(
          of: [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0, 0, 0, 0x80], [0x50, 0x4B, 5, 6]] as [[UInt8]])
        for (step, byte) in value.enumerated() where at + step < bytes.count { bytes[at + step] = byte }
      }
      if bytes.isEmpty { bytes = [0] }
    }
    return bytes
  }
}
