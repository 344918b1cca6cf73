// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import JWTKit
public import MartletCore
public import MartletWire

/// The claims of a token with a valid signature. Whether they hold now, and for whom, is checked at
/// each use.
public struct UserClaims: Sendable {
  /// `sub`
  let userID: String?
  /// `exp`, in seconds since 1970.
  let end: Double?
  /// `nbf` and `iat`, if present.
  let beginnings: [Double]

  /// How far the clocks of two servers may differ.
  public static let leeway = Duration.seconds(60)

  /// The year 5138 in seconds, and 1973 in milliseconds: an `exp` from here on was meant as
  /// milliseconds, and would never expire.
  static let latestEnd = 100_000_000_000.0

  /// nil when the token vouches for the user at this time.
  public func refusal(of userID: String, at now: Instant) -> Wire.UserSignature.Refusal? {
    guard let end else { return .noExpiry }
    guard end < Self.latestEnd else { return .expiryInMilliseconds }
    let now = Double(now.milliseconds) / 1_000
    let leeway = Self.leeway / .seconds(1)
    if now >= end + leeway { return .expired }
    if beginnings.contains(where: { now + leeway < $0 }) { return .notYetValid }
    // Compares bytes: two normal forms of one text are two users.
    guard let own = self.userID, own.utf8.elementsEqual(userID.utf8) else { return .otherUser }
    return nil
  }
}

/// The claims that are used; a token may contain others.
struct TokenPayload: JWTPayload {
  var sub: String?
  var exp: ExpirationClaim?
  var nbf: NotBeforeClaim?
  var iat: IssuedAtClaim?

  /// Does nothing: `UserClaims` checks time and user at each use.
  func verify(using algorithm: some JWTAlgorithm) {}
}

extension UserClaims {
  init(_ payload: TokenPayload) {
    self.init(
      userID: payload.sub, end: payload.exp?.value.timeIntervalSince1970,
      beginnings: [payload.nbf?.value, payload.iat?.value].compactMap { $0?.timeIntervalSince1970 })
  }
}
