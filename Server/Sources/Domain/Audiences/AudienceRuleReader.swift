// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Reads rules of audiences, and names everything that is wrong with its field and the remedy.
struct AudienceRuleReader {
  var problems: [Diagnostic]

  /// Stands for the subject in the comparison.
  static let placeholder = "value"
  private static let groups = ["all", "any", "not"]
  private static let subjects = ["attribute", "person", "did", "campaign", "random"]
  private static let sets = ["audience", "list"]
  private static let comparison: Set<String> = ["op", "value", "ignoring_case", "filter"]

  mutating func rule(_ json: Wire.JSONValue, at path: String, depth: Int) -> AudienceRule? {
    guard case .object(let fields) = json else {
      return refuse(
        path, "rule_invalid", "Expected a condition or a group.",
        "Write for example {\"attribute\": \"plan\", \"op\": \"equals\", \"value\": \"pro\"}.")
    }
    guard depth < AudienceRule.maximumDepth else {
      return refuse(path, "rule_too_deep", "Groups are nested more than \(AudienceRule.maximumDepth) levels deep.", "Use fewer levels.")
    }
    let forms = (Self.groups + Self.subjects + Self.sets).filter { fields[$0] != nil }
    guard forms.count == 1, let form = forms.first else {
      return refuse(
        path, "rule_invalid", forms.isEmpty ? "This is no condition that this version knows." : "A condition has one subject.",
        "Give one of \((Self.groups + Self.subjects + Self.sets).joined(separator: ", ")).")
    }
    var allowed: Set<String> = [form]
    if Self.subjects.contains(form) { allowed.formUnion(Self.comparison) }
    if form == "attribute" { allowed.insert("as") }
    refuseOthers(fields, allowed, at: path)
    let value = fields[form] ?? .null
    switch form {
    case "all": return all(value, at: path + ".all", depth)
    case "any": return parts(value, at: path + ".any", depth).map { .any($0) }
    case "not": return rule(value, at: path + ".not", depth: depth + 1).map { .not($0) }
    case "audience": return text(value, at: path + ".audience").map { .audience(AudienceID($0)) }
    case "list": return text(value, at: path + ".list").map { .condition(AudienceCondition(.list(AudienceID($0)), .equals(true))) }
    default: return condition(form, value, fields, at: path)
    }
  }

  private mutating func parts(_ json: Wire.JSONValue, at path: String, _ depth: Int) -> [AudienceRule]? {
    guard case .array(let elements) = json else {
      return refuse(path, "field_wrong_type", "Expected a list of conditions.", "Write a list.")
    }
    let rules = elements.enumerated().map { rule($1, at: "\(path)[\($0)]", depth: depth + 1) }
    return rules.contains { $0 == nil } ? nil : rules.compactMap(\.self)
  }

  private mutating func all(_ json: Wire.JSONValue, at path: String, _ depth: Int) -> AudienceRule? {
    guard let parts = parts(json, at: path, depth) else { return nil }
    if let contradiction = AudienceContradiction(in: parts) {
      let (first, second) = contradiction.places
      return refuse(
        "\(path)[\(second)]", "rule_never_true", "Nobody can match this and condition \(first + 1) at once.",
        "Change one of them, or use any instead of all.")
    }
    return .all(parts)
  }

  // MARK: - Conditions

  private mutating func condition(
    _ form: String, _ value: Wire.JSONValue, _ fields: [String: Wire.JSONValue], at path: String
  ) -> AudienceRule? {
    let subject: AudienceSubject?
    switch form {
    case "attribute": subject = attribute(value, fields["as"], at: path)
    case "person":
      subject = word(value, AudienceFact.self, at: path + ".person").map { .fact($0) }
    case "did": subject = activity(value, at: path + ".did").map { .activity($0) }
    case "random": subject = text(value, at: path + ".random").map { .random(salt: $0) }
    default: subject = campaign(value, at: path + ".campaign")
    }
    let operation = operation(fields, at: path)
    guard let subject, let operation, fits(operation, subject, at: path + ".value") else { return nil }
    return .condition(AudienceCondition(subject, operation))
  }

