// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Rules of audiences.
extension RuleFieldReader {
  /// Stands for the subject in the comparison.
  static let placeholder = "value"
  private static let groups = ["all", "any", "not"]
  private static let audience = "audience"
  /// What an object is named by that is a rule. Of several, messages name those first that most
  /// authors mean.
  private static let forms =
    groups + AudienceSubject.Kind.allCases.filter(\.isCompared).map(\.rawValue) + [audience]
    + AudienceSubject.Kind.allCases.filter { !$0.isCompared }.map(\.rawValue)
  private static let comparison: Set<String> = ["op", "value", "ignoring_case", "filter"]

  mutating func rule(_ json: Wire.JSONValue, at path: String, depth: Int) -> AudienceRule? {
    guard case .object(let object) = json else {
      return refuse(
        path, "rule_invalid", "Expected a condition or a group.",
        "Write for example {\"attribute\": \"plan\", \"op\": \"equals\", \"value\": \"pro\"}.")
    }
    let forms = Self.forms.filter { object[$0] != nil }
    guard forms.count == 1, let form = forms.first else {
      return refuse(
        path, "rule_invalid",
        forms.isEmpty ? "This is no condition that this version knows." : "A condition has one subject.",
        "Give one of \(Self.forms.joined(separator: ", ")).")
    }
    if let kind = AudienceSubject.Kind(rawValue: form) { return condition(kind, object, at: path) }
    refuseOthers(object, [form], at: path)
    guard !Self.groups.contains(form) || depth < AudienceRule.maximumDepth else {
      return refuse(
        path, "rule_too_deep", "Groups are nested more than \(AudienceRule.maximumDepth) levels deep.",
        "Use fewer levels.")
    }
    let value = object[form] ?? .null
    switch form {
    case "all": return parts(value, at: path + ".all", depth).map { .all($0) }
    case "any": return parts(value, at: path + ".any", depth).map { .any($0) }
    case "not": return rule(value, at: path + ".not", depth: depth + 1).map { .not($0) }
    default: return text(value, at: "\(path).\(form)").map { .audience(AudienceID($0)) }
    }
  }

  private mutating func parts(_ json: Wire.JSONValue, at path: String, _ depth: Int) -> [AudienceRule]? {
    guard case .array(let elements) = json else {
      return refuse(path, "field_wrong_type", "Expected a list of conditions.", "Write a list.")
    }
    let rules = elements.enumerated().map { rule($1, at: "\(path)[\($0)]", depth: depth + 1) }
    return rules.contains { $0 == nil } ? nil : rules.compactMap(\.self)
  }

  // MARK: - Conditions

  private mutating func condition(
    _ kind: AudienceSubject.Kind, _ object: [String: Wire.JSONValue], at path: String
  ) -> AudienceRule? {
    let traits = kind.traits
    refuseOthers(
      object, traits.others.union(kind.isCompared ? Self.comparison : []).union([kind.rawValue]), at: path)
    let subject = traits.read(&self, object, path)
    guard kind.isCompared else { return subject.map { .condition(AudienceCondition($0, .equals(true))) } }
    let operation = operation(object, at: path)
    guard let subject, let operation, fits(operation, subject, at: path + ".value") else { return nil }
    return .condition(AudienceCondition(subject, operation))
  }

  /// Whether the operation can be true for values of the subject.
  private mutating func fits(_ operation: Comparison.Operation, _ subject: AudienceSubject, at path: String)
    -> Bool
  {
    if let family = subject.traits.type.family, operation.families?.contains(family) == false {
      return refuse(
        path, "value_wrong_type", "This is compared with \(family.inWords).", "Give \(family.inWords).")
        ?? false
    }
    if subject.isVersion, !operation.ordersVersions {
      return refuse(path, "value_wrong_type", "This is not a version.", "Give one such as 3.10.") ?? false
    }
    return true
  }

  private mutating func operation(_ object: [String: Wire.JSONValue], at path: String) -> Comparison
    .Operation?
  {
    var comparison = object.filter { Self.comparison.contains($0.key) }
    comparison["path"] = .array([.string(Self.placeholder)])
    guard comparison["op"] != nil else {
      return refuse(
        path + ".op", "field_missing", "The comparison is missing.", "Add for example \"op\": \"equals\".")
    }
    do {
      let filter = try Wire.Filter(json: .object(comparison)).translated(at: "")
      guard case .compare(let compared) = filter else { return nil }
      // The mistakes that only its compiler finds, such as a range that is reversed.
      _ = try FilterProgram(filter, compilePattern: Pattern.compiler)
      return compared.operation
    } catch let error as Wire.DecodingProblem {
      return refuse(
        Self.join(path, String(error.field.drop { $0 == "." })), "condition_invalid",
        error.message, "Correct the value.")
    } catch let error as Wire.Untranslatable {
      return refuse(
        Self.join(path, String(error.field.drop { $0 == "." })), "condition_invalid",
        error.message, "Correct the comparison.")
    } catch let error as InvalidFilter {
      let words = error.diagnostics.map(\.description).joined(separator: " ")
      return refuse(path + ".value", "condition_invalid", words, "Correct the value.")
    } catch {
      return refuse(path, "condition_invalid", "The condition cannot be read.", "Correct it.")
    }
  }
}

extension Value.Family {
  fileprivate var inWords: String {
    switch self {
    case .number: "a number"
    case .date: "a date"
    case .bool: "true or false"
    case .string: "a text"
    case .array: "a list"
    case .object, .null: "a value"
    }
  }
}
