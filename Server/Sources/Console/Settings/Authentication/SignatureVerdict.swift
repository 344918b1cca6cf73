// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import MartletWire

/// What the requests of a day say about signatures: what became of them then, whatever is asked of them now.
struct SignatureVerdict {
  let totals: [SignatureOutcome: Int]
  let mode: UserAuthentication.Mode

  private var all: Int { totals.values.reduce(0, +) }
  private var tolerated: Int { Wire.UserSignature.Refusal.allCases.reduce(0) { $0 + (totals[.tolerated($1)] ?? 0) } }
  private var refused: Int { Wire.UserSignature.Refusal.allCases.reduce(0) { $0 + (totals[.refused($1)] ?? 0) } }

  var words: String {
    guard all > 0 else { return mode == .off ? "Nothing is counted while it is off." : "No request of the last 24 hours named a user." }
    let requests = "the \(NumberWords.plural(all, "request", "requests")) of the last 24 hours that named a user"
    switch (mode, tolerated, refused) {
    case (.required, 0, 0): return "All of \(requests) were vouched for."
    case (_, 0, 0): return "All of \(requests) were vouched for: required would refuse none of them."
    case (.required, 0, _): return "Of \(requests), \(refusedWere), wholly or in part."
    case (.required, _, 0): return "Of \(requests), none were refused. \(toleratedBefore)"
    case (.required, _, _): return "Of \(requests), \(refusedWere), wholly or in part. \(toleratedBefore)"
    case (_, 0, _): return "Of \(requests), \(refusedWere) while signatures were required. All others were vouched for."
    case (_, _, 0): return "Of \(requests), \(toleratedWere) not vouched for: required would refuse them."
    default:
      return "Of \(requests), \(toleratedWere) not vouched for: required would refuse them. \(refusedWere) while signatures were required."
    }
  }

  private var refusedWere: String { NumberWords.plural(refused, "was", "were") + " refused" }
  private var toleratedWere: String { NumberWords.plural(tolerated, "was", "were") }
  private var toleratedBefore: String { "Before signatures were required, \(toleratedWere) taken that nobody vouched for." }

  /// One line for each reason that was met; none while nothing is counted.
  var figures: [AuthenticationSection.Figure] {
    guard all > 0 else { return [] }
    func figure(_ words: String, _ remedy: String?, taken: Int, refused: Int) -> AuthenticationSection.Figure {
      .init(words: words, remedy: remedy, taken: NumberWords.count(taken), refused: NumberWords.count(refused))
    }
    return [figure("Vouched for.", nil, taken: totals[.vouched] ?? 0, refused: 0)]
      + Wire.UserSignature.Refusal.allCases.compactMap { reason in
        let (taken, refused) = (totals[.tolerated(reason)] ?? 0, totals[.refused(reason)] ?? 0)
        return taken + refused > 0 ? figure(reason.words, reason.remedy, taken: taken, refused: refused) : nil
      }
  }
}
