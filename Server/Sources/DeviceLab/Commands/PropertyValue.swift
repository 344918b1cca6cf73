// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

extension Wire.JSONValue {
  /// The value as an app would pass it to the SDK. `{"$date": milliseconds}` is a date.
  var native: Any {
    switch self {
    case .null: return NSNull()
    case .bool(let value): return value
    case .int(let value): return Int(value)
    case .double(let value): return value
    case .string(let value): return value
    case .array(let values): return values.map(\.native)
    case .object(let fields):
      if fields.count == 1, case .int(let milliseconds) = fields["$date"] {
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
      }
      return fields.mapValues(\.native)
    }
  }
}
