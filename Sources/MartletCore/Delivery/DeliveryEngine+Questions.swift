// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// What was decided on and has no final outcome yet, oldest first; also what waits out its delay.
  public var livePresentations: [Presentation] { live.entries.map(\.presentation) }

  /// The tags under which caps count a campaign; none when there is no such campaign.
  public func tags(of campaign: CampaignID) -> [String] { index?[campaign]?.definition.tags ?? [] }
}
