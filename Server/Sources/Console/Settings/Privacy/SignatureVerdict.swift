// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import MartletWire

/// What a day's requests say about signatures. It tells how requests were treated then, whatever
/// mode applies now.
struct SignatureVerdict {
  let totals: [SignatureOutcome: Int]
  let mode: UserAuthentication.Mode

  private var all: Int { totals.values.reduce(0, +) }
  private var tolerated: Int {
    Wire.UserSignature.Refusal.allCases.reduce(0) { $0 + (totals[.tolerated($1)] ?? 0) }
  }
  private var refused: Int {
    Wire.UserSignature.Refusal.allCases.reduce(0) { $0 + (totals[.refused($1)] ?? 0) }
  }

  var words: String {
    guard all > 0 else {
      return mode == .off
        ? "Nothing is counted while SDK authentication is off."
        : "No requests with a user id in the last 24 hours."
    }
    let requests = "\(NumberWords.plural(all, "request", "requests")) with a user id in the last 24 hours"
    switch (mode, tolerated, refused) {
    case (.required, 0, 0): return "Of \(requests), all had a valid signature."
    case (_, 0, 0): return "Of \(requests), all had a valid signature. “Required” would reject none of them."
    case (.required, 0, _): return "Of \(requests), \(refusedWere) in full or in part."
    case (.required, _, 0): return "Of \(requests), none were rejected. \(toleratedBefore)"
    case (.required, _, _): return "Of \(requests), \(refusedWere) in full or in part. \(toleratedBefore)"
    case (_, 0, _):
      return
        "Of \(requests), \(refusedWere) while signatures were required. All others had a valid signature."
    case (_, _, 0):
      return
        "Of \(requests), \(NumberWords.count(tolerated)) had no valid signature. “Required” would reject them."
    default:
      return
        "Of \(requests), \(NumberWords.count(tolerated)) had no valid signature. “Required” would reject them. \(refusedWere) while signatures were required."
    }
  }

  private var refusedWere: String { NumberWords.plural(refused, "was", "were") + " rejected" }
  private var toleratedWere: String { NumberWords.plural(tolerated, "was", "were") }
  private var toleratedBefore: String {
    "Before signatures were required, \(toleratedWere) accepted without a valid signature."
  }

  /// One line for each reason that occurred; empty if nothing was counted.
  var figures: [AuthenticationSection.Figure] {
    guard all > 0 else { return [] }
    func figure(_ words: String, _ remedy: String?, taken: Int, refused: Int) -> AuthenticationSection.Figure
    {
      .init(
        words: words, remedy: remedy, taken: NumberWords.count(taken), refused: NumberWords.count(refused))
    }
    return [figure("Valid signature.", nil, taken: totals[.vouched] ?? 0, refused: 0)]
      + Wire.UserSignature.Refusal.allCases.compactMap { reason in
        let (taken, refused) = (totals[.tolerated(reason)] ?? 0, totals[.refused(reason)] ?? 0)
        return taken + refused > 0 ? figure(reason.words, reason.remedy, taken: taken, refused: refused) : nil
      }
  }
}
