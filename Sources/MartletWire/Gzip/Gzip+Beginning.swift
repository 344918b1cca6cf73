// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.Gzip {
  /// The common start of many documents, compressed once, so that each document only costs its own rest.
  ///
  /// The rest is not compressed, so the length does not reveal anything about a secret in it.
  public struct Beginning: Sendable {
    /// Ends at a byte boundary. The last block follows.
    private let compressed: [UInt8]
    private let checksum: UInt32
    private let length: Int

    /// Compresses the start. Fails only if there is no memory.
    public init(_ bytes: [UInt8]) throws(Problem) {
      compressed = try Wire.Gzip.flushed(bytes)
      checksum = Deflate.checksum(bytes)
      length = bytes.count
    }

    /// A gzip member with the start and then `rest`.
    public func completed(by rest: [UInt8]) -> [UInt8] {
      var output = compressed
      output.reserveCapacity(compressed.count + rest.count + 5 * (rest.count / Self.storedBytes + 1) + 8)
      var start = 0
      repeat {
        let end = min(start + Self.storedBytes, rest.count)
        // A stored block: its length and the inverted length. The first byte marks the last block.
        output.append(end == rest.count ? 1 : 0)
        output.append(littleEndian: UInt32(end - start) | UInt32(~UInt16(end - start)) << 16)
        output.append(contentsOf: rest[start..<end])
        start = end
      } while start < rest.count
      output.append(littleEndian: Deflate.checksum(rest, after: checksum))
      output.append(littleEndian: UInt32(truncatingIfNeeded: length + rest.count))
      return output
    }

    /// The maximum number of bytes in a stored block.
    private static let storedBytes = 65_535
  }
}
