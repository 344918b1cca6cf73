// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import MartletCore

/// Whether an app's backend has to vouch for users: the mode, the public keys, and what came in.
struct AuthenticationSection {
  let modes: [Mode]
  let modeProblem: String?
  let keys: [Key]
  let hasKeys: Bool
  let canAddKey: Bool
  let maximumKeys: Int
  let keysProblem: String?
  let newName: String
  let newPEM: String
  let newNameProblem: String?
  let pemProblem: String?
  let isOff: Bool
  let verdict: String
  let figures: [Figure]
  let hasFigures: Bool
  let since: String

  struct Mode {
    let value: String
    let label: String
    let hint: String
    let isChecked: Bool
  }

  struct Key {
    let keyIndex: Int
    let keyName: String
    let algorithm: String
    let fingerprint: String
  }

  struct Figure {
    let words: String
    let remedy: String?
    /// With a valid signature, or without one while that was enough.
    let taken: String
    /// Wholly or in part.
    let refused: String
  }

  /// What the section is drawn from.
  struct Source {
    var stored = UserAuthentication()
    var form = AuthenticationForm()
    /// Of the last 24 hours.
    var totals: [SignatureOutcome: Int] = [:]
    /// Since when there are figures.
    var since = Instant(milliseconds: 0)
  }

  init(_ source: Source) {
    let (stored, form) = (source.stored, source.form)
    modes = UserAuthentication.Mode.allCases.map {
      Mode(value: $0.rawValue, label: $0.label, hint: $0.hint, isChecked: $0 == form.mode ?? stored.mode)
    }
    modeProblem = form.modeProblem
    keys = stored.keys.enumerated().map { index, key in
      let known = try? PublicKey(pem: key.pem)
      return Key(
        keyIndex: index, keyName: key.name, algorithm: known?.algorithm.rawValue ?? "unreadable", fingerprint: known?.fingerprint ?? "")
    }
    hasKeys = !keys.isEmpty
    canAddKey = keys.count < UserAuthentication.maximumKeys
    maximumKeys = UserAuthentication.maximumKeys
    keysProblem = form.keysProblem
    newName = form.name
    newPEM = form.pem
    newNameProblem = form.nameProblem
    pemProblem = form.pemProblem
    isOff = stored.mode == .off
    let verdict = SignatureVerdict(totals: source.totals, mode: stored.mode)
    self.verdict = verdict.words
    figures = verdict.figures
    hasFigures = !figures.isEmpty
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
