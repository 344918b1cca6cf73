// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import MartletCore
import MartletWire

/// Which users one request may speak for.
struct UserProof: Sendable {
  enum Evidence: Sendable {
    /// Nobody checks, or the request names no user.
    case none
    /// The request comes from the server's own lab, whose users may see everybody's profile anyway.
    case lab
    case token(UserClaims)
    case refused(Wire.UserSignature.Refusal)
  }

  let mode: UserAuthentication.Mode
  let evidence: Evidence
  let now: Instant

  /// True when the user is known to use the device. Never true when nobody checks.
  func vouches(for userID: String) -> Bool {
    switch evidence {
    case .none, .refused: false
    case .lab: mode != .off
    case .token(let claims): mode != .off && claims.refusal(of: userID, at: now) == nil
    }
  }

  /// Why the user is not believed to use the device; nil when they are, or when nobody checks.
  func doubt(about userID: String) -> Wire.UserSignature.Refusal? {
    guard mode != .off else { return nil }
    return switch evidence {
    case .lab: nil
    case .none: .missing
    case .refused(let refusal): refusal
    case .token(let claims): claims.refusal(of: userID, at: now)
    }
  }

  /// Why statements about the user are not accepted; nil when they are.
  func refusal(of userID: String?) -> Wire.UserSignature.Refusal? {
    guard mode == .required, let userID else { return nil }
    return doubt(about: userID)
  }

  /// The refusal for the first of the users who is not vouched for.
  func notice(of users: [String]) -> Wire.SignatureRefusal? {
    for userID in users {
      guard let doubt = doubt(about: userID) else { continue }
      return Wire.SignatureRefusal(
        userID: userID, reason: .known(doubt), isOptional: mode == .optional,
        message: doubt.words + " " + doubt.remedy)
    }
    return nil
  }

  /// The result for an event that is not accepted: the device keeps it until it has a signature.
  /// nil when the event is accepted.
  func result(refusing event: Wire.EventRecord) -> Wire.EventResult? {
    refusal(of: event.userID).map {
      Wire.EventResult(
        id: event.id, status: .known(.retry), code: $0.code, message: $0.words + " " + $0.remedy)
    }
  }
}

extension Wire.Problem {
  init(refusing refusal: Wire.UserSignature.Refusal) {
    self.init(status: 401, code: refusal.code, title: refusal.words, remedy: refusal.remedy)
  }
}
