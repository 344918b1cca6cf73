// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import JWTKit

struct Claims: JWTPayload {
  var sub: SubjectClaim
  var iat: IssuedAtClaim
  var exp: ExpirationClaim

  func verify(using algorithm: some JWTAlgorithm) {}
}

let settings = ProcessInfo.processInfo.environment
let pem = try String(contentsOfFile: settings["PRIVATE_KEY"] ?? "private.pem", encoding: .utf8)
let keys = await JWTKeyCollection().add(ecdsa: try ES256PrivateKey(pem: pem))
// In place of your own sessions: who is signed in, by what the app signs in with. Never a user id
// that the app only claims.
let sessions = ["session-of-ana": "ana", "session-of-ben": "ben"]

let router = Router()
router.get("martlet-signature") { request, _ in
  let session = request.headers[.authorization]?.replacing("Bearer ", with: "") ?? ""
  guard let user = sessions[session] else { throw HTTPError(.unauthorized) }
  let now = Date()
  let claims = Claims(
    sub: .init(value: user), iat: .init(value: now), exp: .init(value: now.addingTimeInterval(3_600)))
  return try await keys.sign(claims)
}
let port = settings["PORT"].flatMap { Int($0) } ?? 8_081
try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
  .runService()
