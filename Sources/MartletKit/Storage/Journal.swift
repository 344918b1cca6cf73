// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The events on disk that the server has not acknowledged.
///
/// The journal consists of append-only segments `journal.1`, `journal.2` … of `JournalFrame`
/// records. A record is an event as its wire JSON, or a list of ids that are no longer needed. A
/// new segment starts when the last one is full, or when the remaining events are rewritten because
/// most were acknowledged. Old segments are removed only after the new one is on the disk, so a
/// crash can repeat records but never loses any. The reader counts each id once. Writes that the
/// disk refuses are retried at the next call.
final class Journal {
  private enum Kind {
    static let event: UInt8 = 1
    static let forgotten: UInt8 = 2
  }

  struct Recovery {
    var records: [(record: Wire.EventRecord, bytes: Int)] = []
    /// One line for each damaged part.
    var damage: [String] = []
  }

  /// When a segment is longer than this, a new one starts.
  static let segmentBytes = 1_048_576
  /// The maximum that is read of a segment.
  private static let maximumSegmentBytes = 64 * 1_048_576

  private let folder: SegmentFolder
  /// The segments whose records are known. The last one is being written. A segment that could not
  /// be read stays for a later launch.
  private var segments: [UInt64] = []
  private var open: OpenSegment?
  private(set) var totalBytes = 0
  var isDirty: Bool { open?.isDirty ?? false }

  init(directory: String) {
    folder = SegmentFolder(directory: directory, name: "journal")
  }

  /// Reads the records of earlier runs. Damage only loses the records that it affects. Throws if
  /// the folder cannot be listed.
  func recover() throws(FileError) -> Recovery {
    var found = Found()
    for segment in try folder.segments() {
      let bytes: [UInt8]
      do {
        bytes = try Files.read(folder.path(of: segment), limit: Self.maximumSegmentBytes) ?? []
      } catch {
        found.damage.append("journal.\(segment) cannot be read and is kept for the next launch (\(error))")
        continue
      }
      segments.append(segment)
      totalBytes += bytes.count
      let scan = JournalFrame.scan(bytes)
      for damage in scan.damage {
        switch damage {
        case .tornTail(let range):
          found.damage.append("journal.\(segment): the last write was cut off; \(range.count) bytes dropped")
        case .corrupt(let range):
          found.damage.append("journal.\(segment): \(range.count) bytes from \(range.lowerBound) are damaged")
        }
      }
      for frame in scan.records { found.add(frame) }
    }
    var recovery = Recovery(records: found.order.compactMap { found.records[$0] }, damage: found.damage)
    if !segments.isEmpty, recovery.records.isEmpty || !recovery.damage.isEmpty {
      do {
        try rewrite(with: recovery.records.map(\.record))
      } catch {
        recovery.damage.append("it cannot be rewritten (\(error))")
      }
    }
    return recovery
  }

  private struct Found {
    var order: [String] = []
    var records: [String: (record: Wire.EventRecord, bytes: Int)] = [:]
    var damage: [String] = []

    mutating func add(_ frame: JournalScan.Record) {
      do {
        switch frame.kind {
        case Kind.event:
          let record = try Wire.decode(Wire.EventRecord.self, from: frame.payload)
          if records.updateValue((record, frame.payload.count), forKey: record.id) == nil {
            order.append(record.id)
          }
        case Kind.forgotten:
          guard case .array(let ids) = try Wire.decode(Wire.JSONValue.self, from: frame.payload) else {
            break
          }
          for id in ids.compactMap(\.string) { records[id] = nil }
        default:
          damage.append("a record of kind \(frame.kind) is from a newer version and was ignored")
        }
      } catch {
        damage.append("a record cannot be read: \(error)")
      }
    }
  }

  /// Writes an event. From now on it survives the end of the process, and after the next durable
  /// `synchronize` also a power failure.
  func append(_ json: [UInt8]) throws {
    try write(JournalFrame.encode(kind: Kind.event, payload: json))
  }

  func forget(_ ids: [String]) throws {
    for start in stride(from: 0, to: ids.count, by: 1_000) {
      let part = ids[start..<min(start + 1_000, ids.count)]
      try write(
        JournalFrame.encode(
          kind: Kind.forgotten, payload: Wire.encode(Wire.JSONValue.array(part.map { .string($0) }))))
    }
  }

  func synchronize(_ flush: Files.Flush) throws(FileError) {
    try open?.synchronize(flush)
  }

  /// Whether the segments are much larger than the records that are still needed.
  func isWasteful(wantedBytes: Int) -> Bool {
    totalBytes > (wantedBytes == 0 ? 65_536 : Self.segmentBytes + 2 * wantedBytes)
  }

  func rewrite(with records: [Wire.EventRecord]) throws(FileError) {
    let old = segments
    let number = try nextNumber()
    var bytes: [UInt8] = []
    for record in records {
      // A record that is too long for a frame was never written.
      if let frame = try? JournalFrame.encode(kind: Kind.event, payload: Wire.encode(record)) {
        bytes += frame
      }
    }
    try Files.replace(folder.path(of: number), with: bytes)
    // Open it before the old segments are removed, so that no later record is written to a removed
    // file, whatever fails.
    try openSegment(number, bytes: bytes.count)
    totalBytes = bytes.count
    for segment in old {
      try Files.remove(folder.path(of: segment))
      segments.removeFirst()
    }
  }

  /// Removes all segments, also unreadable ones and leftovers of a crash. Needs no disk space.
  /// Continues after an error, then throws it.
  func erase() throws(FileError) {
    open = nil
    segments = []
    totalBytes = 0
    let erased = Result { () throws(FileError) in try folder.erase() }
    try Files.synchronizeDirectory(folder.directory)
    try erased.get()
  }

  private func write(_ frame: [UInt8]) throws(FileError) {
    try segmentWithRoom().append(frame)
    totalBytes += frame.count
  }

  private func segmentWithRoom() throws(FileError) -> OpenSegment {
    if let open, open.bytes < Self.segmentBytes { return open }
    try synchronize(.durable)
    return try openSegment(nextNumber())
  }

  /// The number after all segments in the folder, readable or not.
  private func nextNumber() throws(FileError) -> UInt64 {
    (try folder.segments().last ?? 0) + 1
  }

  @discardableResult
  private func openSegment(_ number: UInt64, bytes: Int = 0) throws(FileError) -> OpenSegment {
    let opened = try OpenSegment(number, in: folder, bytes: bytes)
    open = opened
    segments.append(number)
    try Files.synchronizeDirectory(folder.directory)
    return opened
  }
}
