// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import EngagementReach

@Suite("Storages of modules that move in")
struct StorageTests {
  private let folder = URL.temporaryFolder()
  private let log = Lines()

  private func storage(_ name: String = "coupons", version: Int = 1, autoSync: Bool = true) -> AEStorage {
    AEStorage(FilePlace(name: name, folder: folder), version: version, autoSync: autoSync, log: log.add)
  }

  private func texts(_ storage: AEStorage) -> [String] { storage.map { $0.data as? String ?? "\($0.data)" } }

  @Test func `objects are there at the next launch, in the order in which they came`() {
    let first = storage()
    #expect(first.put("a" as NSString) == 1)
    first.putAll(["b" as NSString, "c" as NSString])
    first.remove(2)
    let second = storage()
    #expect(texts(second) == ["a", "c"])
    #expect(second.map(\.uid) == [1, 3])
    #expect(second.put("d" as NSString) == 4)
    #expect(log.lines.isEmpty)
  }

  @Test func `numbers, dates, data, lists and dictionaries come back as they were`() throws {
    let value: NSDictionary = [
      "n": 1.5, "d": Date(timeIntervalSince1970: 5), "b": Data([1, 2]), "l": [1, "x"] as NSArray,
    ]
    storage().put(value)
    #expect(try #require(storage().entries.first?.data as? NSDictionary) == value)
  }

  @Test func `a message of a push can be kept`() throws {
    storage().put(
      AEPushMessage(userInfo: [
        "martlet": ["delivery_id": "d", "url": "https://example.test"], "aps": ["alert": "Hello"],
      ]))
    let read = try #require(storage().entries.first?.data as? AEPushMessage)
    #expect(read.messageId == "d")
    #expect(read.reachValues["url"] as? String == "https://example.test")
    #expect((read.payload["aps"] as? [String: Any])?["alert"] as? String == "Hello")
  }

  @Test func `the uid of a removed entry is not used again, also after another launch`() {
    let first = storage()
    first.put("a" as NSString)
    first.clear()
    #expect(first.entries.isEmpty)
    #expect(storage().put("b" as NSString) == 2)
  }

  @Test func `without autoSync, only synchronize writes`() {
    let first = storage(autoSync: false)
    first.put("a" as NSString)
    #expect(storage().entries.isEmpty)
    first.synchronize()
    #expect(texts(storage()) == ["a"])
  }

  @Test func `another version of the objects empties the storage`() {
    storage(version: 1).put("a" as NSString)
    #expect(storage(version: 2).entries.isEmpty)
  }

  @Test func `a full storage lets its oldest entries go, and tells its delegate which`() {
    let delegate = Evicted()
    let storage = storage()
    storage.setDelegate(delegate)
    storage.setCapacity(2)
    for text in ["a", "b", "c"] { storage.put(text as NSString) }
    #expect(texts(storage) == ["b", "c"])
    storage.setCapacity(1)
    #expect(texts(storage) == ["c"])
    #expect(delegate.uids == [1, 2])
    storage.setCapacity(0)
    storage.put("d" as NSString)
    #expect(storage.entries.isEmpty)
    #expect(texts(self.storage()) == [])
  }

  @Test func `without a capacity of its own, a storage has room for 64 entries`() {
    let storage = storage(autoSync: false)
    storage.putAll((0..<70).map { "\($0)" as NSString })
    #expect(storage.entries.count == 64)
    #expect(texts(storage).first == "6")
  }

  @Test
  func `an object that is too large, and one that cannot be archived, are refused, and the log says so`() {
    let storage = storage()
    #expect(storage.put(Data(count: AEStorage.maximumObjectBytes + 1) as NSData) == 0)
    #expect(storage.put(nil) == 0)
    storage.putAll([StorageTests.self, "a" as NSString])
    #expect(texts(storage) == ["a"])
    #expect(log.lines.count == 3)
  }

  @Test func `all objects together have up to 4 MB, and the oldest make room`() {
    let storage = storage(autoSync: false)
    for _ in 0..<20 { storage.put(Data(count: 250_000) as NSData) }
    #expect(storage.entries.count == 16)
    storage.synchronize()
    #expect(self.storage().entries.count == 16)
  }

  @Test func `names lead to files of their own, and none out of the folder`() throws {
    for name in ["a", "A", "", "../../a", "a/b", String(repeating: "ä", count: 200)] {
      storage(name).put(name as NSString)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 6)
    #expect(texts(storage("../../a")) == ["../../a"])
  }

