// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// A push to a device of one person: what became of it, and the campaign and the run that it
/// belongs to.
public struct PersonPush: Hashable, Sendable {
  public var campaignID: CampaignID
  public var runID: String
  public var delivery: PushDelivery

  public init(campaignID: CampaignID, runID: String, delivery: PushDelivery) {
    self.campaignID = campaignID
    self.runID = runID
    self.delivery = delivery
  }
}
