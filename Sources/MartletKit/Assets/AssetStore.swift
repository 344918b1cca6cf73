// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// The assets on the disk: contents by hash, and an index from addresses to contents.
///
///     index        the index, always replaced as a whole
///     content/     files and unpacked archives, named by SHA-256
///     incoming/    output of downloads, emptied at start
///
/// Content is read and compared with its hash at its first use in a run, and its size is checked at
/// each use. Damaged content is removed and counts as missing. To make room, assets that no message
/// needs are removed first, least recently used first, then needed ones, least important first.
/// Assets in use by a presentation stay. Nothing is flushed to the disk: after a power failure, the
/// hash reveals damage.
final class AssetStore {
  /// An asset that a presentation may show.
  struct Held: Equatable {
    var url: URL
    var type: AssetType
    var page: URL?
  }

  /// After this time, an asset is checked again if the server gave it a version.
  static let freshness = Duration.seconds(86_400)
  /// The index is written after this many changes, or when there is nothing to do.
  private static let unsavedChanges = 16

  let directory: String
  private let maximumBytes: Int
  private let maximumCount: Int
  private(set) var index = AssetIndex()
  /// Contents whose bytes were compared with their hash in this run.
  private var verified: Set<String> = []
  /// The ranks of the addresses that the current definitions need. 0 is the most important.
  private var ranks: [String: Int] = [:]
  private var pins: [String: Set<AssetContent>] = [:]
  private var unsaved = 0
  /// The order of uses changed, which does not justify a write of its own.
  private var isTouched = false
  private(set) var isOpen = false
  private let indexFile: StoredFile
  private let reportDamage: (String) -> Void

  /// - Parameter reportDamage: called for each damaged part, for the log.
  init(directory: String, policy: Martlet.Configuration.AssetPolicy, reportDamage: @escaping (String) -> Void)
  {
    self.directory = directory
    self.reportDamage = reportDamage
    indexFile = StoredFile(kind: .assetIndex, path: directory + "/index")
    maximumBytes = policy.maximumCacheBytes
    maximumCount = policy.maximumAssetCount
  }

  var incoming: String { directory + "/incoming" }
  private var contents: String { directory + "/content" }
  private func path(of content: AssetContent) -> String { "\(contents)/\(content.name)" }

  // MARK: - Life cycle

  /// Reads the index and removes contents that it does not name. If the index is damaged, only the
  /// cache is lost.
  func open() throws(FileError) {
    guard !isOpen else { return }
    try AssetFolder.remove(incoming)
    try Files.makeDirectory(incoming)
    try Files.makeDirectory(contents)
    do {
      index = try indexFile.read().map(AssetIndex.init(json:)) ?? AssetIndex()
    } catch {
      if let error = error as? FileError { throw error }
      reportDamage("The list of assets is damaged (\(error)). All assets will be downloaded again.")
      index = AssetIndex()
    }
    // The format of earlier versions, without a frame. It is not worth reading.
    try Files.remove(directory + "/index.json")
    let known = Set(index.entries.values.map(\.content.name))
    for name in try Files.list(contents) where !known.contains(name) {
      try AssetFolder.remove("\(contents)/\(name)")
    }
    isOpen = true
  }

  /// Writes the index if it changed, and with `withUses` also if only the order of uses changed.
  func save(withUses: Bool) throws(FileError) {
    guard isOpen, unsaved > 0 || (withUses && isTouched) else { return }
    try indexFile.write(index.json)
    unsaved = 0
    isTouched = false
  }

  private func changed() throws(FileError) {
    unsaved += 1
    if unsaved >= Self.unsavedChanges { try save(withUses: true) }
  }

  /// Removes everything. The store can be opened again.
  func erase() throws(FileError) {
    index = AssetIndex()
    verified = []
    ranks = [:]
    pins = [:]
    unsaved = 0
    isTouched = false
    isOpen = false
    try Self.erase(directory)
  }

  /// Removes the folder, and renames it first, so that nothing more can be written into it.
  static func erase(_ directory: String) throws(FileError) {
    let leaving = directory + ".leaving"
    try AssetFolder.remove(leaving)
    if AssetFolder.size(of: directory) != nil { try AssetFolder.move(directory, to: leaving) }
    try AssetFolder.remove(leaving)
    try AssetFolder.remove(directory)
  }

  /// Sets the addresses that the current definitions need, most important first.
  func want(_ addresses: [AssetAddress]) {
    ranks = [:]
    for (rank, address) in addresses.enumerated() { ranks[address.text] = rank }
  }

  // MARK: - Use

  /// The state of an address, judged only by the index and the length.
  func state(of address: AssetAddress, at now: Instant) -> AssetMachine.Held {
    guard let entry = index[address.text],
      AssetFolder.size(of: path(of: entry.content)) == entry.content.bytes
    else { return .nothing }
    guard entry.etag != nil else { return .fresh }
    let age = now.duration(since: entry.checkedAt)
    // If the clock was put back, the asset is stale too.
    return age < .zero || age > Self.freshness ? .stale : .fresh
  }

