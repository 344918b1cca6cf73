// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Makes archives, right ones and every kind of wrong one.
struct ZipMaker {
  struct File {
    var name: [UInt8]
    var content: [UInt8]
    var isDeflated: Bool
    var flags = 0
    /// Upper half of the attributes, as Unix writes it: 0o100644 is a plain file.
    var mode = 0o100644
    /// As the lists say it, when it is not the truth.
    var method: Int?
    var statedBytes: Int?
    var statedChecksum: UInt32?
    var statedOffset: Int?
    var localName: [UInt8]?
    /// Length and checksum stand behind the content, as streaming programs write them.
    var isStreamed = false
    var disk = 0

    init(
      _ name: String, _ content: [UInt8] = [], isDeflated: Bool = true,
      _ change: (inout File) -> Void = { _ in }
    ) {
      self.name = Array(name.utf8)
      self.content = content
      self.isDeflated = isDeflated
      change(&self)
    }
  }

  var files: [File]
  var comment: [UInt8] = []
  var disk = 0
  var statedCount: Int?
  /// Before the first entry, as programs that unpack themselves have it.
  var prefix: [UInt8] = []

  init(_ files: [File]) {
    self.files = files
  }

  func make() throws -> [UInt8] {
    var archive = prefix
    var list: [UInt8] = []
    for file in files {
      let compressed = file.isDeflated ? try Self.deflate(file.content) : file.content
      let checksum = file.statedChecksum ?? Deflate.checksum(file.content)
      let bytes = file.statedBytes ?? file.content.count
      let method = file.method ?? (file.isDeflated ? 8 : 0)
      let offset = archive.count
      let local = file.localName ?? file.name
      let flags = file.flags | (file.isStreamed ? 8 : 0)
      archive +=
        Self.number(0x0403_4B50, 4) + Self.number(20, 2) + Self.number(flags, 2) + Self.number(method, 2)
        + Self.number(0, 4)
      for value in [Int(checksum), compressed.count, bytes] {
        archive += Self.number(file.isStreamed ? 0 : value, 4)
      }
      archive += Self.number(local.count, 2) + Self.number(0, 2) + local + compressed
      if file.isStreamed {
        archive +=
          Self.number(0x0807_4B50, 4) + Self.number(Int(checksum), 4) + Self.number(compressed.count, 4)
          + Self.number(bytes, 4)
      }
      list +=
        Self.number(0x0201_4B50, 4) + [20, 3] + Self.number(20, 2) + Self.number(flags, 2)
        + Self.number(method, 2) + Self.number(0, 4)
      list += Self.number(Int(checksum), 4) + Self.number(compressed.count, 4) + Self.number(bytes, 4)
      list +=
        Self.number(file.name.count, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(file.disk, 2)
        + Self.number(0, 2)
      list += Self.number(file.mode << 16, 4) + Self.number(file.statedOffset ?? offset, 4) + file.name
    }
    let start = archive.count
    archive += list + Self.number(0x0605_4B50, 4) + Self.number(disk, 2) + Self.number(disk, 2)
    archive += Self.number(statedCount ?? files.count, 2) + Self.number(statedCount ?? files.count, 2)
    return archive + Self.number(list.count, 4) + Self.number(start, 4) + Self.number(comment.count, 2)
      + comment
  }

  /// What is inside a gzip member, without its header of 10 bytes and its end of 8.
  static func deflate(_ bytes: [UInt8]) throws -> [UInt8] {
    Array(try Wire.Gzip.compress(bytes).dropFirst(10).dropLast(8))
  }

  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
