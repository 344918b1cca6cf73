// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The recording on disk: segments `engine.1`, `engine.2` …. The newest one restores the engine's
/// state.
///
/// Like the journal, it writes to the system immediately and flushes to the disk with
/// `synchronize`. When all segments together are too long, old ones are removed once the newest
/// is on the disk. The newest always stays.
final class Recording {
  /// When the inputs are longer than this, a new segment starts.
  static let segmentBytes = 262_144
  static let totalBytes = 2_097_152
  static let maximumSegments = 32
  /// The maximum that is read of a segment.
  private static let maximumSegmentBytes = 32 * 1_048_576

  private let folder: SegmentFolder
  private var open: OpenSegment?
  private var headBytes = 0
  private var mustPrune = false
  var isDirty: Bool { open?.isDirty ?? false }

  init(directory: String) {
    folder = Self.folder(in: directory)
  }

  static func folder(in directory: String) -> SegmentFolder {
    SegmentFolder(directory: directory, name: "engine")
  }

  /// Whether the next input needs a new segment: the inputs are long enough, also compared with the
  /// head of a new segment.
  var needsSegment: Bool { open.map { $0.bytes - headBytes >= max(Self.segmentBytes, headBytes) } ?? true }

  var isOpen: Bool { open != nil }

  func segments() throws(FileError) -> [UInt64] {
    try folder.segments()
  }

  /// Returns nil if the segment is gone.
  func read(_ segment: UInt64) throws(FileError) -> [UInt8]? {
    try Files.read(folder.path(of: segment), limit: Self.maximumSegmentBytes)
  }

  func begin(with head: [UInt8]) throws(FileError) {
    // Errors do not matter, because the new segment contains the whole state of the previous one.
    try? synchronize(.inOrder)
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
      // The recording now has a gap that only a new snapshot can close.
      open = nil
      throw error
    }
  }

  func synchronize(_ flush: Files.Flush) throws(FileError) {
    guard let open else { return }
    try open.synchronize(mustPrune ? .durable : flush)
    // Only now is the new segment on the disk.
    if mustPrune { try prune(before: open) }
  }

  /// The next input starts a new segment, even if this throws because written data cannot be
  /// flushed to the disk.
  func close() throws(FileError) {
    defer { open = nil }
    try synchronize(.durable)
  }

  func erase() throws(FileError) {
    open = nil
    try folder.erase()
  }

  private func prune(before open: OpenSegment) throws(FileError) {
    mustPrune = false
    var total = open.bytes
    for (age, segment) in try segments().filter({ $0 < open.number }).reversed().enumerated() {
      total += Files.size(folder.path(of: segment)) ?? 0
      if total > Self.totalBytes || age + 1 >= Self.maximumSegments {
        try Files.remove(folder.path(of: segment))
      }
    }
  }
}
