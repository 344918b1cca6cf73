// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import Hummingbird
import MartletWire
import NIOCore

/// Answers to syncs. The definitions are the same for everybody, so they are encoded and compressed once, when the catalogue is made.
struct SyncAnswers: Sendable {
  private let unchanged: Shared
  private let full: Shared
  /// The beginning of an answer with definitions, which are encoded first.
  private let beginning: [UInt8]
  private let compressedBeginning: Wire.Gzip.Beginning?

  /// The answer to a device that sent no events and has nothing of its own to learn, which is almost always the case.
  private struct Shared: Sendable {
    var own: Wire.SyncResponse
    var plain: ByteBuffer
    /// nil when compression is not worthwhile.
    var compressed: ByteBuffer?
  }

  init(_ definitions: Wire.Definitions, settings: Wire.DeviceSettings) {
    let own = Wire.SyncResponse(definitions: nil, settings: settings)
    let rest = Self.rest(of: own)
    beginning = Array(#"{"definitions":"#.utf8) + Wire.encode(definitions) + [UInt8(ascii: ",")]
    // Without memory for it, answers are sent uncompressed.
    compressedBeginning = try? Wire.Gzip.Beginning(beginning)
    unchanged = Shared(own: own, plain: ByteBuffer(bytes: Wire.encode(own)), compressed: nil)
    full = Shared(
      own: own, plain: ByteBuffer(bytes: beginning + rest),
      compressed: compressedBeginning.map { ByteBuffer(bytes: $0.completed(by: rest)) })
  }

  /// - Parameters:
  ///   - own: The answer without definitions.
  ///   - isHeld: Whether the device has the definitions already.
  ///   - isCompressed: Whether the device accepts gzip.
  func response(_ own: Wire.SyncResponse, isHeld: Bool, isCompressed: @autoclosure () -> Bool) -> Response {
    let shared = isHeld ? unchanged : full
    if own == shared.own {
      if let compressed = shared.compressed, isCompressed() { return Response(json: compressed, isCompressed: true) }
      return Response(json: shared.plain, isCompressed: false)
    }
    if isHeld { return Response(jsonBytes: Wire.encode(own)) }
    let rest = Self.rest(of: own)
    if let compressedBeginning, isCompressed() {
      return Response(json: ByteBuffer(bytes: compressedBeginning.completed(by: rest)), isCompressed: true)
    }
    return Response(jsonBytes: beginning + rest)
  }

  /// What follows the definitions and a comma; there is always the version.
  private static func rest(of own: Wire.SyncResponse) -> [UInt8] { Array(Wire.encode(own).dropFirst()) }
}
