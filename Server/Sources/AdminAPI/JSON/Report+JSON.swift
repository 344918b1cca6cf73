// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension CampaignReport.Totals {
  var json: Wire.JSONValue {
    [
      "eligible": .int(Int64(eligible)),
      "delivered": .int(Int64(delivered)),
      "impressions": .int(Int64(impressions)),
      "unique_impressions": .int(Int64(uniqueImpressions)),
      "clicks": .int(Int64(clicks)),
      "unique_clicks": .int(Int64(uniqueClicks)),
      "clicks_by_button": counts(clicksByButton),
      "dismissals": counts(dismissals),
      "outcomes": counts(outcomes),
    ]
  }

  private func counts(_ values: [String: Int]) -> Wire.JSONValue {
    .object(values.mapValues { .int(Int64($0)) })
  }
}

extension CampaignReport.Hour {
  var json: Wire.JSONValue {
    [
      "start": .int(start.milliseconds),
      "impressions": .int(Int64(impressions)),
      "clicks": .int(Int64(clicks)),
      "dismissals": .int(Int64(dismissals)),
      "not_shown": .int(Int64(notShown)),
    ]
  }
}