  @Test func `the next entry is found by the uid of the last one, also if that was removed in the meantime`()
  {
    let storage = storage(autoSync: false)
    storage.putAll(["a", "b", "c"].map { $0 as NSString })
    storage.remove(2)
    #expect(storage.entry(after: 0)?.uid == 1)
    #expect(storage.entry(after: 1)?.uid == 3)
    #expect(storage.entry(after: 2)?.uid == 3)
    #expect(storage.entry(after: 3) == nil)
  }

  @Test func `user defaults keep a storage as well as a file`() throws {
    let place = DefaultsPlace(name: "coupons", suite: folder.lastPathComponent)
    defer { UserDefaults(suiteName: place.suite)?.removePersistentDomain(forName: place.suite ?? "") }
    AEStorage(place, version: 1, autoSync: true, log: log.add).put("a" as NSString)
    #expect(texts(AEStorage(place, version: 1, autoSync: true, log: log.add)) == ["a"])
    #expect(log.lines.isEmpty)
  }

  @Test func `what cannot be written stays in memory, and the log says so`() throws {
    let file = folder.appending(path: "file")
    try Data().write(to: file)
    let storage = AEStorage(FilePlace(name: "a", folder: file), version: 1, autoSync: true, log: log.add)
    storage.put("a" as NSString)
    #expect(texts(storage) == ["a"])
    #expect(log.lines.count == 1 && log.lines.first?.contains("cannot be written") == true)
  }

  @Test func `a damaged file is an empty storage, which can be used`() throws {
    let good = storage()
    good.putAll(["a", "b"].map { $0 as NSString })
    let file = FilePlace(name: "coupons", folder: folder).file
    let bytes = try Data(contentsOf: file)
    for seed in PropertyCases.fuzzSeeds(usual: 500, targets: 2) {
      var mutator = Mutator(seed: seed, corpus: [Array(bytes)])
      let damaged = Data(mutator.next())
      guard damaged != bytes else { continue }
      try damaged.write(to: file)
      let storage = storage()
      #expect(storage.entries.isEmpty, "seed \(seed)")
      storage.put("c" as NSString)
      #expect(texts(self.storage()) == ["c"], "seed \(seed)")
    }
    #expect(log.lines.contains { $0.contains("damaged") })
  }

  @Test func `an archive of entries is read as it was written, and each shorter one is damaged`() throws {
    let archive = StorageArchive(
      version: -3, lastUID: 9,
      entries: [
        .init(uid: 1, data: Data()), .init(uid: 7, data: Data([1, 2, 3])),
        .init(uid: 9, data: Data(count: 300)),
      ])
    let bytes = archive.bytes
    let read = try StorageArchive(bytes)
    #expect(read.version == -3 && read.lastUID == 9)
    #expect(read.entries.map(\.uid) == archive.entries.map(\.uid))
    #expect(read.entries.map(\.data) == archive.entries.map(\.data))
    for count in 0..<bytes.count {
      #expect(throws: StorageArchive.Damage.self) { try StorageArchive(bytes.prefix(count)) }
    }
    #expect(throws: StorageArchive.Damage.size) {
      try StorageArchive(bytes + Data(count: 2 * AEStorage.maximumBytes))
    }
  }

  @Test(arguments: [[0], [2, 1], [1, 1], [9]] as [[UInt]])
  func `a list whose uids make no sense is damaged`(uids: [UInt]) throws {
    let entries = uids.map { StorageArchive.Entry(uid: $0, data: Data()) }
    let bytes = StorageArchive(version: 1, lastUID: 5, entries: entries).bytes
    #expect(throws: StorageArchive.Damage.entries) { try StorageArchive(bytes) }
  }

  @Test func `an object that cannot be read is left out, and the others stay`() throws {
    let good = try #require(ObjectArchive.bytes("a" as NSString))
    let place = FilePlace(name: "coupons", folder: folder)
    let entries = [
      StorageArchive.Entry(uid: 1, data: Data([1, 2, 3])), StorageArchive.Entry(uid: 2, data: good),
    ]
    try place.write(StorageArchive(version: 1, lastUID: 2, entries: entries).bytes)
    #expect(texts(storage()) == ["a"])
    #expect(log.lines.count == 1 && log.lines.first?.contains("leaves out an object") == true)
  }
}

private final class Lines {
  private(set) var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

private final class Evicted: AEStorageDelegate {
  private(set) var uids: [UInt] = []
  func storage(_ storage: AEStorage!, didEvictEntry entry: AEStorageEntry!) { uids.append(entry.uid) }
}
