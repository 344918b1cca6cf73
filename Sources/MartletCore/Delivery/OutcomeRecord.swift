// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The outcome of a campaign in a decision.
public struct OutcomeRecord: Hashable, Sendable {
  public var decisionID: String
  public var campaign: CampaignID
  public var version: Int
  public var outcome: Outcome
  /// What exactly failed, for people: the asset and the cause, or why the server did not render the message. nil if the outcome is enough,
  /// and always nil from the engine. The client adds it.
  public var detail: String?

  public init(decisionID: String, campaign: CampaignID, version: Int, outcome: Outcome, detail: String? = nil) {
    self.decisionID = decisionID
    self.campaign = campaign
    self.version = version
    self.outcome = outcome
    self.detail = detail
  }
}
