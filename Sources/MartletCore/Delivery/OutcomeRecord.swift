// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One campaign's outcome in one decision.
public struct OutcomeRecord: Hashable, Sendable {
  public var decisionID: String
  public var campaign: CampaignID
  public var version: Int
  public var outcome: Outcome
  /// What exactly failed, for people to read: which asset and why, or what kept the server from rendering. nil where the outcome says it all,
  /// and always from the engine, which cannot know; the client adds it.
  public var detail: String?

  public init(decisionID: String, campaign: CampaignID, version: Int, outcome: Outcome, detail: String? = nil) {
    self.decisionID = decisionID
    self.campaign = campaign
    self.version = version
    self.outcome = outcome
    self.detail = detail
  }
}
