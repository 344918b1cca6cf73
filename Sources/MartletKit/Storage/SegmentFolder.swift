// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The segments `name.1`, `name.2` … of one append-only file in a folder that other files share.
struct SegmentFolder {
  var directory: String
  var name: String

  func path(of segment: UInt64) -> String { "\(directory)/\(prefix)\(segment)" }

  /// The existing segments, oldest first, readable or not.
  func segments() throws(FileError) -> [UInt64] {
    try Files.list(directory).compactMap(number(of:)).sorted()
  }

  /// Removes all segments and leftovers of a crash. Removes as much as possible, and then throws
  /// the first error.
  func erase() throws(FileError) {
    var refused: FileError?
    for file in try Files.list(directory) where file.hasPrefix(prefix) {
      do { try Files.remove("\(directory)/\(file)") } catch { refused = refused ?? error }
    }
    if let refused { throw refused }
  }

  private var prefix: String { name + "." }

  /// nil if the file is not a segment.
  func number(of file: String) -> UInt64? {
    guard file.hasPrefix(prefix) else { return nil }
    return UInt64(file.dropFirst(prefix.count))
  }
}

final class OpenSegment {
  let number: UInt64
  private(set) var bytes: Int
  /// Whether written data has not been flushed at all.
  private(set) var isDirty = false
  /// Whether written data may not be on the disk yet.
  private var isVolatile = false
  private let path: String
  private let descriptor: Int32

  /// - Parameter bytes: the current size of the segment.
  init(_ number: UInt64, in folder: SegmentFolder, bytes: Int = 0) throws(FileError) {
    self.number = number
    self.bytes = bytes
    path = folder.path(of: number)
    descriptor = try Files.openForAppending(path)
  }

  deinit {
    Files.close(descriptor)
  }

  func append(_ frames: [UInt8]) throws(FileError) {
    do {
      try Files.write(frames, to: descriptor, path: path)
    } catch {
      // An incomplete frame hides nothing that follows, but is not needed.
      try? Files.truncate(descriptor, to: bytes, path: path)
      throw error
    }
    bytes += frames.count
    (isDirty, isVolatile) = (true, true)
  }

  /// Flushes what was written.
  func synchronize(_ flush: Files.Flush) throws(FileError) {
    guard flush == .durable ? isVolatile : isDirty else { return }
    try Files.synchronize(descriptor, path: path, flush)
    isDirty = false
    if flush == .durable { isVolatile = false }
  }
}
