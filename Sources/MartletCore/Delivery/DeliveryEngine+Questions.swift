// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// The presentations without a final outcome, oldest first, including those in their delay.
  public var livePresentations: [Presentation] { live.entries.map(\.presentation) }

  /// The tags of a campaign, which caps count. Empty if there is no such campaign.
  public func tags(of campaign: CampaignID) -> [String] { index?[campaign]?.definition.tags ?? [] }
}
