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
  private var open: OpenSegment?
  private var headBytes = 0
  private var mustPrune = false
  /// Something was written and not brought to the disk yet.
  var isDirty: Bool { open?.isDirty ?? false }

  init(directory: String) {
    folder = Self.folder(in: directory)
  }

  static func folder(in directory: String) -> SegmentFolder { SegmentFolder(directory: directory, name: "engine") }

  /// What comes next belongs into a new segment: inputs are long enough, also beside what a new beginning would cost.
  var needsSegment: Bool { open.map { $0.bytes - headBytes >= max(Self.segmentBytes, headBytes) } ?? true }

  var isOpen: Bool { open != nil }

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
    open = nil
    let opened = try OpenSegment((try segments().last ?? 0) + 1, in: folder)
    (open, headBytes) = (opened, 0)
    try append(head)
    headBytes = opened.bytes
    mustPrune = true
  }

  func append(_ frames: [UInt8]) throws(FileError) {
    do {
      try open?.append(frames)
    } catch {
      // What is not written is missing from now on: only a new snapshot helps.
      open = nil
      throw error
    }
  }

  /// Brings what was written to the disk.
  func synchronize() throws(FileError) {
    guard let open, open.isDirty else { return }
    try open.synchronize()
    // Only now: the new segment is on the disk.
    if mustPrune { try prune(before: open) }
  }

  /// The next input begins a new segment. It does also when what was written cannot be brought to the disk, for which it throws.
  func close() throws(FileError) {
    defer { open = nil }
    try synchronize()
  }

  /// Removes every segment; all that it can, and then throws for the first that the system kept.
  func erase() throws(FileError) {
    open = nil
    try folder.erase()
  }

  private func prune(before open: OpenSegment) throws(FileError) {
    mustPrune = false
    var total = open.bytes
    for (age, segment) in try segments().filter({ $0 < open.number }).reversed().enumerated() {
      total += Files.size(folder.path(of: segment)) ?? 0
      if total > Self.totalBytes || age + 1 >= Self.maximumSegments { try Files.remove(folder.path(of: segment)) }
    }
  }
}
