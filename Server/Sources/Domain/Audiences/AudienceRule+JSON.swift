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
    var reader = RuleFieldReader()
    let rule = reader.rule(json, at: path, depth: 0)
    problems += reader.problems
    guard let rule, reader.problems.isEmpty else { return nil }
    self = rule
  }
}

extension AudienceCondition {
  fileprivate var json: Wire.JSONValue {
    let subject = subject.traits
    guard subject.kind.isCompared else { return .object(subject.fields) }
    let comparison = Wire.Comparison(Comparison(path: [RuleFieldReader.placeholder], operation: operation))
    guard case .object(var fields) = comparison.json else { return .null }
    fields["path"] = nil
    return .object(fields.merging(subject.fields) { _, own in own })
  }
}
