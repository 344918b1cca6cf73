// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import MartletWire

/// Judges tokens by an app's public keys. A value: the same token and the same keys always give the
/// same claims.
public struct UserTokenJudge: Sendable {
  private let keys: [PublicKey]
  /// Changes with the keys.
  public let fingerprint: String

  /// Leaves out texts that are not keys: they fit no signature.
  public init(_ keys: [UserAuthentication.Key]) {
    self.keys = keys.prefix(UserAuthentication.maximumKeys).compactMap { try? PublicKey(pem: $0.pem) }
    fingerprint = self.keys.map(\.fingerprint).joined(separator: " ")
  }

  /// The claims of a token that one of the keys has signed. `kid` is only a hint, so all keys of
  /// the token's algorithm are tried.
  public func claims(of text: String?) async throws(RefusedToken) -> UserClaims {
    guard let text else { throw RefusedToken(.missing) }
    let token = try CompactToken(text)
    for key in keys {
      do throws(PublicKey.UnreadableClaims) {
        if let claims = try await key.claims(of: token) { return claims }
      } catch {
        throw RefusedToken(.malformed)
      }
    }
    throw RefusedToken(.wrongSignature)
  }
}

/// A token that vouches for nobody.
public struct RefusedToken: Error, Hashable, Sendable {
  public let reason: Wire.UserSignature.Refusal

  init(_ reason: Wire.UserSignature.Refusal) {
    self.reason = reason
  }
}
