// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import JWTKit
import MartletCore
import MartletWire

@testable import Identity

/// Makes tokens of any form, right ones and wrong ones.
struct TokenForge: Sendable {
  let name: String
  let algorithm: any JWTAlgorithm
  let publicPEM: String

  static let now = Instant(milliseconds: 1_790_000_000_000)

  // Made once: RSA keys are slow to find.
  static let rsa = Task { try await make("RS256", rsaBits: 2_048) }
  static let otherRSA = Task { try await make("RS256", rsaBits: 3_072) }
  static let p256 = Task { try await make("ES256", rsaBits: nil) }
  static let otherP256 = Task { try await make("ES256", rsaBits: nil) }

  static var all: [TokenForge] {
    get async throws {
      [try await rsa.value, try await otherRSA.value, try await p256.value, try await otherP256.value]
    }
  }

  private static func make(_ name: String, rsaBits: Int?) async throws -> TokenForge {
    let keys = JWTKeyCollection()
    let publicPEM: String
    if let rsaBits {
      let key = try JWTKit.Insecure.RSA.PrivateKey(pem: OpenSSL.privateKey(rsaBits: rsaBits))
      publicPEM = key.publicKey.pemRepresentation
      await keys.add(rsa: key, digestAlgorithm: .sha256)
    } else {
      let key = ES256PrivateKey()
      publicPEM = key.publicKey.pemRepresentation
      await keys.add(ecdsa: key)
    }
    return TokenForge(name: name, algorithm: try await keys.getKey(), publicPEM: publicPEM)
  }

  var judge: UserTokenJudge { UserTokenJudge([key]) }
  var key: UserAuthentication.Key { UserAuthentication.Key(name: name, pem: publicPEM) }

  /// `exp` an hour ahead unless the claims say otherwise.
  static func payload(_ user: String, _ more: String = "") -> String {
    let sub = String(decoding: Wire.encode(Wire.JSONValue.string(user)), as: UTF8.self)
    return "{\"sub\":\(sub),\"exp\":\(now.milliseconds / 1_000 + 3_600)\(more)}"
  }

  func token(_ payload: String, header: String? = nil, signedBy other: (any JWTAlgorithm)? = nil) throws
    -> String
  {
    let signed = [header ?? "{\"alg\":\"\(name)\",\"typ\":\"JWT\"}", payload].map {
      Self.base64URL(Array($0.utf8))
    }.joined(separator: ".")
    return signed + "." + Self.base64URL(try (other ?? algorithm).sign(Array(signed.utf8)))
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }
}

extension UserTokenJudge {
  /// All of it at once, as a request has it judged.
  func refusal(of token: String?, for user: String, at now: Instant = TokenForge.now) async -> Wire
    .UserSignature.Refusal?
  {
    do throws(RefusedToken) {
      return try await claims(of: token).refusal(of: user, at: now)
    } catch {
      return error.reason
    }
  }
}
