// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CZlib
import MartletCore

extension Wire {
  /// Compression of bodies (RFC 1952).
  public enum Gzip {
    /// Why a body could not be compressed or decompressed.
    public enum Problem: Error, Equatable, Sendable {
      /// The content is longer than the caller's limit.
      case tooLarge(limit: Int)
      /// Not gzip, incomplete, or damaged.
      case corrupt
      /// There are bytes after the end of the compressed content, such as a second member.
      case trailingBytes
      /// zlib has no memory.
      case outOfMemory
    }

    /// The number of bytes that are read or written at a time.
    static let chunkBytes = 65_536
  }
}

extension Wire.Gzip {
  // MARK: - Compression

  /// Compresses to one gzip member. Fails only if there is no memory.
  public static func compress(_ bytes: [UInt8]) throws(Problem) -> [UInt8] { try deflated(bytes, Z_FINISH) }

  /// A header and the compressed bytes, up to a byte boundary. More blocks and the trailer must
  /// follow.
  static func flushed(_ bytes: [UInt8]) throws(Problem) -> [UInt8] { try deflated(bytes, Z_SYNC_FLUSH) }

  private static func deflated(_ bytes: [UInt8], _ ending: Int32) throws(Problem) -> [UInt8] {
    var stream = z_stream()
    // 15 bits for the window, plus 16 for a gzip header.
    let status = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .outOfMemory }
    defer { deflateEnd(&stream) }

    // The bound holds for any input, so one call is enough. `run` feeds zlib in pieces, because its
    // counts have 32 bits. The empty block at the end of a flush takes five more bytes.
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 16)
    let written = run(&stream, input: bytes[...], output: &output) { deflate(&$0, $1 ? ending : Z_NO_FLUSH) }
    guard written.consumed == bytes.count, ending != Z_FINISH || written.status == Z_STREAM_END else {
      throw .outOfMemory
    }
    output.removeLast(output.count - written.produced)
    return output
  }

  // MARK: - Decompression

  /// Decompresses content of up to `limit` bytes.
  ///
  /// Memory is limited, whatever the input: the result is allocated once, with the declared length
  /// and never more than `limit`. A wrong declaration is detected in a buffer of `chunkBytes`, and
  /// reading stops when the content exceeds the limit.
  public static func decompress(_ bytes: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
    guard bytes.count >= 18 else { throw .corrupt }
    let declared = declaredLength(of: bytes)
    if declared <= limit {
      // One byte more than declared, so that zlib can reach the end of an empty stream.
      var output = [UInt8](repeating: 0, count: declared + 1)
      let result = try inflating { stream in
        run(&stream, input: bytes[...], output: &output) { inflate(&$0, $1 ? Z_FINISH : Z_NO_FLUSH) }
      }
      if result.status == Z_STREAM_END, result.produced == declared, result.consumed == bytes.count {
        output.removeLast()
        return output
      }
    }
    throw try diagnose(bytes, limit: limit).problem
  }

  /// The length of the content that the last bytes declare. `decompress` only returns content of
  /// this length. 0 if the input is too short.
  public static func declaredLength(of bytes: [UInt8]) -> Int {
    bytes.count < 4 ? 0 : bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads on in one chunk of memory to find the problem. `produced` is the number of bytes up to
  /// it.
  static func diagnose(_ bytes: [UInt8], limit: Int) throws(Problem) -> (problem: Problem, produced: Int) {
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    return try inflating { stream in
      var produced = 0
      var consumed = 0
      while true {
        let result = run(&stream, input: bytes[consumed...], output: &chunk) { stream, _ in
          inflate(&stream, Z_NO_FLUSH)
        }
        consumed += result.consumed
        produced += result.produced
        if produced > limit { return (.tooLarge(limit: limit), produced) }
        switch result.status {
        // The chunk is full, or the input ended.
        case Z_BUF_ERROR where result.consumed > 0 || result.produced > 0: continue
        case Z_STREAM_END: return (consumed < bytes.count ? .trailingBytes : .corrupt, produced)
        case Z_MEM_ERROR: return (.outOfMemory, produced)
        default: return (.corrupt, produced)
        }
      }
    }
  }

  /// - Parameter windowBits: as zlib defines them. Plus 16: only gzip, not zlib's own header or raw
  ///   data.
  static func inflating<Result>(windowBits: Int32 = 15 + 16, _ body: (inout z_stream) -> Result)
    throws(Problem) -> Result
  {
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .outOfMemory
    }
    defer { inflateEnd(&stream) }
    return body(&stream)
  }

  /// Feeds all of `input` in pieces and fills `output`, until zlib is done or cannot continue.
  static func run(
    _ stream: inout z_stream, input: ArraySlice<UInt8>, output: inout [UInt8],
    step: (inout z_stream, _ isLast: Bool) -> Int32
  ) -> (status: Int32, consumed: Int, produced: Int) {
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var consumed = 0
        var produced = 0
        while true {
          let available = min(input.count - consumed, 1 << 30)
          let room = min(output.count - produced, 1 << 30)
          stream.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + consumed) }
          stream.avail_in = UInt32(available)
          stream.next_out = output.baseAddress.map { $0 + produced }
          stream.avail_out = UInt32(room)
          let status = step(&stream, consumed + available == input.count)
          let tookIn = available - Int(stream.avail_in)
          let putOut = room - Int(stream.avail_out)
          consumed += tookIn
          produced += putOut
          guard status == Z_OK || status == Z_BUF_ERROR, tookIn > 0 || putOut > 0 else {
            return (status, consumed, produced)
          }
        }
      }
    }
  }
}

/// Compressed content without a wrapper (RFC 1951), and its checksum. Archives consist of these.
package enum Deflate {
  /// Decompresses to exactly `count` bytes. nil if the input is damaged or has another length.
  /// Never uses more memory than `count`.
  package static func inflate(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard (0..<1 << 31).contains(count) else { return nil }
    // One byte more, so that zlib can reach the end of an empty stream, and longer content is
    // detected.
    var output = [UInt8](repeating: 0, count: count + 1)
    let result = try? Wire.Gzip.inflating(windowBits: -15) { stream in
      Wire.Gzip.run(&stream, input: bytes, output: &output) { CZlib.inflate(&$0, $1 ? Z_FINISH : Z_NO_FLUSH) }
    }
    guard let result, result.status == Z_STREAM_END, result.consumed == bytes.count, result.produced == count
    else { return nil }
    output.removeLast()
    return output
  }

  /// The CRC-32 of ISO 3309, as used in archives.
  ///
  /// - Parameter before: the checksum of the bytes before these.
  package static func checksum(_ bytes: [UInt8], after before: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      bytes.isEmpty
        ? before : UInt32(truncatingIfNeeded: crc32_z(uLong(before), $0.baseAddress, z_size_t($0.count)))
    }
  }
}

extension Wire.Gzip {
  /// The common start of many documents, compressed once, so that each document only costs its own
  /// rest.
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
