// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Crypto
import Foundation
import MartletCore

/// Apple's checks of provider tokens. Verifies with swift-crypto alone, so a sender's tokens are
/// judged by other code than that which signs them.
struct ProviderTokenRules: Sendable {
  struct Claims: Hashable, Sendable {
    var keyID: String
    /// `iat`
    var issuedAt: Instant
  }

  private struct Header: Decodable {
    var alg: String?
    var kid: String?
  }

  private struct Payload: Decodable {
    var iss: String?
    var iat: Double?
  }

  private let keys: [String: RegisteredKey]
  /// A signature is verified once for each token: senders use the same one for nearly an hour.
  private var known: [String: Claims] = [:]
  /// The newest token of each key, and when it was first seen.
  private var newest: [String: (claims: Claims, seen: Instant)] = [:]

  static let longestAge = Duration.seconds(3_600)
  static let shortestRenewal = Duration.seconds(20 * 60)

  init(_ keys: [RegisteredKey]) {
    self.keys = Dictionary(keys.map { ($0.keyID, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter firstKeyID: With which the connection began. Set by its first valid token.
  mutating func refusal(of authorization: String?, firstKeyID: inout String?, at now: Instant) -> APNsReason?
  {
    guard let authorization, !authorization.isEmpty else { return .missingProviderToken }
    guard let claims = known[authorization] ?? verified(authorization) else { return .invalidProviderToken }
    let age = now.duration(since: claims.issuedAt)
    if age > Self.longestAge { return .expiredProviderToken }
    // In the future by more than clocks differ.
    if age < .seconds(-60) { return .invalidProviderToken }
    if let firstKeyID, firstKeyID != claims.keyID { return .unrelatedKeyIDInToken }
    if known[authorization] == nil {
      if let last = newest[claims.keyID], now.duration(since: last.seen) < Self.shortestRenewal {
        return .tooManyProviderTokenUpdates
      }
      newest[claims.keyID] = (claims, now)
      known = known.filter { now.duration(since: $0.value.issuedAt) <= Self.longestAge }
      known[authorization] = claims
    }
    firstKeyID = claims.keyID
    return nil
  }

  private func verified(_ authorization: String) -> Claims? {
    let words = authorization.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    let parts = words[1].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.json(Header.self, parts[0]),
      let payload = Self.json(Payload.self, parts[1]),
      header.alg == "ES256", let key = header.kid.flatMap({ keys[$0] }), payload.iss == key.teamID,
      let issuedAt = payload.iat,
      let bytes = Self.bytes(parts[2]),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes),
      key.key.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8))
    else { return nil }
    guard let milliseconds = Int64(exactly: (issuedAt * 1_000).rounded()) else { return nil }
    return Claims(keyID: key.keyID, issuedAt: Instant(milliseconds: milliseconds))
  }

  private static func json<Value: Decodable>(_ type: Value.Type, _ part: Substring) -> Value? {
    bytes(part).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  /// Base64url without padding.
  private static func bytes(_ part: Substring) -> Data? {
    let text = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
  }
}
