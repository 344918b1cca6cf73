// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
package import NIOCore

/// The bytes of an answer to a sync, as they are sent.
package struct SyncBody: Sendable {
  package let bytes: ByteBuffer
  /// Whether they are compressed with gzip.
  package let isCompressed: Bool

  fileprivate init(_ bytes: ByteBuffer, isCompressed: Bool = false) {
    (self.bytes, self.isCompressed) = (bytes, isCompressed)
  }
}

/// The answer to a sync without definitions, encoded once: a device that sent no events and has
/// nothing of its own to learn, which is almost always the case, gets exactly this.
struct SyncAnswer: Sendable {
  let own: Wire.SyncResponse
  private let plain: ByteBuffer

  init(_ own: Wire.SyncResponse) {
    self.own = own
    plain = ByteBuffer(bytes: Wire.encode(own))
  }

  func body(_ own: Wire.SyncResponse) -> SyncBody {
    SyncBody(own == self.own ? plain : ByteBuffer(bytes: Wire.encode(own)))
  }
}

/// Answers to syncs with the same definitions, which are encoded and compressed once.
struct SyncAnswers: Sendable {
  private let own: Wire.SyncResponse
  private let plain: ByteBuffer
  /// nil when compression is not worthwhile.
  private let compressed: ByteBuffer?
  /// The beginning of an answer with definitions, which are encoded first.
  private let beginning: [UInt8]
  private let compressedBeginning: Wire.Gzip.Beginning?

  /// - Parameter own: The rest of the answer for a device that has nothing of its own to learn.
  init(_ definitions: Wire.Definitions, own: Wire.SyncResponse) {
    self.own = own
    let rest = Self.rest(of: own)
    beginning = Array(#"{"definitions":"#.utf8) + Wire.encode(definitions) + [UInt8(ascii: ",")]
    // Without memory for it, answers are sent uncompressed.
    compressedBeginning = try? Wire.Gzip.Beginning(beginning)
    plain = ByteBuffer(bytes: beginning + rest)
    compressed = compressedBeginning.map { ByteBuffer(bytes: $0.completed(by: rest)) }
  }

  /// - Parameters:
  ///   - own: The answer without definitions.
  ///   - isCompressed: Whether the device accepts gzip.
  func body(_ own: Wire.SyncResponse, isCompressed: Bool) -> SyncBody {
    if own == self.own {
      if let compressed, isCompressed { return SyncBody(compressed, isCompressed: true) }
      return SyncBody(plain)
    }
    let rest = Self.rest(of: own)
    if let compressedBeginning, isCompressed {
      return SyncBody(ByteBuffer(bytes: compressedBeginning.completed(by: rest)), isCompressed: true)
    }
    return SyncBody(ByteBuffer(bytes: beginning + rest))
  }

  /// What follows the definitions and a comma; there is always the version.
  private static func rest(of own: Wire.SyncResponse) -> [UInt8] { Array(Wire.encode(own).dropFirst()) }
}
