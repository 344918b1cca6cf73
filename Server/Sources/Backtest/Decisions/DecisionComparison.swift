// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// A recorded decision beside that of a replay about the same event.
///
/// Moments are not compared, because a replay shows a message at once, and a device some
/// milliseconds later.
struct DecisionComparison {
  typealias Record = Wire.DecisionRecord.Candidate

  /// The campaigns about which the two differ: first those of the record, best first, then those
  /// that only the replay has.
  let differing: [DecisionCheck.Candidate]
  /// Whether any campaign is compared.
  let hasCandidates: Bool
  /// Whether the record names the higher rank of a campaign that is not replayed.
  private let yieldsToOthers: Bool

  /// - Parameters:
  ///   - replayed: nil: the replay does not decide about the event.
  ///   - isReplayed: Whether a campaign is compared.
  init(_ recorded: Wire.DecisionRecord, _ replayed: Wire.DecisionRecord?, isReplayed: (CampaignID) -> Bool) {
    // What did not fit into a record cannot be compared.
    let isCut = recorded.omittedCandidates > 0 || (replayed?.omittedCandidates ?? 0) > 0
    let most = isCut ? min(recorded.candidates.count, replayed?.candidates.count ?? .max) : .max
    func candidates(_ record: Wire.DecisionRecord?) -> [(id: CampaignID, candidate: Record)] {
      (record?.candidates ?? []).prefix(most).map { (CampaignID($0.campaignID), $0) }.filter {
        isReplayed($0.id)
      }
    }
    let (one, two) = (candidates(recorded), candidates(replayed))
    let known = Dictionary(two.map { ($0.id, $0.candidate) }) { first, _ in first }
    let recordedIDs = Set(one.map(\.id))
    let pairs =
      one.map { DecisionCheck.Candidate(campaign: $0.id, recorded: $0.candidate, replayed: known[$0.id]) }
      + two.filter { !recordedIDs.contains($0.id) }.map {
        DecisionCheck.Candidate(campaign: $0.id, recorded: nil, replayed: $0.candidate)
      }
    differing = pairs.filter { !$0.isSame }
    hasCandidates = !pairs.isEmpty
    yieldsToOthers = one.contains { entry in entry.candidate.winner.map { !isReplayed($0) } ?? false }
  }

  // MARK: - Why

  /// Why the decisions differ, if the records themselves say what a replay cannot know.
  ///
  /// - Parameter isSoon: Whether the device recorded a display before that is not as long ago as
  ///   the usual minimum interval.
  func cause(isSoon: Bool) -> UnknowableCause? {
    if yieldsToOthers { return .notReplayed }
    // A replay closes a banner or content at once, and a person later, or it waits behind another
    // one.
    if differing.contains(where: { $0.recorded?.verdict == .known(.itemWaits) && $0.replayed != nil }) {
      return .screen
    }
    let hasOwnInterval = differing.contains { candidate in
      if case .int(let own)? = candidate.recorded?.detail["minimum_ms"] {
        return Duration.milliseconds(own) != CheckedDevice.minimumInterval
      }
      // The app's interval was over, and the usual one was not.
      guard isSoon, candidate.replayed?.verdict == .known(.interval) else { return false }
      return [.known(.chosen), .known(.delivered), .known(.priority)].contains(candidate.recorded?.verdict)
    }
    return hasOwnInterval ? .interval : nil
  }

  /// Whether everything about which they differ follows from what was shown before.
  var followsFromDisplays: Bool { differing.allSatisfy(\.followsFromDisplays) }

  /// Whether everything about which they differ follows from a device that did not reach the
  /// server: it has older campaigns, and showed other messages.
  var followsFromNetwork: Bool { differing.allSatisfy { $0.isOlderOnDevice || $0.followsFromDisplays } }

  /// Whether the time since the last message matters to the difference.
  var isAboutInterval: Bool { differing.contains { $0.sides.contains { $0.verdict == .known(.interval) } } }

  /// Whether a limit on the impressions of several campaigns matters to the difference.
  var isAboutSharedCap: Bool {
    differing.contains {
      $0.sides.contains { $0.verdict == .known(.cap) && $0.detail["scope"] != "campaign" }
    }
  }

  /// The campaigns whose displays matter to the difference.
  var campaigns: Set<CampaignID> {
    Set(differing.flatMap { [$0.campaign] + $0.sides.compactMap(\.winner) })
  }
}

extension DecisionCheck.Candidate {
  /// The details that are moments, or follow from the moment of a decision.
  private static let moments: Set = [
    "again_at", "ends_at", "last_shown_at", "remaining_ms", "since", "until",
  ]

  fileprivate var sides: [Wire.DecisionRecord.Candidate] { [recorded, replayed].compactMap(\.self) }

  fileprivate var hasSameDefinition: Bool {
    recorded != nil && recorded?.campaignVersion == replayed?.campaignVersion
  }

  /// Whether the device may not have had the campaign, or the version of the replay, yet, or may
  /// have had it still.
  // Not inlined: the optimizer of Swift 6.3.1 fails if this becomes a part of `followsFromNetwork`.
  @inline(never) fileprivate var isOlderOnDevice: Bool {
    guard let recorded, let replayed else { return true }
    return recorded.campaignVersion < replayed.campaignVersion
  }

  /// Whether the difference follows from what was shown before.
  fileprivate var followsFromDisplays: Bool {
    hasSameDefinition && !hasOtherCap && sides.allSatisfy { $0.verdict.known?.isOfDisplays ?? false }
  }

  /// Whether the two have the same kind of cap with other values, which no display explains.
  private var hasOtherCap: Bool {
    guard let recorded, let replayed, recorded.verdict == .known(.cap), replayed.verdict == .known(.cap)
    else { return false }
    func isEqual(_ keys: String...) -> Bool { keys.allSatisfy { recorded.detail[$0] == replayed.detail[$0] } }
    return isEqual("scope", "tag") && !isEqual("limit", "within")
  }

  fileprivate var isSame: Bool {
    guard let recorded, let replayed else { return false }
    func compared(_ record: Wire.DecisionRecord.Candidate) -> [String: Wire.JSONValue] {
      record.detail.filter { !Self.moments.contains($0.key) }
    }
    return hasSameDefinition && recorded.verdict == replayed.verdict
      && compared(recorded) == compared(replayed)
  }
}

extension Wire.DecisionRecord.Candidate {
  /// The campaign with the higher rank.
  fileprivate var winner: CampaignID? {
    verdict == .known(.priority) ? detail["winner"]?.string.map { CampaignID($0) } : nil
  }
}
