// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import JWTKit
public import MartletCore
public import MartletWire

/// What a token says whose signature is right. Whether it holds now, and for whom, is asked again at each use.
public struct UserClaims: Sendable {
  /// `sub`
  let userID: String?
  /// `exp`, in seconds since 1970.
  let end: Double?
  /// `nbf` and `iat`, as far as they are there.
  let beginnings: [Double]

  /// How far the clocks of two servers may be apart.
  public static let leeway = Duration.seconds(60)

  /// nil: it vouches for the user at this time.
  public func refusal(of userID: String, at now: Instant) -> Wire.UserSignature.Refusal? {
    guard let end else { return .noExpiry }
    let now = Double(now.milliseconds) / 1_000
    let leeway = Self.leeway / .seconds(1)
    if now >= end + leeway { return .expired }
    if beginnings.contains(where: { now + leeway < $0 }) { return .notYetValid }
    // By bytes: two normal forms of one text are two users.
    guard let own = self.userID, own.utf8.elementsEqual(userID.utf8) else { return .otherUser }
    return nil
  }
}

/// The claims that are looked at; a token may hold others.
struct TokenPayload: JWTPayload {
  var sub: String?
  var exp: ExpirationClaim?
  var nbf: NotBeforeClaim?
  var iat: IssuedAtClaim?

  /// Nothing: time and user are asked at each use, by `UserClaims`.
  func verify(using algorithm: some JWTAlgorithm) {}
}

extension UserClaims {
  init(_ payload: TokenPayload) {
    self.init(
      userID: payload.sub, end: payload.exp?.value.timeIntervalSince1970,
      beginnings: [payload.nbf?.value, payload.iat?.value].compactMap { $0?.timeIntervalSince1970 })
  }
}
