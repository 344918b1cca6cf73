// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// Audiences of the old format as rules of Martlet's own (`AudienceRule`).
extension Audience {
  /// The condition that a criterion is; nil if there is none here.
  static func condition(_ criterion: Wire.JSONValue) -> Wire.JSONValue? {
    func person(_ fact: String) -> Wire.JSONValue? {
      text(criterion["name"]).map { ["person": .string(fact), "op": "equals", "value": .string($0)] }
    }
    func attribute(_ op: String, _ value: Wire.JSONValue) -> Wire.JSONValue? {
      text(criterion["name"]).map { ["attribute": .string($0), "op": .string(op), "value": value] }
    }
    switch criterion["type"]?.string {
    case "language": return person("language")
    case "application-version": return person("app_version")
    case "firmware-version": return person("os_version")
    case "device-model": return person("model")
    case "segment":
      guard let id = criterion["id"]?.string else { return nil }
      let audience: Wire.JSONValue = ["audience": .string(id)]
      return criterion["exclude"] == true ? ["not": audience] : audience
    case "string-tag": return text(criterion["value"]).flatMap { attribute("equals", .string($0)) }
    case "boolean-tag": return criterion["value"]?.flag.flatMap { attribute("equals", .bool($0)) }
    case "integer-tag":
      let operations = [
        "EQ": "equals", "GT": "greater", "GE": "greater_or_equal", "LT": "less", "LE": "less_or_equal",
      ]
      guard let number = criterion["value"]?.wholeNumber,
        let op = criterion["op"]?.string.flatMap({ operations[$0] })
      else { return nil }
      return attribute(op, .int(number))
    default: return nil
    }
  }

  /// The condition that a filter is; nil if there is none here.
  static func condition(filter: Wire.JSONValue) -> Wire.JSONValue? {
    func seen(_ fact: String, _ op: String) -> Wire.JSONValue? {
      guard let days = filter["threshold"]?.wholeNumber, (1...3_650).contains(days) else { return nil }
      return ["person": .string(fact), "op": .string(op), "value": ["$ago": ["days": .int(days)]]]
    }
    switch filter["type"]?.string {
    case "engage-new-users": return seen("first_seen", "greater")
    case "engage-old-users": return seen("first_seen", "less")
    case "engage-active-users": return seen("last_seen", "greater")
    case "engage-idle-users": return seen("last_seen", "less")
    case reachable: return ["person": "push_reachable", "op": "equals", "value": true]
    default: return nil
    }
  }

  /// The rule of an audience that `judge` has nothing against; nil for everybody.
  static func rule(_ audience: Wire.JSONValue) -> Wire.JSONValue? {
    let criteria = (audience["criteria"]?.fields ?? [:]).compactMapValues { condition($0) }
    var all = (audience["filters"]?.elements ?? []).compactMap { condition(filter: $0) }
    if let text = audience["expression"]?.string, !text.allSatisfy(\.isWhitespace) {
      guard let expression = try? AudienceExpression(text) else { return nil }
      all.insert(expression.rule(criteria), at: 0)
    }
    return all.isEmpty ? nil : all.count == 1 ? all[0] : ["all": .array(all)]
  }

  /// A text without wildcards, which no condition has here.
  private static func text(_ value: Wire.JSONValue?) -> String? {
    value?.string.flatMap { $0.isEmpty || $0.contains("*") || $0.contains("?") ? nil : $0 }
  }
}

extension AudienceExpression {
  fileprivate func rule(_ criteria: [String: Wire.JSONValue]) -> Wire.JSONValue {
    switch self {
    case .name(let name): criteria[name] ?? ["any": []]
    case .not(let inner): ["not": inner.rule(criteria)]
    case .all(let parts): ["all": .array(parts.map { $0.rule(criteria) })]
    case .any(let parts): ["any": .array(parts.map { $0.rule(criteria) })]
    }
  }
}
