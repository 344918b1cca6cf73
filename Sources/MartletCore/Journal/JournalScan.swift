// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

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
    /// The file ends within a record, because the last write was interrupted. Nothing that was acknowledged is lost.
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

  /// The end of the last intact record. Truncate the file to this length before you append. This drops no record.
  public var intactLength: Int { records.last?.range.upperBound ?? 0 }
}
