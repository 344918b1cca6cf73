// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What makes a campaign a candidate (D1). A campaign has one or more triggers; any of them suffices.
public enum Trigger: Hashable, Sendable {
  case sessionStart
  /// nil: a click on any push.
  case pushClick(campaign: CampaignID?)
  case anyPurchase(Filter?)
  case purchase(productID: String, Filter?)
  case customEvent(name: String, Filter?)
}
