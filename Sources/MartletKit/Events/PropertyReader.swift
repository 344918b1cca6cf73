// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// Converts the app's `[String: Any]` to typed values on the calling thread, so that errors are
/// reported where they are made.
///
/// An invalid property is left out and reported, and the others are kept. `EventRules` defines
/// which events are refused as a whole.
enum PropertyReader {
  struct Problem: Equatable {
    /// For example `cart.items[2].price`.
    var path: String
    var reason: String
  }

  static func read(_ properties: [String: Any]) -> (properties: Properties, problems: [Problem]) {
    var problems: [Problem] = []
    let read = object(properties, at: "", depth: 1, &problems)
    return (read, problems)
  }

  /// Returns a value including nested values. Its first problem refuses it.
  static func value(_ value: Any, at path: String) throws(EventRules.Refusal) -> Value {
    var problems: [Problem] = []
    let read = convert(value, at: path, depth: 1, &problems)
    if let first = problems.first { throw EventRules.Refusal(reason: first.reason) }
    return read ?? .null
  }

  private static func object(
    _ fields: [String: Any], at path: String, depth: Int, _ problems: inout [Problem]
  ) -> Properties {
    var read: [String: Value] = Dictionary(minimumCapacity: fields.count)
    for (key, field) in fields where EventRules.problem(ofKey: key) == nil { read[key] = common(field) }
    if read.count == fields.count { return Properties(read) }
    // Sorted, so that the same error always produces the same log.
    for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
      let place = path.isEmpty ? String(key.prefix(64)) : "\(path).\(key.prefix(64))"
      if let reason = EventRules.problem(ofKey: key) {
        problems.append(Problem(path: place, reason: reason))
      } else if let value = convert(field, at: place, depth: depth, &problems) {
        read[key] = value
      }
    }
    return Properties(read)
  }

  /// Converts the most frequent types without checking for all possible ones. nil if a full check
  /// is needed.
  private static func common(_ value: Any) -> Value? {
    let type = type(of: value)
    var found: Value?
    if type == String.self {
      found = (value as? String).map { .string($0) }
    } else if type == Int.self {
      found = (value as? Int).map { .int(Int64($0)) }
    } else if type == Bool.self {
      found = (value as? Bool).map { .bool($0) }
    } else if type == Double.self {
      found = (value as? Double).map { .double($0) }
    } else if type == Value.self {
      found = value as? Value
    }
    guard let found, isCommon(found) else { return nil }
    return found
  }

  private static func isCommon(_ value: Value) -> Bool {
    switch value {
    case .string, .int, .bool: true
    case .double(let number): number.isFinite
    case .null, .date, .array, .object: false
    }
  }

  /// Whether no property needs a full check.
  static func isCommon(_ properties: Properties) -> Bool {
    properties.allSatisfy { EventRules.problem(ofKey: $0.key) == nil && isCommon($0.value) }
  }

  /// Returns nil and adds a problem if no property can hold the value.
  private static func convert(_ value: Any, at path: String, depth: Int, _ problems: inout [Problem])
    -> Value?
  {
    func refuse(_ reason: String) -> Value? {
      problems.append(Problem(path: path, reason: reason))
      return nil
    }
    switch value {
    case is NSNull: return .null
    case let optional as any OptionalValue:
      guard let wrapped = optional.wrappedValue else { return .null }
      return convert(wrapped, at: path, depth: depth, &problems)
    case let value as Value: return convert(plain(value), at: path, depth: depth, &problems)
    case let value as String: return .string(value)
    case let value as Date:
      let milliseconds = (value.timeIntervalSince1970 * 1_000).rounded()
      guard let whole = Int64(exactly: milliseconds), Wire.Limits.propertyDates.contains(whole) else {
        return refuse("a date must be between the years 1 and 9999")
      }
      return .date(Instant(milliseconds: whole))
    case let value as URL: return .string(value.absoluteString)
    case let value as UUID: return .string(value.uuidString)
    case let fields as [String: Any]:
      guard depth < Wire.Limits.propertyDepth else {
        return refuse("properties can be nested up to \(Wire.Limits.propertyDepth) levels deep")
      }
      return .object(object(fields, at: path, depth: depth + 1, &problems))
    case let elements as [Any]:
      guard depth < Wire.Limits.propertyDepth else {
        return refuse("properties can be nested up to \(Wire.Limits.propertyDepth) levels deep")
      }
      guard elements.count <= Wire.Limits.listValues else {
        return refuse("a list can have up to \(Wire.Limits.listValues) values")
      }
      return .array(
        elements.enumerated().compactMap { index, element in
          convert(element, at: "\(path)[\(index)]", depth: depth + 1, &problems)
        })
    default:
      guard let number = number(value) else {
        return refuse(
          "\(type(of: value)) is not a string, number, boolean, date, URL, UUID, list or dictionary")
      }
      if case .double(let double) = number, !double.isFinite { return refuse("a number must be finite") }
      return number
    }
  }

  /// The value as an app would pass it. Nested values are read like others, because they follow the
  /// same rules.
  private static func plain(_ value: Value) -> Any {
    switch value {
    case .null: NSNull()
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .date(let value): Date(timeIntervalSince1970: Double(value.milliseconds) / 1_000)
    case .array(let values): values as [Any]
    case .object(let fields): fields.mapValues { $0 as Any }
    }
  }

  /// A number or a boolean. nil for anything else. Whole numbers beyond 64 bits become doubles.
  static func number(_ value: Any) -> Value? {
    // Check the dynamic type first. On Apple platforms, a cast treats an NSNumber of 0 or 1 as a
    // boolean and a boolean as a number.
    if type(of: value) == Bool.self, let value = value as? Bool { return .bool(value) }
    // Apple platforms also bridge Swift's number types to NSNumber.
    if !(value is NSNumber) || type(of: value) is any Numeric.Type {
      if let value = value as? any BinaryInteger {
        return Int64(exactly: value).map { .int($0) } ?? .double(Double(value))
      }
      if let value = value as? any BinaryFloatingPoint { return .double(Double(value)) }
    }
    guard let value = value as? NSNumber else { return nil }
    #if canImport(Darwin)
    if CFGetTypeID(value) == CFBooleanGetTypeID() { return .bool(value.boolValue) }
    #endif
    switch UInt8(bitPattern: value.objCType.pointee) {
    case UInt8(ascii: "B"): return .bool(value.boolValue)
    case UInt8(ascii: "f"), UInt8(ascii: "d"): return .double(value.doubleValue)
    case UInt8(ascii: "Q"):
      return Int64(exactly: value.uint64Value).map { .int($0) } ?? .double(value.doubleValue)
    default: return .int(value.int64Value)
    }
  }
}

/// An optional inside an `Any`.
private protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  var wrappedValue: Any? { map { $0 } }
}
