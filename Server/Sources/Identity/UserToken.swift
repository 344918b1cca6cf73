// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import JWTKit
import MartletCore

/// What an app's own backend signs to say who uses a device: a JSON Web Token.
struct UserToken: JWTPayload {
  var sub: SubjectClaim
  var exp: ExpirationClaim

  func verify(using algorithm: some JWTAlgorithm) throws {}
}
