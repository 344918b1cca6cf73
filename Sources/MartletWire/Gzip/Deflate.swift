// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CZlib

/// Compressed content without a wrapping of its own (RFC 1951), and the checksum that goes with it: what archives consist of.
package enum Deflate {
  /// Exactly `count` bytes from exactly these compressed ones; nil when they are damaged, or do not give that many. No more memory than `count`
  /// is used, whatever the bytes say.
  package static func inflate(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    // The counts of zlib have 32 bits.
    guard count >= 0, count < 1 << 31, bytes.count < 1 << 31 else { return nil }
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    // One byte more, so that zlib can come to the end of a stream of nothing, and content that is longer shows.
    var output = [UInt8](repeating: 0, count: count + 1)
    let (status, consumed, produced) = bytes.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        let status = CZlib.inflate(&stream, Z_FINISH)
        return (status, input.count - Int(stream.avail_in), output.count - Int(stream.avail_out))
      }
    }
    guard status == Z_STREAM_END, consumed == bytes.count, produced == count else { return nil }
    output.removeLast()
    return output
  }

  /// CRC-32 of ISO 3309, as archives use it.
  ///
  /// - Parameter before: the checksum of the bytes before these.
  package static func checksum(_ bytes: [UInt8], after before: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      bytes.isEmpty ? before : UInt32(truncatingIfNeeded: crc32_z(uLong(before), $0.baseAddress, z_size_t($0.count)))
    }
  }
}
