// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A message of a campaign on its way to the screen.
public struct Presentation: Equatable, Sendable {
  /// The id of the decision. The fallback of a failed presentation has the same id with the suffix
  /// `-2`, `-3` and so on.
  public var id: String
  public var campaign: CampaignID
  public var version: Int
  public var event: Event
  public var triggeredAt: Instant
  public var userID: String?
  /// The first time at which it cannot be displayed: the end of the campaign, or of the message's
  /// time limit. Checked again at display.
  public var endsAt: Instant?
  /// The failed presentation of the same decision that this one replaces.
  public var succeeds: String?
  /// True if the server renders the message at display.
  public var isRenderedAtDisplay: Bool

  public init(
    id: String, campaign: CampaignID, version: Int, event: Event, triggeredAt: Instant, userID: String?,
    endsAt: Instant?,
    succeeds: String? = nil, isRenderedAtDisplay: Bool = false
  ) {
    self.id = id
    self.campaign = campaign
    self.version = version
    self.event = event
    self.triggeredAt = triggeredAt
    self.userID = userID
    self.endsAt = endsAt
    self.succeeds = succeeds
    self.isRenderedAtDisplay = isRenderedAtDisplay
  }
}

/// The outcome of a campaign in a decision.
public struct OutcomeRecord: Hashable, Sendable {
  public var decisionID: String
  public var campaign: CampaignID
  public var version: Int
  public var outcome: Outcome
  /// What exactly failed, for people: the asset and the cause, or why the server did not render the
  /// message. nil if the outcome is enough, and always nil from the engine. The client adds it.
  public var detail: String?

  public init(decisionID: String, campaign: CampaignID, version: Int, outcome: Outcome, detail: String? = nil)
  {
    self.decisionID = decisionID
    self.campaign = campaign
    self.version = version
    self.outcome = outcome
    self.detail = detail
  }
}
