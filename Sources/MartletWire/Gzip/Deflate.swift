// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CZlib

/// Compressed content without a wrapping of its own (RFC 1951), and the checksum that goes with it: what archives consist of.
package enum Deflate {
  /// Exactly `count` bytes from exactly these compressed ones; nil when they are damaged, or do not give that many. No more memory than `count`
  /// is used, whatever the bytes say.
  package static func inflate(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard (0..<1 << 31).contains(count) else { return nil }
    // One byte more, so that zlib can come to the end of a stream of nothing, and content that is longer shows.
    var output = [UInt8](repeating: 0, count: count + 1)
    let result = try? Wire.Gzip.inflating(windowBits: -15) { stream in
      Wire.Gzip.run(&stream, input: bytes, output: &output) { CZlib.inflate(&$0, $1 ? Z_FINISH : Z_NO_FLUSH) }
    }
    guard let result, result.status == Z_STREAM_END, result.consumed == bytes.count, result.produced == count else { return nil }
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
