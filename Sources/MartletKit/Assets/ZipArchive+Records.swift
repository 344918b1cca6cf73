// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension ZipArchive {
  /// Reads little-endian numbers, and never beyond the end.
  struct Reader {
    let bytes: [UInt8]
    var position: Int
    let end: Int

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard position >= 0, count >= 0, end <= bytes.count, count <= end - position else { return nil }
      defer { position += count }
      return bytes[position..<position + count]
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    mutating func uint16() -> Int? { take(2).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } } }

    mutating func uint32() -> Int? { take(4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } } }
  }

  /// Finds the list of entries from the record at the end.
  static func findEnd(_ bytes: [UInt8]) throws(Problem) -> (start: Int, length: Int, count: Int) {
    // 22 bytes, followed by a comment of up to 65,535 bytes that must end with the archive.
    var position = bytes.count - 22
    let first = max(0, position - 65_535)
    while position >= first {
      defer { position -= 1 }
      guard bytes[position] == 0x50, bytes[position + 1] == 0x4B else { continue }
      var reader = Reader(bytes: bytes, position: position, end: bytes.count)
      guard reader.uint32() == 0x0605_4B50, let disk = reader.uint16(), let listDisk = reader.uint16(),
        let here = reader.uint16(),
        let count = reader.uint16(), let length = reader.uint32(), let start = reader.uint32(),
        let comment = reader.uint16(),
        comment == bytes.count - position - 22
      else { continue }
      guard disk != 0xFFFF, count != 0xFFFF, length != 0xFFFF_FFFF, start != 0xFFFF_FFFF else {
        throw .tooModern
      }
      guard disk == 0, listDisk == 0, here == count else { throw .severalDisks }
      guard start + length == position else { throw .damaged("the list of entries") }
      return (start, length, count)
    }
    throw .notAnArchive
  }

  /// Reads the next entry of the list. nil for folders and for files that operating systems add.
  static func readEntry(_ reader: inout Reader, _ limits: Limits) throws(Problem) -> Entry? {
    guard reader.uint32() == 0x0201_4B50, reader.skip(1), let system = reader.take(1)?.first, reader.skip(2),
      let flags = reader.uint16(),
      let method = reader.uint16(), reader.skip(4), let checksum = reader.uint32(),
      let compressedBytes = reader.uint32(),
      let bytes = reader.uint32(), let nameLength = reader.uint16(), let extraLength = reader.uint16(),
      let commentLength = reader.uint16(),
      let disk = reader.uint16(), reader.skip(2), let attributes = reader.uint32(),
      let offset = reader.uint32(),
      let raw = reader.take(nameLength), reader.skip(extraLength), reader.skip(commentLength)
    else { throw .damaged("the list of entries") }
    // Decoding changes a name that is not UTF-8. (`String(validating:as:)` needs newer systems than
    // this package supports.)
    let name = String(decoding: raw, as: UTF8.self)
    guard name.utf8.elementsEqual(raw) else { throw .path("a name that is not UTF-8") }
    guard disk == 0 else { throw .severalDisks }
    guard bytes != 0xFFFF_FFFF, compressedBytes != 0xFFFF_FFFF, offset != 0xFFFF_FFFF else {
      throw .tooModern
    }

    // A folder's name ends in a slash, and is checked like any other.
    let isFolder = name.hasSuffix("/")
    guard let path = ArchivePath(isFolder ? String(name.dropLast()) : name) else { throw .path(name) }
    if path.isSystems { return nil }
    // Encrypted: bit 0, bit 6 and bit 13.
    guard flags & 0x2041 == 0 else { throw .encrypted(name) }
    // Unix and macOS store the kind of file in the upper half.
    if system == 3 || system == 19 {
      let kind = (attributes >> 16) & 0xF000
      guard kind == 0 || kind == (isFolder ? 0x4000 : 0x8000) else { throw .link(name) }
    }
    if isFolder {
      guard bytes == 0 else { throw .damaged(name) }
      return nil
    }
    guard method == 0 || method == 8 else { throw .compression(name, method: method) }
    guard method == 8 || bytes == compressedBytes else { throw .damaged(name) }
    guard bytes <= limits.entryBytes else { throw .entryTooLarge(name) }
    guard bytes <= limits.ratioCountsFrom || bytes / limits.ratio <= compressedBytes else {
      throw .ratio(name)
    }
    return Entry(
      path: path, isDeflated: method == 8, checksum: UInt32(checksum), compressedBytes: compressedBytes,
      bytes: bytes, offset: offset)
  }
}

/// A path of a file inside an archive. It cannot lead outside: it is relative, with plain
/// components, and of limited length and depth.
struct ArchivePath: Equatable, Sendable {
  static let maximumBytes = 1_024
  static let maximumComponentBytes = 255
  static let maximumDepth = 16

  let text: String
  var components: [String] { text.split(separator: "/").map(String.init) }

  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumBytes else { return nil }
    // Backslashes and colons separate folders and drives on other systems. Control characters and
    // NUL can truncate names.
    for scalar in text.unicodeScalars
    where scalar == "\\" || scalar == ":" || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
      return nil
    }
    let components = text.split(separator: "/", omittingEmptySubsequences: false)
    guard components.count <= Self.maximumDepth else { return nil }
    for component in components {
      guard !component.isEmpty, component != ".", component != "..",
        component.utf8.count <= Self.maximumComponentBytes
      else { return nil }
    }
    self.text = text
  }

  /// The form for comparisons on file systems that ignore case and Unicode normalisation. The
  /// standard library already ignores the latter.
  var folded: String { text.lowercased() }

  /// The parent folders, outermost first.
  var parents: [String] {
    let components = components
    return components.indices.dropFirst().map { components[..<$0].joined(separator: "/") }
  }

  /// Whether macOS or another system added this file.
  var isSystems: Bool {
    let components = components
    return components.first == "__MACOSX" || components.last == ".DS_Store"
      || components.last?.lowercased() == "thumbs.db"
  }
}
