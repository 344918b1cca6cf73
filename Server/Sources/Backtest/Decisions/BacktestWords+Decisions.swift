// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
public import MartletCore
import MartletWire

/// Decisions of test devices in sentences.
extension BacktestWords {
  /// `Decisions of test devices: 118 of 120 reproduced.`
  ///
  /// nil if they recorded none.
  public var decisions: String? {
    let check = result.decisions
    guard check.recorded > 0 else { return nil }
    var sentences = [
      "Decisions of test devices: \(NumberWords.count(check.reproduced)) of \(NumberWords.count(check.recorded)) reproduced."
    ]
    let causes = UnknowableCause.allCases.compactMap { cause in
      check.unknowable[cause].map { "\(cause.words) (\(NumberWords.count($0)))" }
    }
    func differ(_ count: Int) -> String { NumberWords.plural(count, "differs", "differ") }
    if !causes.isEmpty {
      let count = check.unknowable.values.reduce(0, +)
      sentences.append(
        "\(differ(count)) for a reason that a replay cannot know: \(causes.joined(separator: ", ")).")
    }
    if check.different > 0 {
      sentences.append(differ(check.different) + (causes.isEmpty ? "." : " for no such reason."))
    }
    if check.unrecorded > 0 {
      sentences.append(
        "The replay makes \(NumberWords.plural(check.unrecorded, "decision", "decisions")) of which there is no record."
      )
    }
    return sentences.joined(separator: " ")
  }

  /// What a campaign's part in two decisions that differ is.
  ///
  /// - Parameter name: Of a campaign.
  public static func words(_ candidate: DecisionCheck.Candidate, name: (CampaignID) -> String) -> (
    recorded: String, replayed: String
  ) {
    let versions = Set([candidate.recorded, candidate.replayed].compactMap { $0?.campaignVersion })
    func side(_ side: Wire.DecisionRecord.Candidate?) -> String {
      guard let side else { return "not there" }
      let words = side.words { name(CampaignID($0)) }
      return versions.count > 1 ? "version \(side.campaignVersion): \(words)" : words
    }
    return (side(candidate.recorded), side(candidate.replayed))
  }
}
