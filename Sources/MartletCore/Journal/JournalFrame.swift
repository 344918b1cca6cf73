// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The record format of the journal: an append-only file in which torn and damaged records are
/// detected.
///
/// Layout, little-endian: magic byte 0x4D, kind (1 byte), payload length (4 bytes), CRC-32C of
/// kind, length and payload (4 bytes), payload.
public enum JournalFrame {
  /// Larger payloads cannot be written, and count as damage when they are read.
  public static let maximumPayloadLength = 256 * 1024
  /// Bytes before the payload.
  public static let headerLength = 10

  private static let magic: UInt8 = 0x4D

  /// The bytes of one record.
  ///
  /// - Throws: `JournalError.payloadTooLarge`.
  public static func encode(kind: UInt8, payload: [UInt8]) throws(JournalError) -> [UInt8] {
    guard payload.count <= maximumPayloadLength else {
      throw .payloadTooLarge(length: payload.count, maximum: maximumPayloadLength)
    }
    var frame: [UInt8] = []
    frame.reserveCapacity(headerLength + payload.count)
    frame.append(magic)
    frame.append(kind)
    frame.append(littleEndian: UInt32(payload.count))
    frame.append(littleEndian: CRC32C.value(of: frame[1..<6], payload))
    frame += payload
    return frame
  }

  /// Finds all intact records, and reports the damage between and after them.
  ///
  /// A damaged record only loses itself: the search continues byte by byte to the next frame with a
  /// correct checksum. Payloads should be text, because no frame can be inside text: the upper
  /// bytes of its length would have to be zero.
  ///
  /// The time is linear in the length of the file, whatever it contains.
  public static func scan(_ bytes: [UInt8]) -> JournalScan {
    var steps = 0
    return scan(bytes, steps: &steps)
  }

  /// - Parameter steps: increases with the bytes and tables that were read. It measures the cost of
  ///   the scan without a clock.
  static func scan(_ bytes: [UInt8], steps: inout Int) -> JournalScan {
    var scan = JournalScan()
    bytes.withUnsafeBufferPointer { buffer in
      var search = Search(bytes: buffer, steps: steps)
      var position = 0
      while position < buffer.count {
        if let length = search.frameLength(at: position) {
          let range = position..<(position + length)
          scan.records.append(
            JournalScan.Record(
              kind: buffer[position + 1],
              payload: Array(buffer[(position + headerLength)..<range.upperBound]), range: range))
          position = range.upperBound
          continue
        }
        let start = position
        repeat { position += 1 } while position < buffer.count && search.frameLength(at: position) == nil
        let isTorn = position == buffer.count && isBeginningOfFrame(buffer, at: start)
        scan.damage.append(isTorn ? .tornTail(start..<position) : .corrupt(start..<position))
      }
      steps = search.steps
    }
    return scan
  }

  /// Finds frames at increasing positions.
  private struct Search {
    let bytes: UnsafeBufferPointer<UInt8>
    var steps: Int
    /// Used from the first damage on, where any byte may look like the start of a long frame.
    /// Separate checks would take quadratic time.
    private var running: RunningChecks?

    init(bytes: UnsafeBufferPointer<UInt8>, steps: Int) {
      self.bytes = bytes
      self.steps = steps
    }

    /// The length of the whole frame at `position`, or nil if there is none.
    mutating func frameLength(at position: Int) -> Int? {
      steps += 1
      guard bytes.count - position >= headerLength, bytes[position] == magic else { return nil }
      let length = Int(integer(in: bytes, at: position + 2))
      guard length <= maximumPayloadLength, length <= bytes.count - position - headerLength else {
        return nil
      }
      let payload = (position + headerLength)..<(position + headerLength + length)
      var check = CRC32C()
      check.update(UnsafeBufferPointer(rebasing: bytes[(position + 1)..<(position + 6)]))
      let value: UInt32
      if running != nil {
        value = running?.value(after: check, over: payload, of: bytes, steps: &steps) ?? 0
      } else {
        check.update(UnsafeBufferPointer(rebasing: bytes[payload]))
        steps += length
        value = check.value
      }
      if value == integer(in: bytes, at: position + 6) { return headerLength + length }
      if running == nil { running = RunningChecks(from: payload.lowerBound) }
      return nil
    }
  }

  /// True if the bytes from `position` to the end can be the start of a frame whose rest is
  /// missing.
  private static func isBeginningOfFrame(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    guard bytes[position] == magic else { return false }
    let available = bytes.count - position
    guard available >= 6 else { return true }
    let length = Int(integer(in: bytes, at: position + 2))
    return length <= maximumPayloadLength && available < headerLength + length
  }

  private static func integer(in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
  }
}

extension [UInt8] {
  package mutating func append(littleEndian integer: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: integer.littleEndian) { append(contentsOf: $0) }
  }
}

/// Why a record cannot be written.
public enum JournalError: Error, Equatable, Sendable {
  /// The payload is too long. `maximum` is `JournalFrame.maximumPayloadLength`.
  case payloadTooLarge(length: Int, maximum: Int)
}

/// The content of a journal file, from `JournalFrame.scan`.
public struct JournalScan: Equatable, Sendable {
  /// An intact record.
  public struct Record: Equatable, Sendable {
    public var kind: UInt8
    public var payload: [UInt8]
    /// The position of the whole frame in the file, including its header.
    public var range: Range<Int>
  }

  /// Bytes that are not a record.
  public enum Damage: Equatable, Sendable {
    /// The file ends within a record, because the last write was interrupted. Nothing that was
    /// acknowledged is lost.
    case tornTail(Range<Int>)
    /// One or more adjacent records that were changed after they were written.
    case corrupt(Range<Int>)

    public var range: Range<Int> {
      switch self {
      case .tornTail(let range), .corrupt(let range): range
      }
    }
  }

  /// All intact records, in order.
  public var records: [Record] = []
  /// All damage, in order. Empty if every byte belongs to a record.
  public var damage: [Damage] = []

  /// The end of the last intact record. Truncate the file to this length before you append. This
  /// drops no record.
  public var intactLength: Int { records.last?.range.upperBound ?? 0 }
}

/// The format of a file that is written as a whole: one frame, so that any change of its bytes is
/// detected.
///
/// Layout, little-endian: magic byte 0x44, kind (1 byte), payload length (8 bytes), CRC-32C over
/// kind, length and payload (4), payload. Nothing precedes or follows it.
package enum DocumentFrame {
  private static let magic: UInt8 = 0x44
  private static let headerLength = 14

  /// - Parameter kind: the type of the file, so that files of different types are not confused.
  package static func encode(kind: UInt8, payload: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(headerLength + payload.count)
    frame.append(magic)
    frame.append(kind)
    frame.append(littleEndian: UInt64(payload.count))
    frame.append(littleEndian: CRC32C.value(of: frame[1..<10], payload))
    frame += payload
    return frame
  }

  /// nil if the bytes were changed, or if the file has another kind.
  package static func decode(kind: UInt8, _ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= headerLength, bytes[...1] == [magic, kind] else { return nil }
    let payload = Array(bytes[headerLength...])
    return encode(kind: kind, payload: payload) == bytes ? payload : nil
  }
}
