// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One campaign's outcome in one decision.
public struct OutcomeRecord: Hashable, Sendable {
  public var decisionID: String
  public var campaign: CampaignID
  public var version: Int
  public var outcome: Outcome

  public init(decisionID: String, campaign: CampaignID, version: Int, outcome: Outcome) {
    self.decisionID = decisionID
    self.campaign = campaign
    self.version = version
    self.outcome = outcome
  }
}
