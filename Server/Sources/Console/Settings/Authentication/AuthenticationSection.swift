// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import MartletCore
import MartletWire

/// Whether an app's backend has to vouch for users: the mode, the public keys, and what came in.
struct AuthenticationSection {
  let modes: [Mode]
  let modeProblem: String?
  let keys: [Key]
  let hasKeys: Bool
  let canAddKey: Bool
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
    let count: String
    let remedy: String?
  }

  /// What the section is drawn from.
  struct Source {
    var stored = UserAuthentication()
    var form = AuthenticationForm()
    /// Of the last 24 hours; nil as key: vouched for.
    var totals: [Wire.UserSignature.Refusal?: Int] = [:]
    /// Since when there are figures.
    var since = Instant(milliseconds: 0)
  }

  init(_ source: Source) {
    let (stored, form) = (source.stored, source.form)
    modes = UserAuthentication.Mode.allCases.map {
      Mode(value: $0.rawValue, label: $0.label, hint: $0.hint, isChecked: $0 == stored.mode)
    }
    modeProblem = form.modeProblem
    keys = stored.keys.enumerated().map { index, key in
      let known = try? PublicKey(pem: key.pem)
      return Key(
        keyIndex: index, keyName: key.name, algorithm: known?.algorithm.rawValue ?? "cannot be read", fingerprint: known?.fingerprint ?? "")
    }
    hasKeys = !keys.isEmpty
    canAddKey = keys.count < UserAuthentication.maximumKeys
    newName = form.name
    newPEM = form.pem
    newNameProblem = form.nameProblem
    pemProblem = form.pemProblem
    isOff = stored.mode == .off
    let vouched = source.totals[nil] ?? 0
    let all = source.totals.values.reduce(0, +)
    verdict = Self.verdict(all: all, others: all - vouched, mode: stored.mode)
    let refused = Wire.UserSignature.Refusal.allCases.compactMap { reason in
      source.totals[reason].map { Figure(words: reason.words, count: NumberWords.count($0), remedy: reason.remedy) }
    }
    figures = all == 0 ? [] : [Figure(words: "Vouched for.", count: NumberWords.count(vouched), remedy: nil)] + refused
    hasFigures = !figures.isEmpty
    since = UTCTime(source.since).words
  }

  private static func verdict(all: Int, others: Int, mode: UserAuthentication.Mode) -> String {
    let requests = NumberWords.plural(all, "request", "requests")
    switch (all, others, mode) {
    case (0, _, .off): return "Nothing is counted while it is off."
    case (0, _, _): return "No request of the last 24 hours named a user."
    case (_, 0, .required): return "All of the \(requests) of the last 24 hours that named a user were vouched for."
    case (_, 0, _):
      return "All of the \(requests) of the last 24 hours that named a user were vouched for: required would refuse none of them."
    case (_, _, .required):
      return "Of the \(requests) of the last 24 hours that named a user, \(NumberWords.count(others)) were refused, wholly or in part."
    default:
      return
        "Of the \(requests) of the last 24 hours that named a user, \(NumberWords.count(others)) were not vouched for: required would refuse them."
    }
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
    case .off: "Devices are believed about who uses them."
    case .optional: "Devices are believed, and what is not vouched for is counted here and told to the app."
    case .required: "What a device says of a user is taken only with a signature. People who are not signed in need none."
    }
  }
}
