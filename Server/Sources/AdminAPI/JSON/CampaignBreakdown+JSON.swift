// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension CampaignBreakdown.Group {
  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "people": .int(Int64(shown)), "clicked": .int(Int64(clicked)), "converted": .int(Int64(converted)),
    ]
    switch name {
    case .value(let value): fields["value"] = .string(value)
    case .others(let count): fields["other_values"] = .int(Int64(count))
    case .unknown: break
    }
    return .object(fields)
  }
}
