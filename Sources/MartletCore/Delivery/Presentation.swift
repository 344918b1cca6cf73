// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A campaign on its way to the screen.
public struct Presentation: Hashable, Sendable {
  /// The decision's id; names this presentation for good. One that succeeds another has the same with `-2`, `-3` … at the end.
  public var id: String
  public var campaign: CampaignID
  public var version: Int
  public var event: Event
  public var triggeredAt: Instant
  public var userID: String?
  /// The first instant at which it may no longer be displayed: the campaign's end, or the time it has for itself. Checked again at display.
  public var endsAt: Instant?
  /// The presentation of the same decision that could not be shown and gave its turn to this one.
  public var succeeds: String?
  /// The server renders it at display.
  public var isRenderedAtDisplay: Bool

  public init(
    id: String, campaign: CampaignID, version: Int, event: Event, triggeredAt: Instant, userID: String?, endsAt: Instant?,
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
