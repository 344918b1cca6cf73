// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A campaign on its way to the screen.
public struct Presentation: Hashable, Sendable {
  /// The decision's id; names this presentation for good.
  public var id: String
  public var campaign: CampaignID
  public var version: Int
  public var event: Event
  public var triggeredAt: Instant
  public var userID: String?
  /// Checked again at display.
  public var endsAt: Instant?

  public init(id: String, campaign: CampaignID, version: Int, event: Event, triggeredAt: Instant, userID: String?, endsAt: Instant?) {
    self.id = id
    self.campaign = campaign
    self.version = version
    self.event = event
    self.triggeredAt = triggeredAt
    self.userID = userID
    self.endsAt = endsAt
  }
}
