// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// How many decisions are kept for each campaign and reason: those of the newest days, with a limit
/// per day, so that somebody who sends very many decisions cannot push out those of the days
/// before. A decision stays as long as one of its campaigns keeps it.
///
/// When a day has too many, a fair share of them stays. The newest decision of each device comes
/// before the second decision of any device, and nobody can predict which devices come first. So a
/// device that sends ten thousand decisions gets only what the others leave, and all devices have
/// the same chance. Test devices come before all others.
public struct DecisionQuota: Hashable, Sendable {
  public var perReason: Int
  /// Decisions received on one day (UTC).
  public var perDay: Int
  /// A day that has more is cut down to this number, so that it is not searched again for every
  /// decision.
  var keptOfDay: Int { max(1, perDay * 4 / 5) }

  public init(perReason: Int = 1_000, perDay: Int = 250) {
    self.perReason = perReason
    self.perDay = perDay
  }

  /// The decisions to remove from a day that has too many, by their place in the list.
  ///
  /// - Parameter ranks: The ranks of the devices that sent the decisions, newest decision first.
  public func surplus(_ ranks: [Int64]) -> [Int] {
    var ofDevice: [Int64: Int] = [:]
    let ranked = ranks.enumerated().map { index, rank in
      let turn = ofDevice[rank, default: 0]
      if rank != DecisionGroup.rankOfTestDevices { ofDevice[rank] = turn + 1 }
      return (turn: turn, rank: rank, index: index)
    }
    let inOrder = ranked.sorted { ($0.turn, $0.rank, $0.index) < ($1.turn, $1.rank, $1.index) }
    return inOrder.dropFirst(keptOfDay).map(\.index)
  }
}

/// A campaign and why a device did or did not choose it.
public struct DecisionGroup: Hashable, Sendable {
  private let exactCampaign: ExactText
  public let reason: String

  /// Empty for no counted campaign.
  public var campaign: String { exactCampaign.text }

  init(campaign: String, reason: String) {
    exactCampaign = ExactText(campaign)
    self.reason = reason
  }

  /// The most decisions that one batch removes, so that no batch pays for a large clean-up.
  public static let removedAtOnce = 1_000
  /// Verdicts that count separately; verdicts of newer SDKs and invented ones count together as one
  /// kind.
  private static let reasons: Set<String> = [
    "chosen", "filter", "not_started", "ended", "interval", "priority",
  ]

  /// The groups for which a decision is kept.
  static func of(_ decision: Wire.DecisionRecord, _ names: inout CountedNames) -> [DecisionGroup] {
    var groups: [DecisionGroup] = []
    for candidate in decision.candidates where names.isCounted(candidate.campaignID) {
      let reason = reasons.contains(candidate.verdict.rawValue) ? candidate.verdict.rawValue : "other"
      groups.append(DecisionGroup(campaign: candidate.campaignID, reason: reason))
    }
    return groups.isEmpty ? [DecisionGroup(campaign: "", reason: "")] : groups
  }

  static let rankOfTestDevices: Int64 = 0

  /// A device's rank among all devices that send something on a day.
  ///
  /// - Parameter salt: Known to nobody outside.
  static func rank(ofDevice id: String, isTest: Bool, day: Int64, salt: Int64) -> Int64 {
    if isTest { return rankOfTestDevices }
    let start = UInt64(bitPattern: salt) ^ UInt64(bitPattern: day) &* 0x9E37_79B9_7F4A_7C15
    return max(1, Int64(start.hashing(id).mixed >> 1))
  }
}
