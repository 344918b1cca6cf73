// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Statistics

extension ConversionCount {
  var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "name": .string(rule.name), "window_ms": .int(rule.window.wholeMilliseconds),
      "people": .int(Int64(shown)),
      "converted": .int(Int64(converted)), "conversions": .int(Int64(conversions)),
    ]
    fields["estimate"] = Rate(converted, of: shown)?.readableEstimate?.json()
    if rule.revenue != nil {
      let sums = revenue.ordered
      fields["revenues"] = .array(
        sums.map { sum in
          var fields: [String: Wire.JSONValue] = ["amount": .double(Double(sum.hundredths) / 100)]
          if !sum.currency.isEmpty { fields["currency"] = .string(sum.currency) }
          return .object(fields)
        })
      // Several currencies have no sum.
      if sums.count < 2 { fields["revenue"] = .double(Double(sums.first?.hundredths ?? 0) / 100) }
    }
    return .object(fields)
  }
}
