// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// What the cache holds: from addresses to contents.
struct AssetIndex: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var content: AssetContent
    /// What the server calls this version of it.
    var etag: String?
    /// Grows with each use of any asset; the smallest was not used for longest.
    var lastUse: Int
    /// When it was fetched or found to be still right.
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

/// Bytes on the disk, named by what they are: a file, or the folder of an archive.
struct AssetContent: Hashable, Sendable {
  /// SHA-256 of the bytes; of a folder, of the list of its files and their hashes.
  var hash: String
  var type: AssetType
  /// In all files together.
  var bytes: Int
  /// Of an archive's page, inside its folder.
  var page: String?

  /// In the folder of contents.
  var name: String { type.fileExtension.isEmpty ? hash : "\(hash).\(type.fileExtension)" }
}

extension AssetIndex {
  var json: Wire.JSONValue {
    let list = entries.inOrder { $0.value.lastUse < $1.value.lastUse }.map { address, entry -> Wire.JSONValue in
      var fields: [String: Wire.JSONValue] = [
        "address": .string(address), "hash": .string(entry.content.hash), "type": .string(entry.content.type.rawValue),
        "bytes": .int(Int64(entry.content.bytes)), "checked_at": .int(entry.checkedAt.milliseconds),
      ]
      fields["etag"] = entry.etag.map { .string($0) }
      fields["page"] = entry.content.page.map { .string($0) }
      return .object(fields)
    }
    return .object(["version": 1, "entries": .array(list)])
  }

  /// Leaves out what cannot be read: it is fetched again. The order of the list is that of the last uses.
  init(json: Wire.JSONValue) {
    guard json["version"] == 1, case .array(let list)? = json["entries"] else { return }
    for fields in list {
      guard let text = fields["address"]?.string, let address = AssetAddress(text), address.text == text, let hash = fields["hash"]?.string,
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
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
