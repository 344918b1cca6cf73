// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// The runs that bring campaigns without triggers to the device.
extension Scenario {
  /// What runs have for the device at each sync. A campaign whose push comes in some step is sent
  /// with that step. Any other was sent before, and its push never comes.
  func deliveries(of campaigns: [Wire.Campaign]) -> [Wire.Delivery] {
    let pushed = Set(steps.flatMap(\.action.pushedCampaigns))
    return campaigns.filter { $0.isSentIntoTheApp && !pushed.contains($0.id) }
      .map { Wire.Delivery(campaignID: $0.id, deliveryID: "\($0.id)-run") }
  }
}

extension Scenario.Action {
  /// The campaigns whose notification arrives or is tapped, whoever sends it.
  fileprivate var pushedCampaigns: [String] {
    switch self {
    case .pushTap(let campaign, _, _): [campaign]
    case .notification(let notification): notification.payload.values.compactMap { $0["campaign_id"]?.string }
    default: []
    }
  }
}
