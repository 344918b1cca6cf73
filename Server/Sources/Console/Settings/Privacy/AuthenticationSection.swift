// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import MartletCore

/// Whether an app's backend must sign user ids: the mode, the public keys and the requests
/// received.
struct AuthenticationSection {
  let form: AuthenticationForm
  let modes: [ListTable.Choice]
  let keys: [Key]
  let canAddKey: Bool
  let maximumKeys: Int
  let isOff: Bool
  let verdict: String
  let figures: [Figure]
  let since: String

  struct Key {
    let keyName: String
    let algorithm: String
    let fingerprint: String
  }

  struct Figure {
    let words: String
    let remedy: String?
    /// Requests with a valid signature, or accepted without one.
    let taken: String
    /// Requests rejected, wholly or in part.
    let refused: String
  }

  /// The values that the section is drawn from.
  struct Source {
    var stored = UserAuthentication()
    var form = AuthenticationForm()
    /// Totals of the last 24 hours.
    var totals: [SignatureOutcome: Int] = [:]
    /// When counting began.
    var since = Instant(milliseconds: 0)
  }

  init(_ source: Source) {
    let stored = source.stored
    form = source.form
    modes = ListTable.choices(form.mode ?? stored.mode, \.label, hint: { $0.hint })
    keys = stored.keys.map { key in
      let known = try? PublicKey(pem: key.pem)
      return Key(
        keyName: key.name, algorithm: known?.algorithm.rawValue ?? "unreadable",
        fingerprint: known?.fingerprint ?? "")
    }
    canAddKey = keys.count < UserAuthentication.maximumKeys
    maximumKeys = UserAuthentication.maximumKeys
    isOff = stored.mode == .off
    let verdict = SignatureVerdict(totals: source.totals, mode: stored.mode)
    self.verdict = verdict.words
    figures = verdict.figures
    since = UTCTime(source.since).words
  }
}

extension UserAuthentication.Mode {
  var label: String {
    switch self {
    case .off: "Off"
    case .optional: "Optional"
    case .required: "Required"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .off: "User ids are accepted without a signature."
    case .optional: "Requests without a valid signature are accepted, counted here and reported to the app."
    case .required: "Requests for a user need a valid signature. Anonymous people do not need one."
    }
  }
}

/// The forms for the mode and for a new public key: what was chosen and typed, and its problems.
struct AuthenticationForm: Hashable {
  /// The chosen mode; nil for the stored one.
  var mode: UserAuthentication.Mode?
  var name = ""
  /// The key as typed. Never a private key: one pasted by mistake is not sent back.
  var pem = ""
  var nameProblem: String?
  var pemProblem: String?
  /// Why no key can be added.
  var keysProblem: String?
  /// Why the mode, or the removal of a key, cannot be stored.
  var modeProblem: String?

  /// Notes the problems that keep the settings from being stored. Returns whether there are none.
  ///
  /// - Parameter newKey: The index of the new key.
  mutating func accepts(_ diagnostics: [Diagnostic], newKey: Int? = nil) -> Bool {
    for diagnostic in diagnostics {
      let words = diagnostic.words
      switch diagnostic.field {
      case "sdk_authentication.keys[\(newKey ?? -1)].name": nameProblem = words
      case "sdk_authentication.keys[\(newKey ?? -1)].public_key": pemProblem = words
      case "sdk_authentication.keys": keysProblem = words
      default: modeProblem = words
      }
      // The last of too many keys is not parsed, so it could be anything, even a private key.
      if ["private_key", "too_many"].contains(diagnostic.code) { pem = "" }
    }
    return diagnostics.isEmpty
  }
}
