// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import JWTKit

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
