// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The events on disk that the server has not acknowledged.
///
/// Append-only segments `journal.1`, `journal.2` … of `JournalFrame` records: an event as its wire JSON, or a list of ids that need not be
/// kept any longer. A new segment begins when one is full, and whenever what is left of the old ones is written anew because most of it
/// was acknowledged. Old segments go only after the new one is on the disk: a crash at any point may repeat records, and the reader counts
/// an id once, but loses none. What the disk refuses at one call is tried again at the next.
final class Journal {
  private enum Kind {
    static let event: UInt8 = 1
    static let forgotten: UInt8 = 2
  }

  /// What was found at start.
  struct Recovery {
    var records: [(record: Wire.EventRecord, bytes: Int)] = []
    /// One line for each thing that was not as written.
    var damage: [String] = []
  }

  /// A segment longer than this is followed by a new one.
  static let segmentBytes = 1_048_576
  /// The most that is read of a segment.
  private static let maximumSegmentBytes = 64 * 1_048_576

  private let folder: SegmentFolder
  /// Those whose records are known, the one that is written last. One that could not be read is left alone, for a later launch to try.
  private var segments: [UInt64] = []
  private var open: OpenSegment?
  /// Bytes in all segments.
  private(set) var totalBytes = 0
  /// Something was written and not brought to the disk yet.
  var isDirty: Bool { open?.isDirty ?? false }

  init(directory: String) {
    folder = SegmentFolder(directory: directory, name: "journal")
  }

  /// Reads what earlier runs left. Damage loses the records it hit and no other; throws when the folder cannot be listed.
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
        case .tornTail(let range): found.damage.append("journal.\(segment): the last write was cut off; \(range.count) bytes dropped")
        case .corrupt(let range): found.damage.append("journal.\(segment): \(range.count) bytes from \(range.lowerBound) are damaged")
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
          if records.updateValue((record, frame.payload.count), forKey: record.id) == nil { order.append(record.id) }
        case Kind.forgotten:
          guard case .array(let ids) = try Wire.decode(Wire.JSONValue.self, from: frame.payload) else { break }
          for id in ids.compactMap(\.string) { records[id] = nil }
        default:
          damage.append("a record of kind \(frame.kind) is from a newer version and was ignored")
        }
      } catch {
        damage.append("a record cannot be read: \(error)")
      }
    }
  }

  /// Writes an event. It survives the end of the process from now on, and a power cut after the next `synchronize()`.
  func append(_ json: [UInt8]) throws {
    try write(JournalFrame.encode(kind: Kind.event, payload: json))
  }

  /// Writes that these events need not be kept.
  func forget(_ ids: [String]) throws {
    for start in stride(from: 0, to: ids.count, by: 1_000) {
      let part = ids[start..<min(start + 1_000, ids.count)]
      try write(JournalFrame.encode(kind: Kind.forgotten, payload: Wire.encode(Wire.JSONValue.array(part.map { .string($0) }))))
    }
  }

  /// Brings what was written to the disk.
  func synchronize() throws(FileError) {
    try open?.synchronize()
  }

  /// True when the segments hold much more than what is still wanted.
  func isWasteful(wantedBytes: Int) -> Bool {
    totalBytes > (wantedBytes == 0 ? 65_536 : Self.segmentBytes + 2 * wantedBytes)
  }

  /// Leaves only `records`, and what was written before goes.
  func rewrite(with records: [Wire.EventRecord]) throws(FileError) {
    let old = segments
    let number = try nextNumber()
    var bytes: [UInt8] = []
    for record in records {
      // A record that is too long for a frame was never written.
      if let frame = try? JournalFrame.encode(kind: Kind.event, payload: Wire.encode(record)) { bytes += frame }
    }
    try Files.replace(folder.path(of: number), with: bytes)
    // Before the old ones go: whatever fails, no later record is written to a file that is gone.
    try openSegment(number, bytes: bytes.count)
    totalBytes = bytes.count
    for segment in old {
      try Files.remove(folder.path(of: segment))
      segments.removeFirst()
    }
  }

  /// Removes every segment, also one that could not be read and what a crash left half written. It needs no space on the disk, removes all
  /// that it can, and then throws for the first that the system kept.
  func erase() throws(FileError) {
    open = nil
    segments = []
    totalBytes = 0
    do throws(FileError) {
      try folder.erase()
    } catch {
      try Files.synchronizeDirectory(folder.directory)
      throw error
    }
    try Files.synchronizeDirectory(folder.directory)
  }

  private func write(_ frame: [UInt8]) throws(FileError) {
    try segmentWithRoom().append(frame)
    totalBytes += frame.count
  }

  private func segmentWithRoom() throws(FileError) -> OpenSegment {
    if let open, open.bytes < Self.segmentBytes { return open }
    try synchronize()
    return try openSegment(nextNumber())
  }

  /// Above every segment in the folder, whether it could be read or not.
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