  /// Returns the asset if it is intact and has the right type. It stays until the presentation
  /// releases it.
  func use(_ requirement: AssetRequirement, for presentation: String) throws(FileError) -> Held? {
    let address = requirement.address.text
    guard let entry = index[address], try isWhole(entry.content), entry.content.type.fits(requirement.role)
    else { return nil }
    index.wasUsed(address)
    isTouched = true
    pins[presentation, default: []].insert(entry.content)
    return held(entry.content)
  }

  private func isWhole(_ content: AssetContent) throws(FileError) -> Bool {
    let path = path(of: content)
    let size = AssetFolder.size(of: path)
    let isWhole =
      size == content.bytes
      && (verified.contains(content.name) || AssetFolder.hash(of: content, at: path) == content.hash)
    if isWhole {
      verified.insert(content.name)
    } else {
      if size != nil {
        reportDamage("An asset is damaged (\(content.name.prefix(12))). It will be downloaded again.")
      }
      try remove(content)
    }
    return isWhole
  }

  private func held(_ content: AssetContent) -> Held {
    let url = URL(fileURLWithPath: path(of: content), isDirectory: content.type == .archive)
    return Held(url: url, type: content.type, page: content.page.map { url.appendingPathComponent($0) })
  }

  // MARK: - Changes

  /// Moves the result of a download into the cache. Throws `noRoom` if only more important assets
  /// could make room. If it is not kept, it is removed when the waiting presentations release it.
  func keep(
    _ content: AssetContent, from staged: String, etag: String?, address: AssetAddress, waiting: [String],
    isKept: Bool, at now: Instant
  ) throws -> Held {
    let target = path(of: content)
    if AssetFolder.size(of: target) == content.bytes, try isWhole(content) {
      try AssetFolder.remove(staged)
    } else {
      do {
        try makeRoom(for: content.bytes, address: address.text, isUrgent: !waiting.isEmpty)
      } catch {
        try AssetFolder.remove(staged)
        throw error
      }
      try AssetFolder.remove(target)
      try AssetFolder.move(staged, to: target)
    }
    verified.insert(content.name)
    for presentation in waiting { pins[presentation, default: []].insert(content) }
    if isKept {
      let replaced = index[address.text]?.content
      index.set(content, etag: etag, for: address.text, at: now)
      if let replaced { try removeIfUnused(replaced) }
      try changed()
    }
    return held(content)
  }

  func wasChecked(_ address: AssetAddress, at now: Instant) throws(FileError) {
    index.wasChecked(address.text, at: now)
    try changed()
  }

  func release(_ presentation: String) throws(FileError) {
    for content in pins.removeValue(forKey: presentation) ?? [] { try removeIfUnused(content) }
  }

  // MARK: - Making room

  private var isPinned: Set<String> { Set(pins.values.flatMap { $0.map(\.name) }) }

  /// The size on the disk. Each content counts once.
  var usedBytes: Int {
    var contents = Set(index.entries.values.map(\.content))
    for pinned in pins.values { contents.formUnion(pinned) }
    return contents.reduce(0) { $0 + $1.bytes }
  }

  private func makeRoom(for bytes: Int, address: String, isUrgent: Bool) throws {
    let pinned = isPinned
    let rank = ranks[address]
    var candidates = index.entries.filter { $0.key != address && !pinned.contains($0.value.content.name) }
      .inOrder { first, second in
        switch (ranks[first.key], ranks[second.key]) {
        case (nil, nil): first.value.lastUse < second.value.lastUse
        case (nil, _?): true
        case (_?, nil): false
        case (let a?, let b?): a > b
        }
      }[...]
    var used = usedBytes
    if let old = index[address]?.content, !pinned.contains(old.name),
      index.entries.filter({ $0.value.content == old }).count == 1
    {
      // It will be replaced.
      used -= old.bytes
    }
    var count = index.entries.count + (index[address] == nil ? 1 : 0)
    var leaving: [String] = []
    while used + bytes > maximumBytes || count > max(maximumCount, 1) {
      guard let (next, entry) = candidates.popFirst() else {
        // Assets in use may exceed the maximum count, but not the maximum size.
        if isUrgent, used + bytes <= maximumBytes { break }
        throw AssetFailure.noRoom
      }
      // Fetching in advance does not remove assets that are equally or more important.
      if !isUrgent, let place = ranks[next], place <= rank ?? .max { throw AssetFailure.noRoom }
      leaving.append(next)
      count -= 1
      let others = index.entries.contains { $0.value.content == entry.content && !leaving.contains($0.key) }
      if !others { used -= entry.content.bytes }
    }
    for address in leaving {
      guard let content = index[address]?.content else { continue }
      index.remove(address)
      try removeIfUnused(content)
    }
  }

  private func removeIfUnused(_ content: AssetContent) throws(FileError) {
    guard !isPinned.contains(content.name),
      !index.entries.values.contains(where: { $0.content.name == content.name })
    else { return }
    verified.remove(content.name)
    try AssetFolder.remove(path(of: content))
  }

  /// Removes damaged content and all addresses that refer to it.
  private func remove(_ content: AssetContent) throws(FileError) {
    index.removeAll(of: content)
    verified.remove(content.name)
    try AssetFolder.remove(path(of: content))
    try changed()
  }
}
