// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Statistics

extension ConversionCount {
  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "name": .string(rule.name), "window_ms": .int(rule.window.wholeMilliseconds), "people": .int(Int64(shown)),
      "converted": .int(Int64(converted)), "conversions": .int(Int64(conversions)),
    ]
    fields["estimate"] = Rate(converted, of: shown)?.readableEstimate?.json()
    if rule.revenue != nil { fields["revenue"] = .double(Double(revenue) / 100) }
    return .object(fields)
  }
}
