// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// The text of a JSON Web Token in the compact form, split into its three base64url parts, each in
/// its only valid spelling, with a readable header. Says nothing about the signature.
struct CompactToken: Hashable, Sendable {
  let text: String
  let algorithm: PublicKey.Algorithm
  private let payload: [UInt8]

  /// False where JSON readers disagree: duplicate field names, or an encoding other than UTF-8.
  var isClear: Bool {
    if case .object? = try? Wire.decode(Wire.JSONValue.self, from: payload) { true } else { false }
  }

  init(_ text: String) throws(RefusedToken) {
    guard Wire.UserSignature.isValid(text) else { throw RefusedToken(.malformed) }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.bytes(parts[0]), let payload = Self.bytes(parts[1]),
      Self.bytes(parts[2]) != nil
    else {
      throw RefusedToken(.malformed)
    }
    // `crit` names extensions that a reader must understand to use the token; none is known here.
    guard case .object(let fields)? = try? Wire.decode(Wire.JSONValue.self, from: header),
      fields["crit"] == nil,
      case .string(let name)? = fields["alg"]
    else { throw RefusedToken(.malformed) }
    guard let algorithm = PublicKey.Algorithm(rawValue: name) else { throw RefusedToken(.wrongAlgorithm) }
    self.text = text
    self.algorithm = algorithm
    self.payload = payload
  }

  /// nil when the part is not base64url without padding, or not the only spelling of these bytes,
  /// so that no other text passes for a token.
  private static func bytes(_ part: Substring.UTF8View) -> [UInt8]? {
    let digits = part.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): UInt8(ascii: "!")
      default: byte
      }
    }
    let padded = digits + [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    guard let data = Data(base64Encoded: Data(padded)), !data.isEmpty,
      data.base64EncodedData() == Data(padded)
    else { return nil }
    return Array(data)
  }
}
