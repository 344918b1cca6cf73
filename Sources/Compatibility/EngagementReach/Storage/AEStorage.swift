// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A small list of objects that is still there at the next launch, for modules of the app. Martlet
/// itself does not use it.
///
///     let storage = AEStorage.storage(withName: "coupons", version: 1, autoSync: true)
///     let uid = storage.put("AUTUMN" as NSString)
///     for entry in storage { print(entry.uid, entry.data) }
///
/// Each object has up to 256 KB, and all together 4 MB; the oldest make room. What cannot be read
/// at the next launch is left out, and the log says so. Use a storage on one thread at a time.
#if canImport(ObjectiveC)
@objcMembers
#endif
public final class AEStorage: NSObject {
  /// Each object has up to this many bytes.
  static let maximumObjectBytes = 262_144
  /// All objects together.
  static let maximumBytes = 4_194_304
  /// The number of entries that no capacity exceeds.
  static let maximumCount = 10_000

  private let place: any StoragePlace
  private let version: Int
  private let autoSync: Bool
  private let log: (String) -> Void
  private var capacity = 64
  private var lastUID: UInt = 0
  private var bytes = 0
  private weak var delegate: (any AEStorageDelegate)?
  /// All entries, the oldest first.
  public private(set) var entries: [AEStorageEntry] = []

  init(
    _ place: any StoragePlace, version: Int, autoSync: Bool,
    log: @escaping (String) -> Void = EngagementAgent.logStorage
  ) {
    (self.place, self.version, self.autoSync, self.log) = (place, version, autoSync, log)
    super.init()
    load()
  }

  /// The storage with that name, in a file of the app. It has room for 64 entries.
  ///
  /// - Parameters:
  ///   - version: of what the objects mean. If it is another one than the file has, the storage is
  ///     empty.
  ///   - autoSync: whether each change is written at once. Otherwise, `synchronize()` writes.
  public static func storage(withName name: String!, version: Int, autoSync: Bool) -> AEStorage! {
    AEStorage(FilePlace(name: name ?? ""), version: version, autoSync: autoSync)
  }

  /// The storage with that name, in the user defaults of the app.
  public static func userDefaultstorage(withName name: String!, autoSync: Bool, capacity: UInt) -> AEStorage!
  {
    let storage = AEStorage(DefaultsPlace(name: name ?? ""), version: 1, autoSync: autoSync)
    storage.setCapacity(capacity)
    return storage
  }

  /// How many entries there can be, up to 10,000. The oldest that are too many leave.
  public func setCapacity(_ count: UInt) {
    capacity = Swift.min(Int(clamping: count), Self.maximumCount)
    if makeRoom() { changed() }
  }

  /// Hears which entries leave because the storage is full. Held weakly.
  public func setDelegate(_ delegate: (any AEStorageDelegate)!) { self.delegate = delegate }

  /// Adds an object at the end.
  ///
  /// - Returns: the uid of its entry, or 0 if it cannot be archived or is too large. The log says
  ///   so.
  @discardableResult
  public func put(_ data: (any NSCoding)!) -> UInt {
    guard let uid = add(data) else { return 0 }
    changed()
    return uid
  }

  /// Adds objects at the end, in their order. Those that cannot be archived are left out.
  public func putAll(_ list: [Any]!) {
    let added = (list ?? []).compactMap { add($0 as? any NSCoding) }
    if !added.isEmpty { changed() }
  }

  /// Removes an entry. Does nothing if it is not there.
  public func remove(_ uid: UInt) {
    guard let place = entries.firstIndex(where: { $0.uid == uid }) else { return }
    bytes -= entries.remove(at: place).archive.count
    changed()
  }

  /// Removes all entries.
  public func clear() {
    (entries, bytes) = ([], 0)
    changed()
  }

  /// Writes what has changed. What cannot be written stays in memory, and the log says so.
  public func synchronize() {
    do {
      let entries = entries.map { StorageArchive.Entry(uid: $0.uid, data: $0.archive) }
      try place.write(StorageArchive(version: version, lastUID: lastUID, entries: entries).bytes)
    } catch {
      log("The storage \(place.name) cannot be written. \(error)")
    }
  }

  private func load() {
    do {
      guard let stored = try place.read() else { return }
      let archive = try StorageArchive(stored)
      guard archive.version == version else { return }
      lastUID = archive.lastUID
      for entry in archive.entries {
        guard let object = ObjectArchive.object(entry.data) else {
          log("The storage \(place.name) leaves out an object that cannot be read.")
          continue
        }
        entries.append(AEStorageEntry(uid: entry.uid, data: object, archive: entry.data))
        bytes += entry.data.count
      }
    } catch {
      log("The storage \(place.name) is empty: what was stored is damaged. \(error)")
    }
  }

  private func add(_ data: (any NSCoding)?) -> UInt? {
    guard let data, let archive = ObjectArchive.bytes(data), archive.count <= Self.maximumObjectBytes else {
      log(
        "The storage \(place.name) does not take an object that cannot be archived, or has more than 256 KB.")
      return nil
    }
    lastUID += 1
    entries.append(AEStorageEntry(uid: lastUID, data: data, archive: archive))
    bytes += archive.count
    _ = makeRoom()
    return lastUID
  }

  private func makeRoom() -> Bool {
    var evicted: [AEStorageEntry] = []
    while entries.count > capacity || bytes > Self.maximumBytes {
      let entry = entries.removeFirst()
      bytes -= entry.archive.count
      evicted.append(entry)
    }
    for entry in evicted { delegate?.storage(self, didEvictEntry: entry) }
    return !evicted.isEmpty
  }

  private func changed() { if autoSync { synchronize() } }

  /// The first entry with a larger uid. Loops in Objective-C use it, so that entries can be removed
  /// in a loop.
  public func entry(after uid: UInt) -> AEStorageEntry? { entries.first { $0.uid > uid } }
}

extension AEStorage: Sequence {
  /// The entries as they are now, the oldest first.
  public func makeIterator() -> IndexingIterator<[AEStorageEntry]> { entries.makeIterator() }
}

/// Objects as bytes, by the system's archives.
enum ObjectArchive {
  /// nil if the object, or one inside it, cannot be archived.
  static func bytes(_ object: any NSCoding) -> Data? {
    try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
  }

  /// nil if its class is gone, or it cannot be read.
  static func object(_ bytes: Data) -> Any? {
    guard let archive = try? NSKeyedUnarchiver(forReadingFrom: bytes) else { return nil }
    // The objects are of classes that only the app knows.
    archive.requiresSecureCoding = false
    archive.decodingFailurePolicy = .setErrorAndReturn
    defer { archive.finishDecoding() }
    return archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
  }
}