  /// Whether the operation can be true for values of the subject.
  private mutating func fits(_ operation: Comparison.Operation, _ subject: AudienceSubject, at path: String) -> Bool {
    if let family = subject.family, operation.families?.contains(family) == false {
      return refuse(path, "value_wrong_type", "This is compared with \(family.inWords).", "Give \(family.inWords).") ?? false
    }
    if subject.isVersion, !operation.ordersVersions {
      return refuse(path, "value_wrong_type", "This is not a version.", "Give one such as 3.10.") ?? false
    }
    return true
  }

  private mutating func operation(_ fields: [String: Wire.JSONValue], at path: String) -> Comparison.Operation? {
    var comparison = fields.filter { Self.comparison.contains($0.key) }
    comparison["path"] = .array([.string(Self.placeholder)])
    guard comparison["op"] != nil else {
      return refuse(path + ".op", "field_missing", "The comparison is missing.", "Add for example \"op\": \"equals\".")
    }
    do {
      let filter = try Wire.Filter(json: .object(comparison)).translated(at: "")
      guard case .compare(let compared) = filter else { return nil }
      // The mistakes that only its compiler finds, such as a range that is reversed.
      _ = try FilterProgram(filter, compilePattern: Pattern.compiler)
      return compared.operation
    } catch let error as Wire.DecodingProblem {
      return refuse(join(path, String(error.field.drop { $0 == "." })), "condition_invalid", error.message, "Correct the value.")
    } catch let error as Wire.Untranslatable {
      return refuse(join(path, String(error.field.drop { $0 == "." })), "condition_invalid", error.message, "Correct the comparison.")
    } catch let error as InvalidFilter {
      let words = error.diagnostics.map(\.description).joined(separator: " ")
      return refuse(path + ".value", "condition_invalid", words, "Correct the value.")
    } catch {
      return refuse(path, "condition_invalid", "The condition cannot be read.", "Correct it.")
    }
  }

  private mutating func attribute(_ json: Wire.JSONValue, _ form: Wire.JSONValue?, at path: String) -> AudienceSubject? {
    guard let keys = keys(json, at: path + ".attribute") else { return nil }
    guard let form else { return .attribute(path: keys) }
    guard form == "version" else {
      return refuse(path + ".as", "word_unknown", "Attributes can only be read as a version.", "Write version, or remove it.")
    }
    return .attribute(path: keys, isVersion: true)
  }

  private mutating func activity(_ json: Wire.JSONValue, at path: String) -> AudienceActivity? {
    guard case .object(let fields) = json else {
      return refuse(
        path, "field_wrong_type", "Expected an object.", "Write for example {\"kind\": \"custom\", \"name\": \"order_placed\"}.")
    }
    refuseOthers(fields, ["kind", "name", "where", "within", "measure", "of"], at: path)
    guard let kind = word(fields["kind"] ?? .null, AudienceActivity.Kind.self, at: path + ".kind") else { return nil }
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
    switch fields["measure"]?.string ?? (fields["measure"] == nil ? "count" : "") {
    case "count": activity.measure = .count
    case "first": activity.measure = .first
    case "last": activity.measure = .last
    case "sum":
      guard let of = fields["of"] else {
        return refuse(path + ".of", "field_missing", "The property to add up is missing.", "Name it in of.")
      }
      guard let keys = keys(of, at: path + ".of") else { return nil }
      activity.measure = .sum(of: keys)
    default:
      return refuse(
        path + ".measure", "word_unknown", "This version does not know this measure.",
        "Choose \(AudienceActivity.Measure.names.joined(separator: ", ")).")
    }
    if fields["of"] != nil, fields["measure"] != "sum" {
      return refuse(path + ".of", "field_unused", "Only a sum has a property to add up.", "Remove it, or measure the sum.")
    }
    return activity
  }

