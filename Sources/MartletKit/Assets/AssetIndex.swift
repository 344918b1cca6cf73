// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The contents of the cache by address.
struct AssetIndex: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var content: AssetContent
    /// The server's name for this version.
    var etag: String?
    /// Increases with each use of any asset. The smallest value is the least recently used.
    var lastUse: Int
    /// When the asset was fetched or last confirmed.
    var checkedAt: Instant
  }

  private(set) var entries: [String: Entry] = [:]
  private(set) var lastUse = 0

  subscript(address: String) -> Entry? { entries[address] }

  mutating func set(_ content: AssetContent, etag: String?, for address: String, at now: Instant) {
    lastUse += 1
    entries[address] = Entry(content: content, etag: etag, lastUse: lastUse, checkedAt: now)
  }

  mutating func wasUsed(_ address: String) {
    lastUse += 1
    entries[address]?.lastUse = lastUse
  }

  mutating func wasChecked(_ address: String, at now: Instant) {
    entries[address]?.checkedAt = now
  }

  mutating func remove(_ address: String) {
    entries[address] = nil
  }

  mutating func removeAll(of content: AssetContent) {
    entries = entries.filter { $0.value.content.name != content.name }
  }
}

/// Content on the disk, named by its hash: a file, or the folder of an archive.
struct AssetContent: Hashable, Sendable {
  /// The SHA-256 of the bytes. For a folder, of the list of its files and their hashes.
  var hash: String
  var type: AssetType
  /// The size of all files together.
  var bytes: Int
  /// The path of an archive's page inside its folder.
  var page: String?

  /// The name in the folder of contents.
  var name: String { type.fileExtension.isEmpty ? hash : "\(hash).\(type.fileExtension)" }
}

extension AssetIndex {
  var json: Wire.JSONValue {
    let list = entries.inOrder { $0.value.lastUse < $1.value.lastUse }.map {
      address, entry -> Wire.JSONValue in
      var fields: [String: Wire.JSONValue] = [
        "address": .string(address), "hash": .string(entry.content.hash),
        "type": .string(entry.content.type.rawValue),
        "bytes": .int(Int64(entry.content.bytes)), "checked_at": .int(entry.checkedAt.milliseconds),
      ]
      fields["etag"] = entry.etag.map { .string($0) }
      fields["page"] = entry.content.page.map { .string($0) }
      return .object(fields)
    }
    return .object(["version": 1, "entries": .array(list)])
  }

  /// Skips entries that cannot be read, so they are fetched again. The list is ordered by last use.
  init(json: Wire.JSONValue) {
    guard json["version"] == 1, case .array(let list)? = json["entries"] else { return }
    for fields in list {
      guard let text = fields["address"]?.string, let address = AssetAddress(text), address.text == text,
        let hash = fields["hash"]?.string,
        hash.utf8.count == 64, hash.utf8.allSatisfy(Self.isHexadecimal),
        let type = fields["type"]?.string.flatMap(AssetType.init(rawValue:)),
        case .int(let bytes)? = fields["bytes"], bytes >= 0, case .int(let checkedAt)? = fields["checked_at"]
      else { continue }
      let page = fields["page"]?.string
      guard page.map({ ArchivePath($0) != nil }) ?? true else { continue }
      let content = AssetContent(hash: hash, type: type, bytes: Int(bytes), page: page)
      set(content, etag: fields["etag"]?.string, for: text, at: Instant(milliseconds: checkedAt))
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
