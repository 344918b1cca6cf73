// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import MartletCore
import MartletWire

/// What is known of one request: which users it may speak of.
struct UserProof: Sendable {
  enum Evidence: Sendable {
    /// Nobody asks, or the request names nobody.
    case none
    /// The request comes from the server's own lab, whose people may see everybody's profile anyway.
    case lab
    case token(UserClaims)
    case refused(Wire.UserSignature.Refusal)
  }

  let mode: UserAuthentication.Mode
  let evidence: Evidence
  let now: Instant

  /// True: it is known that the user uses the device. Never while nobody asks.
  func vouches(for userID: String) -> Bool {
    switch evidence {
    case .none, .refused: false
    case .lab: mode != .off
    case .token(let claims): mode != .off && claims.refusal(of: userID, at: now) == nil
    }
  }

  /// Why it is not believed that the user uses the device; nil: it is, or nobody asks.
  func doubt(about userID: String) -> Wire.UserSignature.Refusal? {
    guard mode != .off else { return nil }
    return switch evidence {
    case .lab: nil
    case .none: .missing
    case .refused(let refusal): refusal
    case .token(let claims): claims.refusal(of: userID, at: now)
    }
  }

  /// Why what is said of the user is not taken; nil: it is.
  func refusal(of userID: String?) -> Wire.UserSignature.Refusal? {
    guard mode == .required, let userID else { return nil }
    return doubt(about: userID)
  }

  /// About the first of the users who is not vouched for.
  func notice(of users: [String]) -> Wire.SignatureRefusal? {
    for userID in users {
      guard let doubt = doubt(about: userID) else { continue }
      return Wire.SignatureRefusal(
        userID: userID, reason: .known(doubt), isOptional: mode == .optional, message: doubt.words + " " + doubt.remedy)
    }
    return nil
  }

  /// What becomes of an event that is not taken: the device keeps it until it has a signature. nil: it is taken.
  func result(refusing event: Wire.EventRecord) -> Wire.EventResult? {
    refusal(of: event.userID).map {
      Wire.EventResult(id: event.id, status: .known(.retry), code: $0.code, message: $0.words + " " + $0.remedy)
    }
  }
}

extension Wire.Problem {
  init(refusing refusal: Wire.UserSignature.Refusal) {
    self.init(status: 401, code: refusal.code, title: refusal.words, remedy: refusal.remedy)
  }
}
