// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// How many decisions are kept, for each campaign and reason: those of the newest days, and never more than a part of them from one day, so that
/// nobody who sends very many of them pushes out those of the days before. A decision is kept as long as it is among those of one of its campaigns.
///
/// When a day has too many, a fair part of them stays: the newest decision of each device comes before the second of any, and which devices come
/// first nobody can foresee. So a device that sends ten thousand takes no more than what the others leave, and of any number of devices each has
/// the same chance. Test devices come before all others.
public struct DecisionQuota: Hashable, Sendable {
  public var perReason: Int
  /// Received on one day (UTC).
  public var perDay: Int
  /// When a day has more, it is brought down to this, so that it is not looked through for every decision.
  var keptOfDay: Int { max(1, perDay * 4 / 5) }

  public init(perReason: Int = 1_000, perDay: Int = 250) {
    self.perReason = perReason
    self.perDay = perDay
  }

  /// Of a day that has too many: those that go, by their place in the list.
  ///
  /// - Parameter ranks: Of the devices that sent them, the newest decision first.
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

  /// Empty: no campaign that is counted.
  public var campaign: String { exactCampaign.text }

  init(campaign: String, reason: String) {
    exactCampaign = ExactText(campaign)
    self.reason = reason
  }

  /// Decisions that one batch may remove: no batch pays for a large clean-up.
  public static let removedAtOnce = 1_000
  /// Verdicts of their own; a newer SDK's, and invented ones, are one kind together.
  private static let reasons: Set<String> = ["chosen", "filter", "not_started", "ended", "interval", "priority"]

  /// Those that a decision is kept for.
  static func of(_ decision: Wire.DecisionRecord, _ names: inout CountedNames) -> [DecisionGroup] {
    var groups: [DecisionGroup] = []
    for candidate in decision.candidates where names.isCounted(candidate.campaignID) {
      let reason = reasons.contains(candidate.verdict.rawValue) ? candidate.verdict.rawValue : "other"
      groups.append(DecisionGroup(campaign: candidate.campaignID, reason: reason))
    }
    return groups.isEmpty ? [DecisionGroup(campaign: "", reason: "")] : groups
  }

  static let rankOfTestDevices: Int64 = 0

  /// A device's place among all that send something on a day.
  ///
  /// - Parameter salt: Known to nobody outside.
  static func rank(ofDevice id: String, isTest: Bool, day: Int64, salt: Int64) -> Int64 {
    if isTest { return rankOfTestDevices }
    var hash = UInt64(bitPattern: salt) ^ UInt64(bitPattern: day) &* 0x9E37_79B9_7F4A_7C15
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return max(1, Int64((hash ^ (hash >> 31)) >> 1))
  }
}
