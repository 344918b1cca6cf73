// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

extension AudienceRule {
  /// The rule as it is stored and sent.
  ///
  /// | form | meaning |
  /// |---|---|
  /// | `{"all": […]}`, `{"any": […]}`, `{"not": …}` | and, or, not |
  /// | `{"attribute": "plan", "op": "equals", "value": "pro"}` | an attribute; a list of keys for a field inside it; with `"as": "version"`, by its numbers |
  /// | `{"person": "last_seen", "op": …}` | a fact: `AudienceFact` |
  /// | `{"did": {"kind": "custom", "name": "order_placed", "where": filter, "within": {"days": 14}, "measure": "count"}, "op": …}` | events |
  /// | `{"campaign": {"id": "c-1", "step": "seen"}, "op": …}` | the time of the first impression or click |
  /// | `{"random": "spring", "op": "less", "value": 1000}` | a random number from 0 to 9,999, another one for every salt |
  /// | `{"list": "a-1"}` | the uploaded list of this audience |
  /// | `{"audience": "a-1"}` | the people of another audience |
  ///
  /// Operations and values are those of filters.
  public var json: Wire.JSONValue {
    switch self {
    case .all(let parts): ["all": .array(parts.map(\.json))]
    case .any(let parts): ["any": .array(parts.map(\.json))]
    case .not(let part): ["not": part.json]
    case .audience(let id): ["audience": .string(id.rawValue)]
    case .condition(let condition): condition.json
    }
  }

  /// Reads a rule. What is wrong is added to `problems`, each with its field; nil then.
  ///
  /// - Parameter path: The field of the rule, which begins those of the problems.
  public init?(json: Wire.JSONValue, at path: String, _ problems: inout [Diagnostic]) {
    var reader = AudienceRuleReader(problems: problems)
    let rule = reader.rule(json, at: path, depth: 0)
    let isFine = reader.problems.count == problems.count
    problems = reader.problems
    guard let rule, isFine else { return nil }
    self = rule
  }
}

extension AudienceCondition {
  fileprivate var json: Wire.JSONValue {
    let comparison = Wire.Comparison(Comparison(path: [AudienceRuleReader.placeholder], operation: operation))
    guard case .object(var fields) = comparison.json else { return .null }
    fields["path"] = nil
    switch subject {
    case .attribute(let path, let isVersion):
      fields["attribute"] = path.count == 1 ? .string(path[0]) : .array(path.map { .string($0) })
      if isVersion { fields["as"] = "version" }
    case .fact(let fact): fields["person"] = .string(fact.rawValue)
    case .activity(let activity): fields["did"] = activity.json
    case .random(let salt): fields["random"] = .string(salt)
    case .list(let id): return ["list": .string(id.rawValue)]
    case .campaign(let id, let step): fields["campaign"] = ["id": .string(id.rawValue), "step": .string(step.rawValue)]
    }
    return .object(fields)
  }
}

extension AudienceActivity {
  fileprivate var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["kind": .string(kind.rawValue)]
    fields["name"] = name.map { .string($0) }
    fields["where"] = filter.map { Wire.Filter($0).json }
    fields["within"] = within.map { Self.json(of: $0) }
    if measure != .count { fields["measure"] = .string(measure.name) }
    if case .sum(let path) = measure { fields["of"] = path.count == 1 ? .string(path[0]) : .array(path.map { .string($0) }) }
    return .object(fields)
  }

  /// The units of windows, the longest first, in seconds.
  static let units: [(name: String, seconds: Int64)] = [("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1)]

  private static func json(of window: Duration) -> Wire.JSONValue {
    let seconds = window.components.seconds
    let unit = units.first { seconds % $0.seconds == 0 } ?? units[3]
    return [unit.name: .int(seconds / unit.seconds)]
  }
}
