// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The recording on disk: segments `engine.1`, `engine.2` …, the newest of which restores what the engine knew.
///
/// Appending writes to the system at once and brings it to the disk with `synchronize()`, as the journal does. Old segments go when all
/// together are too long, once the newest is on the disk; that one stays whatever its length.
final class Recording {
  /// Inputs longer than this are followed by a new segment.
  static let segmentBytes = 262_144
  static let totalBytes = 2_097_152
  static let maximumSegments = 32
  /// The most that is read of a segment.
  private static let maximumSegmentBytes = 32 * 1_048_576

  private let folder: SegmentFolder
  private var descriptor: Int32?
  private var number: UInt64 = 0
  private var bytes = 0
  private var headBytes = 0
  private var mustPrune = false
  /// Something was written and not brought to the disk yet.
  private(set) var isDirty = false

  init(directory: String) {
    folder = Self.folder(in: directory)
  }

  static func folder(in directory: String) -> SegmentFolder { SegmentFolder(directory: directory, name: "engine") }

  deinit {
    if let descriptor { Files.close(descriptor) }
  }

  /// What comes next belongs into a new segment: inputs are long enough, also beside what a new beginning would cost.
  var needsSegment: Bool { descriptor == nil || bytes - headBytes >= max(Self.segmentBytes, headBytes) }

  var isOpen: Bool { descriptor != nil }

  /// The segments there are, oldest first.
  func segments() throws(FileError) -> [UInt64] {
    try folder.segments()
  }

  /// nil: it is gone.
  func read(_ segment: UInt64) throws(FileError) -> [UInt8]? {
    try Files.read(folder.path(of: segment), limit: Self.maximumSegmentBytes)
  }

  /// Begins a new segment with these bytes.
  func begin(with head: [UInt8]) throws(FileError) {
    // The new segment says all that the one before did.
    try? synchronize()
    closeFile()
    let old = try segments()
    let next = (old.last ?? 0) + 1
    let opened = try Files.openForAppending(folder.path(of: next))
    (descriptor, number, bytes, headBytes) = (opened, next, 0, 0)
    try append(head)
    headBytes = bytes
    mustPrune = true
  }

  func append(_ frames: [UInt8]) throws(FileError) {
    guard let descriptor else { return }
    do {
      try Files.write(frames, to: descriptor, path: folder.path(of: number))
    } catch {
      // Half a frame hides nothing that follows, but need not stay. What is not written is missing from now on: only a new snapshot helps.
      try? Files.truncate(descriptor, to: bytes, path: folder.path(of: number))
      closeFile()
      throw error
    }
    bytes += frames.count
    isDirty = true
  }

  /// Brings what was written to the disk.
  func synchronize() throws(FileError) {
    guard isDirty, let descriptor else { return }
    try Files.synchronize(descriptor, path: folder.path(of: number))
    isDirty = false
    // Only now: the new segment is on the disk.
    if mustPrune { try prune() }
  }

  /// The next input begins a new segment. It does also when what was written cannot be brought to the disk, for which it throws.
  func close() throws(FileError) {
    defer { closeFile() }
    try synchronize()
  }

  private func closeFile() {
    if let descriptor { Files.close(descriptor) }
    descriptor = nil
    isDirty = false
  }

  /// Removes every segment; all that it can, and then throws for the first that the system kept.
  func erase() throws(FileError) {
    closeFile()
    try folder.erase()
  }

  private func prune() throws(FileError) {
    mustPrune = false
    var total = bytes
    for (age, segment) in try segments().filter({ $0 < number }).reversed().enumerated() {
      total += Files.size(folder.path(of: segment)) ?? 0
      if total > Self.totalBytes || age + 1 >= Self.maximumSegments { try Files.remove(folder.path(of: segment)) }
    }
  }
}
