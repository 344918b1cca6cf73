// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// Converts a payload, as the system passes it, to JSON. What JSON cannot hold is left out.
enum UserInfo {
  static func json(_ userInfo: [AnyHashable: Any]) -> [String: Wire.JSONValue] {
    fields(userInfo, depth: 1)
  }

  private static func fields(_ fields: [AnyHashable: Any], depth: Int) -> [String: Wire.JSONValue] {
    var read: [String: Wire.JSONValue] = [:]
    for (key, value) in fields {
      guard let key = key as? String ?? key.base as? String else { continue }
      read[key] = json(of: value, depth: depth)
    }
    return read
  }

  private static func json(of value: Any, depth: Int) -> Wire.JSONValue? {
    switch value {
    case is NSNull: return .null
    case let text as String: return .string(text)
    case let nested as [AnyHashable: Any]:
      return depth < Wire.Limits.jsonDepth ? .object(fields(nested, depth: depth + 1)) : nil
    case let elements as [Any]:
      return depth < Wire.Limits.jsonDepth
        ? .array(elements.compactMap { json(of: $0, depth: depth + 1) }) : nil
    default:
      #if !canImport(Darwin)
      // JSONSerialization returns booleans as numbers of one byte, and no other numbers have this
      // type.
      if type(of: value) is NSNumber.Type, let flag = value as? NSNumber,
        flag.objCType.pointee == CChar(UInt8(ascii: "c"))
      {
        return .bool(flag.boolValue)
      }
      #endif
      guard let number = PropertyReader.number(value) else { return nil }
      if case .double(let double) = number, !double.isFinite { return nil }
      return Wire.JSONValue(number)
    }
  }
}