  private mutating func filter(_ json: Wire.JSONValue, at path: String) -> Filter? {
    do {
      let filter = try Wire.Filter(json: json).translated(at: "")
      _ = try FilterProgram(filter, compilePattern: Pattern.compiler)
      return filter
    } catch let error as Wire.DecodingProblem {
      return refuse(join(path, String(error.field.drop { $0 == "." })), "filter_invalid", error.message, "Correct the filter.")
    } catch let error as Wire.Untranslatable {
      return refuse(join(path, String(error.field.drop { $0 == "." })), "filter_invalid", error.message, "Correct the filter.")
    } catch let error as InvalidFilter {
      let first = error.diagnostics.first
      return refuse(
        join(path, first?.fieldPath ?? ""), "filter_invalid", first?.description ?? "The filter is not valid.", "Correct the filter.")
    } catch {
      return refuse(path, "filter_invalid", "The filter cannot be read.", "Correct it.")
    }
  }

  private mutating func window(_ json: Wire.JSONValue, at path: String) -> Duration? {
    guard case .object(let fields) = json, fields.count == 1, let (name, value) = fields.first, let number = value.wholeNumber, number > 0,
      number < 1_000_000_000, let unit = AudienceActivity.units.first(where: { $0.name == name }),
      AudienceActivity.windows.contains(.seconds(number * unit.seconds))
    else {
      return refuse(
        path, "window_invalid", "The window is not a length of time up to ten years.",
        "Write for example {\"days\": 14}, or hours, minutes, seconds.")
    }
    return .seconds(number * unit.seconds)
  }

  private mutating func campaign(_ json: Wire.JSONValue, at path: String) -> AudienceSubject? {
    guard case .object(let fields) = json else {
      return refuse(path, "field_wrong_type", "Expected an object.", "Write {\"id\": \"…\", \"step\": \"seen\"}.")
    }
    refuseOthers(fields, ["id", "step"], at: path)
    let id = text(fields["id"] ?? .null, at: path + ".id")
    let step = word(fields["step"] ?? .null, AudienceStep.self, at: path + ".step")
    guard let id, let step else { return nil }
    return .campaign(CampaignID(id), step)
  }

  // MARK: - Values

  private mutating func keys(_ json: Wire.JSONValue, at path: String) -> [String]? {
    if let key = json.string { return text(.string(key), at: path).map { [$0] } }
    guard case .array(let elements) = json, !elements.isEmpty, elements.count <= 8 else {
      return refuse(path, "field_wrong_type", "Expected a name, or a list of up to eight names.", "Write for example \"plan\".")
    }
    let keys = elements.enumerated().map { text($1, at: "\(path)[\($0)]") }
    return keys.contains { $0 == nil } ? nil : keys.compactMap(\.self)
  }

  private mutating func text(_ json: Wire.JSONValue, at path: String) -> String? {
    guard let text = json.string, Wire.Limits.allow(text, upTo: Wire.Limits.nameLength) else {
      return refuse(path, "text_invalid", "Expected a text of 1 to \(Wire.Limits.nameLength) characters.", "Write one.")
    }
    return text
  }

  private mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ json: Wire.JSONValue, _ type: Word.Type, at path: String)
    -> Word?
  {
    guard let word = json.string.flatMap(Word.init) else {
      return refuse(
        path, "word_unknown", json == .null ? "This field is missing." : "This version does not know this word.",
        "Choose \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return word
  }

  private mutating func refuseOthers(_ fields: [String: Wire.JSONValue], _ allowed: Set<String>, at path: String) {
    for name in fields.keys.sorted() where !allowed.contains(name) {
      let _: Bool? = refuse(join(path, String(name.prefix(64))), "field_unknown", "There is no such field here.", "Remove it.")
    }
  }

  private mutating func refuse<Result>(_ field: String, _ code: String, _ message: String, _ remedy: String) -> Result? {
    problems.append(Diagnostic(field: field, code: code, message: message, remedy: remedy))
    return nil
  }

  private func join(_ path: String, _ field: String) -> String { field.isEmpty ? path : "\(path).\(field)" }
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
