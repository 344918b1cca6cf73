// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension RuleField where Value == AudienceActivity {
  static var activity: RuleField {
    RuleField(write: { $0.json }, read: { reader, json, path in reader.activity(json, at: path) })
  }
}

extension AudienceActivity {
  fileprivate var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["kind": .string(kind.rawValue)]
    fields["name"] = name.map { .string($0) }
    fields["where"] = filter.map { Wire.Filter($0).json }
    fields["within"] = within.map { Self.json(of: $0) }
    if measure != .count { fields["measure"] = .string(measure.traits.name) }
    if case .sum(let path) = measure { fields["of"] = RuleField.keys.write(path) }
    return .object(fields)
  }

  /// The units of windows, the longest first, in seconds.
  fileprivate static let units: [(name: String, seconds: Int64)] = [
    ("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1),
  ]

  private static func json(of window: Duration) -> Wire.JSONValue {
    let seconds = window.components.seconds
    let unit = units.first { seconds % $0.seconds == 0 } ?? units[3]
    return [unit.name: .int(seconds / unit.seconds)]
  }
}

extension RuleFieldReader {
  /// Something that people do.
  mutating func activity(_ json: Wire.JSONValue, at path: String) -> AudienceActivity? {
    guard case .object(let fields) = json else {
      return refuse(
        path, "field_wrong_type", "Expected an object.",
        "Write for example {\"kind\": \"custom\", \"name\": \"order_placed\"}.")
    }
    refuseOthers(fields, ["kind", "name", "where", "within", "measure", "of"], at: path)
    guard let kind = word(fields["kind"] ?? .null, AudienceActivity.Kind.self, at: path + ".kind") else {
      return nil
    }
    var activity = AudienceActivity(kind)
    if let name = fields["name"] {
      guard let name = text(name, at: path + ".name") else { return nil }
      activity.name = name
    }
    if let filter = fields["where"] {
      guard let filter = self.filter(filter, at: path + ".where") else { return nil }
      activity.filter = filter
    }
    if let within = fields["within"] {
      guard let window = window(within, at: path + ".within") else { return nil }
      activity.within = window
    }
    guard let measure = measure(fields, at: path) else { return nil }
    activity.measure = measure
    return activity
  }

  private mutating func measure(_ fields: [String: Wire.JSONValue], at path: String) -> AudienceActivity
    .Measure?
  {
    let name = fields["measure"] ?? "count"
    guard var measure = AudienceActivity.Measure.all.first(where: { .string($0.traits.name) == name }) else {
      return refuse(
        path + ".measure", "word_unknown", "This version does not know this measure.",
        "Choose \(AudienceActivity.Measure.all.map(\.traits.name).joined(separator: ", ")).")
    }
    if case .sum = measure {
      guard let of = fields["of"] else {
        return refuse(path + ".of", "field_missing", "The property to add up is missing.", "Name it in of.")
      }
      guard let keys = keys(of, at: path + ".of") else { return nil }
      measure = .sum(of: keys)
    } else if fields["of"] != nil {
      return refuse(
        path + ".of", "field_unused", "Only a sum has a property to add up.", "Remove it, or measure the sum."
      )
    }
    return measure
  }

  private mutating func filter(_ json: Wire.JSONValue, at path: String) -> Filter? {
    do throws(EventFilter.Problem) {
      return try EventFilter(json: json, isStored: true).filter
    } catch {
      return refuse(Self.join(path, error.field), "filter_invalid", error.message, "Correct the filter.")
    }
  }

  private mutating func window(_ json: Wire.JSONValue, at path: String) -> Duration? {
    guard case .object(let fields) = json, fields.count == 1, let (name, value) = fields.first,
      let number = value.wholeNumber, number > 0,
      number < 1_000_000_000, let unit = AudienceActivity.units.first(where: { $0.name == name }),
      AudienceActivity.windows.contains(.seconds(number * unit.seconds))
    else {
      return refuse(
        path, "window_invalid", "The window is not a length of time up to ten years.",
        "Write for example {\"days\": 14}, or hours, minutes, seconds.")
    }
    return .seconds(number * unit.seconds)
  }
}
