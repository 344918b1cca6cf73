// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The journal's record format: how one record is laid out in an append-only file so that a torn or damaged tail is found.
///
/// Layout, little-endian: magic byte 0x4D, kind (1 byte), payload length (4 bytes), CRC-32C over kind, length and payload (4 bytes), payload.
public enum JournalFrame {
  /// Larger payloads are refused when written and taken for damage when read.
  public static let maximumPayloadLength = 256 * 1024

  // The implementation follows:
  // static func encode(kind: UInt8, payload: [UInt8]) throws(JournalError) -> [UInt8]
  // static func scan(_ bytes: [UInt8]) -> JournalScan      records, the length that is intact, and the damage found, if any
}
