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
///
/// A text that is empty or blank, an empty list and an empty object count as missing, as null does.
public struct TemplateValues: Sendable {
  private var fields: [String: Wire.JSONValue]
  /// The id of the installation, percent-encoded.
  let deviceID: String

  var json: Wire.JSONValue { .object(fields) }

  /// What a device reports about itself, by name.
  private static func deviceFact(_ name: String, of device: Wire.Device) -> String? {
    switch name {
    case "locale": device.locale
    case "platform": device.platform
    case "app_version": device.appVersion
    default: nil
    }
  }

  /// Whether there may be a value at this path: any of the person and the event, and the facts of a
  /// device.
  static func mayHave(_ path: TemplatePath) -> Bool {
    let names = path.names
    switch names.first {
    case "user", "event": return names.count > 1
    case "device": return names.count == 2 && TemplatePath.deviceNames.contains(names[1])
    default: return false
    }
  }

  /// The most elements of a list that templates get, which limits the size of the result.
  public static let maximumElements = 10

  public init(
    userID: String?, attributes: [String: Wire.JSONValue], event: Wire.EventRecord?, device: Wire.Device
  ) {
    self.init(
      userID: userID, attributes: attributes, event: event?.body.templateValues ?? [:], device: device)
  }

  /// - Parameter event: By key.
  public init(
    userID: String?, attributes: [String: Wire.JSONValue], event: [String: Wire.JSONValue],
    device: Wire.Device
  ) {
    var user = attributes.compactMapValues(Self.value)
    user["id"] = userID.map { .string($0) }
    deviceID = device.id.percentEncoded
    var facts: [String: Wire.JSONValue] = [:]
    for name in TemplatePath.deviceNames {
      facts[name] = Self.deviceFact(name, of: device).flatMap { Self.value(.string($0)) }
    }
    fields = [
      "user": .object(user), "event": .object(event.compactMapValues(Self.value)), "device": .object(facts),
    ]
  }

  /// The same values, with each of these paths set to its own name in braces, so that missing
  /// values are visible.
  public func showing(_ paths: Set<String>) -> TemplateValues {
    var shown = self
    for path in paths.compactMap({ TemplatePath($0) }) {
      shown.fields = Self.setting("{{\(path)}}", at: path.names[...], in: shown.fields)
    }
    return shown
  }

  private static func setting(
    _ text: String, at path: ArraySlice<String>, in fields: [String: Wire.JSONValue]
  ) -> [String: Wire.JSONValue] {
    guard let name = path.first else { return fields }
    var fields = fields
    let inner = if case .object(let inner)? = fields[name] { inner } else { [String: Wire.JSONValue]() }
    fields[name] = path.count == 1 ? .string(text) : .object(setting(text, at: path.dropFirst(), in: inner))
    return fields
  }

  /// Whether the path leads to a value.
  public func has(_ path: String) -> Bool { TemplatePath(path).map { has($0) } ?? false }

  func has(_ path: TemplatePath) -> Bool {
    // All of the person or the event together is no value.
    guard path.names.count > 1 else { return false }
    var value = json
    for name in path.names {
      guard case .object(let fields) = value, let child = fields[name] else { return false }
      value = child
    }
    return true
  }

  /// nil for what counts as no value.
  private static func value(_ json: Wire.JSONValue) -> Wire.JSONValue? {
    switch json {
    case .null: return nil
    case .bool, .int, .double: return json
    case .string(let text): return text.isBlank ? nil : json
    case .array(let elements):
      let kept = elements.lazy.compactMap(value).prefix(maximumElements)
      return kept.isEmpty ? nil : .array(Array(kept))
    case .object(let fields):
      if case .date(let instant) = Value(json) {
        return .string(Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000).formatted(.iso8601))
      }
      let kept = fields.compactMapValues(value)
      return kept.isEmpty ? nil : .object(kept)
    }
  }
}
