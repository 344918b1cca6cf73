// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why a record cannot be written.
public enum JournalError: Error, Hashable, Sendable {
  /// Write less per record: `maximum` is `JournalFrame.maximumPayloadLength`.
  case payloadTooLarge(length: Int, maximum: Int)
}

/// What a journal file holds, found by `JournalFrame.scan`.
public struct JournalScan: Hashable, Sendable {
  /// One intact record.
  public struct Record: Hashable, Sendable {
    public var kind: UInt8
    public var payload: [UInt8]
    /// Where the whole frame, header included, stands in the file.
    public var range: Range<Int>
  }

  /// Bytes that are not a record.
  public enum Damage: Hashable, Sendable {
    /// The file ends inside a record: the last write was cut off. Nothing that was acknowledged is lost.
    case tornTail(Range<Int>)
    /// One or more records, side by side, that were changed after they were written.
    case corrupt(Range<Int>)

    public var range: Range<Int> {
      switch self {
      case .tornTail(let range), .corrupt(let range): range
      }
    }
  }

  /// Every intact record in the order of the file.
  public var records: [Record] = []
  /// In the order of the file; empty when every byte belongs to a record.
  public var damage: [Damage] = []

  /// The end of the last intact record. Cut the file to this length before appending: it drops no record.
  public var intactLength: Int { records.last?.range.upperBound ?? 0 }
}
