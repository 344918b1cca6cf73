// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Synchronization

/// The numbers of campaigns that are known to be committed. Numbers never change, so they are read
/// once.
final class CampaignNumbers: Sendable {
  /// Campaigns with their numbers; nil for those without one.
  struct Numbered: Sendable {
    fileprivate var app: AppID
    fileprivate var campaigns: [CampaignID]
    fileprivate var numbers: [Int?]
    /// nil when one of them has no number.
    var set: CampaignSet?

    /// Those that are missing in one of the sets, or have no number.
    func campaigns(notIn sets: [CampaignSet]) -> [CampaignID] {
      if let set, sets.allSatisfy(set.isSubset) { return [] }
      return zip(campaigns, numbers).compactMap { campaign, number in
        guard let number else { return campaign }
        return sets.allSatisfy { $0.contains(number) } ? nil : campaign
      }
    }
  }

  private struct State: Sendable {
    var numbers: [AppID: [ExactText: Int]] = [:]
    /// The last request: almost always the running campaigns, from one list.
    var last: Numbered?
  }

  private let state = Mutex(State())

  func numbers(of campaigns: [CampaignID], app: AppID) -> Numbered {
    state.withLock { state in
      if let last = state.last, last.app == app, last.campaigns.isExactly(campaigns) { return last }
      let known = state.numbers[app] ?? [:]
      let numbered = Numbered(
        app: app, campaigns: campaigns, numbers: campaigns.map { known[ExactText($0.rawValue)] },
        set: CampaignSet(campaigns, known))
      if !campaigns.isEmpty { state.last = numbered }
      return numbered
    }
  }

  func remember(_ numbers: [ExactText: Int], app: AppID) {
    guard !numbers.isEmpty else { return }
    state.withLock { state in
      state.numbers[app, default: [:]].merge(numbers) { $1 }
      state.last = nil
    }
  }
}

extension [CampaignID] {
  /// Almost always, both are one list in memory.
  fileprivate func isExactly(_ other: Self) -> Bool {
    let isSameList = withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
    return isSameList || elementsEqual(other) { $0.rawValue.isExactly($1.rawValue) }
  }
}

extension CampaignSet {
  /// nil when one of the campaigns has no number.
  init?(_ campaigns: [CampaignID], _ numbers: [ExactText: Int]) {
    self.init()
    for campaign in campaigns {
      guard let number = numbers[ExactText(campaign.rawValue)] else { return nil }
      insert(number)
    }
  }
}
