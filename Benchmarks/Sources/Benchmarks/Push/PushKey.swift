// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Crypto
import Foundation

/// A key that signs for one sender.
struct PushKey {
  private let secret = P256.Signing.PrivateKey()
  let keyID: String
  static let teamID = "TEAM000000"

  var key: SigningKey {
    get throws { try SigningKey(p8: secret.pemRepresentation, keyID: keyID, teamID: Self.teamID) }
  }

  /// As Apple gives it to developers.
  var pem: String { secret.pemRepresentation }

  /// The id and the public key, in one word, for the arguments of the sink.
  var registration: String {
    "\(keyID):\(Data(secret.publicKey.pemRepresentation.utf8).base64EncodedString())"
  }

  /// A provider token, for a client that has no sender around it.
  var token: String {
    get throws {
      let seconds = Stopwatch.now.milliseconds / 1_000
      let parts = [#"{"alg":"ES256","kid":"\#(keyID)"}"#, #"{"iss":"\#(Self.teamID)","iat":\#(seconds)}"#].map
      {
        Self.base64URL(Data($0.utf8))
      }
      let text = parts.joined(separator: ".")
      return try "\(text).\(Self.base64URL(secret.signature(for: Data(text.utf8)).rawRepresentation))"
    }
  }

  private static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(
      of: "/", with: "_"
    )
    .replacingOccurrences(of: "=", with: "")
  }
}
