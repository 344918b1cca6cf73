// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The format of a file that is written as a whole: one frame, so that any change of its bytes is detected.
///
/// Layout, little-endian: magic byte 0x44, kind (1 byte), payload length (8 bytes), CRC-32C over kind, length and payload (4 bytes),
/// payload. Nothing precedes or follows it.
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
    frame.append(littleEndian: check(frame[1..<10], payload))
    frame += payload
    return frame
  }

  /// nil if the bytes were changed, or if the file has another kind.
  package static func decode(kind: UInt8, _ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= headerLength, bytes[...1] == [magic, kind] else { return nil }
    let payload = Array(bytes[headerLength...])
    var written: [UInt8] = []
    written.append(littleEndian: UInt64(payload.count))
    written.append(littleEndian: check(bytes[1..<10], payload))
    return bytes[2..<headerLength] == written[...] ? payload : nil
  }

  private static func check(_ header: ArraySlice<UInt8>, _ payload: [UInt8]) -> UInt32 {
    var check = CRC32C()
    check.update(header)
    check.update(payload)
    return check.value
  }
}
