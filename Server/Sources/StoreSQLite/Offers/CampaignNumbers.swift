// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Synchronization

/// The numbers of campaigns that are known to be committed. Numbers never change, so they are read
/// once.
final class CampaignNumbers: Sendable {
  private struct State: Sendable {
    var numbers: [AppID: [ExactText: Int]] = [:]
    /// The last request: almost always the running campaigns, from one list.
    var last: (app: AppID, campaigns: [CampaignID], set: CampaignSet)?
  }

  private let state = Mutex(State())

  /// nil when one of the campaigns is unknown.
  func set(of campaigns: [CampaignID], app: AppID) -> CampaignSet? {
    state.withLock { state in
      if let last = state.last, last.app == app, last.campaigns.isExactly(campaigns) { return last.set }
      guard let set = state.numbers[app].flatMap({ CampaignSet(campaigns, $0) }) else { return nil }
      state.last = (app, campaigns, set)
      return set
    }
  }

  func remember(_ numbers: [ExactText: Int], app: AppID) {
    state.withLock { $0.numbers[app, default: [:]].merge(numbers) { $1 } }
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
