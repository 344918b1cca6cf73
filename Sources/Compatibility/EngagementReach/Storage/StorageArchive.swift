// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes of a storage: a mark, a checksum, and the entries. Bytes that were damaged are
/// recognised before they are read.
///
/// Numbers have 8 bytes, the lowest first: the checksum of all that follows, the version, the last
/// uid, and for each entry its uid and its length.
struct StorageArchive {
  var version: Int
  /// The last uid that was given away. It is not used again.
  var lastUID: UInt
  var entries: [Entry]

  struct Entry {
    var uid: UInt
    /// The object, archived.
    var data: Data
  }

  /// Why bytes are no storage.
  enum Damage: Error, Equatable, CustomStringConvertible {
    case size, mark, checksum, entries

    var description: String {
      switch self {
      case .size: "It has a wrong size."
      case .mark: "It does not begin as a storage does."
      case .checksum: "Its checksum is wrong."
      case .entries: "Its entries cannot be read."
      }
    }
  }

  private static let mark = Data("AESTORE1".utf8)
  private static let headBytes = 32
  /// More than the largest storage with what surrounds its objects.
  private static let maximumBytes = 2 * AEStorage.maximumBytes

  init(version: Int, lastUID: UInt, entries: [Entry]) {
    (self.version, self.lastUID, self.entries) = (version, lastUID, entries)
  }

  var bytes: Data {
    var body = Self.bytes(of: UInt64(bitPattern: Int64(version))) + Self.bytes(of: UInt64(lastUID))
    for entry in entries {
      body += Self.bytes(of: UInt64(entry.uid)) + Self.bytes(of: UInt64(entry.data.count)) + entry.data
    }
    return Self.mark + Self.bytes(of: Self.checksum(body)) + body
  }

  init(_ bytes: Data) throws(Damage) {
    guard (Self.headBytes...Self.maximumBytes).contains(bytes.count) else { throw .size }
    guard bytes.prefix(8).elementsEqual(Self.mark) else { throw .mark }
    var rest = bytes.dropFirst(8)
    guard Self.number(&rest) == Self.checksum(rest) else { throw .checksum }
    // There is a uid after the last one.
    guard let version = Int(exactly: Int64(bitPattern: Self.number(&rest) ?? 0)),
      let last = UInt(exactly: Self.number(&rest) ?? 0),
      last < .max
    else { throw .entries }
    (self.version, lastUID) = (version, last)
    entries = []
    while !rest.isEmpty {
      // Later entries have larger uids. Others would not be found again.
      guard let uid = Self.number(&rest), let count = Self.number(&rest), count <= rest.count,
        uid > entries.last?.uid ?? 0, uid <= lastUID
      else { throw .entries }
      entries.append(Entry(uid: UInt(uid), data: Data(rest.prefix(Int(count)))))
      rest = rest.dropFirst(Int(count))
    }
  }

  private static func bytes(of number: UInt64) -> Data {
    Data((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  /// Takes a number from the beginning. nil if there are not enough bytes.
  private static func number(_ bytes: inout Data) -> UInt64? {
    guard bytes.count >= 8 else { return nil }
    defer { bytes = bytes.dropFirst(8) }
    return bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// FNV-1a. It finds damage, and not what somebody changed on purpose.
  static func checksum(_ body: Data) -> UInt64 {
    body.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
