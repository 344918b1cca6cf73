// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
public import MartletWire

/// The values that templates can use: `user`, `event`, `device`.
///
/// | name | value |
/// |---|---|
/// | `user.id` | the app's own id; missing while nobody has signed in |
/// | `user.KEY` | the person's attribute |
/// | `event.name` | the event, or the product that was bought |
/// | `event.KEY` | the event's property; for a purchase also `price`, `currency`, `quantity` |
/// | `device.locale`, `device.platform`, `device.app_version` | what the device reports about itself |
public struct TemplateValues {
  // Contains only dictionaries, arrays, strings, numbers and booleans; the template engine requires `Any`.
  private(set) var values: [String: Any]

  /// What a device reports about itself, by name.
  static let deviceFacts: [(name: String, value: @Sendable (Wire.Device) -> String?)] = [
    ("locale", { $0.locale }), ("platform", { $0.platform }), ("app_version", { $0.appVersion }),
  ]

  /// Whether there may be a value at this path: any of the person and the event, and the facts of a device.
  static func mayHave(_ path: String) -> Bool {
    let names = path.split(separator: ".")
    switch names.first {
    case "user", "event": return true
    case "device": return names.count == 1 || names.count == 2 && deviceFacts.contains { $0.name == names[1] }
    default: return false
    }
  }

  /// The most elements of a list that templates get, which limits the size of the result.
  public static let maximumElements = 10

  public init(userID: String?, attributes: [String: Wire.JSONValue], event: Wire.EventRecord?, device: Wire.Device) {
    self.init(userID: userID, attributes: attributes, event: event?.body.templateValues ?? [:], device: device)
  }

  /// - Parameter event: By key.
  public init(
    userID: String?, attributes: [String: Wire.JSONValue], event: [String: Wire.JSONValue], device: Wire.Device
  ) {
    var user = attributes.compactMapValues(Self.value)
    user["id"] = userID
    var facts: [String: Any] = [:]
    for fact in Self.deviceFacts { facts[fact.name] = fact.value(device) }
    values = ["user": user, "event": event.compactMapValues(Self.value), "device": facts]
  }

  /// The same values, with each of these paths set to its own name in braces, so that missing values are visible.
  public func showing(_ paths: Set<String>) -> TemplateValues {
    var shown = self
    for path in paths {
      let names = path.split(separator: ".").map(String.init)
      shown.values = Self.setting("{{\(path)}}", at: names[...], in: shown.values)
    }
    return shown
  }

  private static func setting(_ text: String, at path: ArraySlice<String>, in fields: [String: Any]) -> [String: Any] {
    guard let name = path.first else { return fields }
    var fields = fields
    fields[name] = path.count == 1 ? text : setting(text, at: path.dropFirst(), in: fields[name] as? [String: Any] ?? [:])
    return fields
  }

  /// Whether the path leads to a value.
  public func has(_ path: String) -> Bool {
    var value: Any? = values
    for name in path.split(separator: ".") {
      guard let fields = value as? [String: Any] else { return false }
      value = fields[String(name)]
    }
    return value != nil
  }

  /// nil for null, which counts as no value.
  private static func value(_ json: Wire.JSONValue) -> Any? {
    switch json {
    case .null: return nil
    case .bool(let value): return value
    case .int(let value): return value
    case .double(let value): return value
    case .string(let text): return text
    case .array(let elements): return elements.prefix(maximumElements).compactMap(value)
    case .object(let fields):
      if case .date(let instant) = Value(json) {
        return Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000).formatted(.iso8601)
      }
      return fields.compactMapValues(value)
    }
  }
}
