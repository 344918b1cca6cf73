// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a person can do with a campaign besides editing it.
public enum CampaignAction: String, Hashable, Sendable, CaseIterable {
  case launch, pause, resume, finish
}

extension CampaignState {
  /// The state after the action; nil when the action is not possible in this state.
  public func after(_ action: CampaignAction) -> CampaignState? {
    switch (self, action) {
    case (.draft, .launch): .running
    case (.running, .pause): .paused
    case (.paused, .resume): .running
    case (.running, .finish), (.paused, .finish): .finished
    default: nil
    }
  }

  public var allowedActions: [CampaignAction] {
    CampaignAction.allCases.filter { after($0) != nil }
  }
}
