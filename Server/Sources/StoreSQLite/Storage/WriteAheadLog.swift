// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads the file of a write-ahead log as SQLite describes it
/// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log), to check that it is intact.
///
/// A running SQLite trusts the frames that it wrote; it verifies their checksums only after a
/// crash.
enum WriteAheadLog {
  private static let headerBytes = 32
  private static let frameHeaderBytes = 24

  /// The present header, which changes each time the log begins anew. Empty or short when there is
  /// none. nil when the file cannot be opened.
  static func header(path: String) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    return (try? handle.read(upToCount: headerBytes)) ?? Data()
  }

  /// How many frames with a correct checksum follow the header: at least those that are in use. nil
  /// when the file cannot be opened.
  static func countOfWholeFrames(path: String) -> Int? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    guard let header = try? handle.read(upToCount: headerBytes), header.count == headerBytes else { return 0 }
    let words = Words(header)
    let magic = words[0]
    guard magic == 0x377F_0682 || magic == 0x377F_0683, words[1] == 3_007_000 else { return 0 }
    let isBigEndian = magic & 1 == 1
    let pageBytes = Int(words[2])
    guard (512...65_536).contains(pageBytes) else { return 0 }
    var sum = Checksum(isBigEndian: isBigEndian)
    sum.add(header.prefix(24))
    guard sum.first == words[6], sum.second == words[7] else { return 0 }
    let salt = (words[4], words[5])
    var count = 0
    while let frame = try? handle.read(upToCount: frameHeaderBytes + pageBytes),
      frame.count == frameHeaderBytes + pageBytes
    {
      let words = Words(frame.prefix(frameHeaderBytes))
      guard words[2] == salt.0, words[3] == salt.1 else { break }
      sum.add(frame.prefix(8))
      sum.add(frame.dropFirst(frameHeaderBytes))
      guard sum.first == words[4], sum.second == words[5] else { break }
      count += 1
    }
    return count
  }

  /// Big-endian words of 32 bits.
  private struct Words {
    private let bytes: [UInt8]

    init(_ data: Data) { bytes = Array(data) }

    subscript(index: Int) -> UInt32 {
      bytes[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private struct Checksum {
    let isBigEndian: Bool
    var first: UInt32 = 0
    var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ data: Data) {
      data.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
          first &+= word(bytes, offset) &+ second
          second &+= word(bytes, offset + 4) &+ first
        }
      }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
  }
}
