// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Reads an archive (APPNOTE 6.3: stored and deflated entries) without trusting its content.
///
/// The list at the end is authoritative, and each entry must agree with it. An archive is refused
/// as a whole for encryption, several disks, sizes beyond 4 GB, other compression methods, paths
/// that lead outside, links, duplicate names, overlapping entries, or exceeded limits. Files that
/// operating systems add (`__MACOSX`, `.DS_Store`) and folders are skipped.
struct ZipArchive {
  struct Limits: Equatable, Sendable {
    var entries = 1_000
    /// Of one entry, uncompressed.
    var entryBytes = 20 * 1_048_576
    /// Of all entries, uncompressed.
    var totalBytes = 20 * 1_048_576
    /// The maximum compression ratio of an entry. Small entries are exempt.
    var ratio = 200
    var ratioCountsFrom = 65_536
  }

  struct Problem: Error, Equatable, CustomStringConvertible {
    let description: String
    var isAboutSize = false

    static let notAnArchive = Self(description: "the end of the archive is missing")
    static let severalDisks = Self(description: "the archive has several parts")
    static let tooModern = Self(description: "the archive has sizes beyond 4 GB")
    static let tooManyEntries = Self(description: "too many entries", isAboutSize: true)
    static let totalTooLarge = Self(description: "too large when unpacked", isAboutSize: true)
    static func encrypted(_ name: String) -> Self { Self(description: "\(name) is encrypted") }
    static func compression(_ name: String, method: Int) -> Self {
      Self(description: "\(name) uses compression method \(method)")
    }
    static func path(_ name: String) -> Self { Self(description: "\(name) is not a path inside the archive") }
    static func link(_ name: String) -> Self { Self(description: "\(name) is a link or a device") }
    static func duplicate(_ name: String) -> Self { Self(description: "\(name) appears twice") }
    static func overlap(_ name: String) -> Self { Self(description: "\(name) overlaps another entry") }
    static func damaged(_ name: String) -> Self { Self(description: "\(name) is damaged") }
    static func entryTooLarge(_ name: String) -> Self {
      Self(description: "\(name) is too large", isAboutSize: true)
    }
    static func ratio(_ name: String) -> Self {
      Self(description: "\(name) has a suspicious compression ratio", isAboutSize: true)
    }
  }

  /// A file. Folders follow from paths.
  struct Entry: Equatable {
    var path: ArchivePath
    var isDeflated: Bool
    var checksum: UInt32
    var compressedBytes: Int
    var bytes: Int
    /// The offset of its header.
    var offset: Int
    /// The offset of its content, after the header.
    var contentOffset = 0
  }

  private let bytes: [UInt8]
  private(set) var entries: [Entry] = []

  init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Problem) {
    self.bytes = bytes
    let end = try Self.findEnd(bytes)
    guard end.count <= limits.entries else { throw .tooManyEntries }
    var reader = Reader(bytes: bytes, position: end.start, end: end.start + end.length)
    for _ in 0..<end.count {
      if let entry = try Self.readEntry(&reader, limits) { entries.append(entry) }
    }
    guard reader.position == reader.end else { throw .damaged("the list of entries") }
    guard entries.reduce(0, { $0 + $1.bytes }) <= limits.totalBytes else { throw .totalTooLarge }
    try checkNames()
    try findContents(before: end.start)
  }

  /// The page: `index.html` at the top level, or in the only folder at the top level.
  var page: String? {
    let paths = Set(entries.map(\.path.text))
    if paths.contains("index.html") { return "index.html" }
    let tops = Set(entries.map { $0.path.components[0] })
    guard tops.count == 1, let top = tops.first, paths.contains(top + "/index.html") else { return nil }
    return top + "/index.html"
  }

  /// The uncompressed bytes, checked against length and checksum.
  func content(of entry: Entry) throws(Problem) -> [UInt8] {
    let compressed = bytes[entry.contentOffset..<entry.contentOffset + entry.compressedBytes]
    let content = entry.isDeflated ? Deflate.inflate(compressed, count: entry.bytes) : Array(compressed)
    guard let content, content.count == entry.bytes, Deflate.checksum(content) == entry.checksum else {
      throw .damaged(entry.path.text)
    }
    return content
  }

  // MARK: - Checks across entries

  /// Compares names as the least strict file system does.
  private func checkNames() throws(Problem) {
    var files: Set<String> = []
    var folders: Set<String> = []
    for entry in entries {
      guard files.insert(entry.path.folded).inserted else { throw .duplicate(entry.path.text) }
      for parent in entry.path.parents { folders.insert(parent.lowercased()) }
    }
    for entry in entries where folders.contains(entry.path.folded) { throw .duplicate(entry.path.text) }
  }

  private mutating func findContents(before end: Int) throws(Problem) {
    for index in entries.indices {
      let name = entries[index].path.text
      var reader = Reader(bytes: bytes, position: entries[index].offset, end: end)
      guard reader.uint32() == 0x0403_4B50, reader.skip(2), let flags = reader.uint16(),
        let method = reader.uint16(), reader.skip(16),
        let nameLength = reader.uint16(), let extraLength = reader.uint16(),
        let local = reader.take(nameLength), reader.skip(extraLength),
        method == (entries[index].isDeflated ? 8 : 0), local.elementsEqual(name.utf8),
        reader.position + entries[index].compressedBytes <= end
      else { throw .damaged(name) }
      guard flags & 0x2041 == 0 else { throw .encrypted(name) }
      entries[index].contentOffset = reader.position
    }
    var occupied = 0
    for entry in entries.inOrder(by: { $0.offset < $1.offset }) {
      guard entry.offset >= occupied else { throw .overlap(entry.path.text) }
      occupied = entry.contentOffset + entry.compressedBytes
    }
  }
}
