// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// The rule of an audience as rows, which all or any of must hold. A rule that rows cannot express is edited as JSON.
enum AudienceForm {
  static let list = "condition"
  /// The field that holds the rule as JSON.
  static let json = "rule"
  /// The name of the random order when people give none.
  static let defaultSalt = "share"
  /// The most rows of the form.
  static let mostRows = 50

  /// What the form means: a rule, and the problems that are found without the rest of the app.
  struct Reading {
    var rule: Wire.JSONValue
    var problems: [FormProblem] = []
    /// The row of each part of the rule.
    var rows: [FormRow] = []

    /// The field of a diagnostic of the rule, such as `rule.all[1].attribute`.
    func field(_ path: String, in form: CampaignForm) -> String {
      guard path.hasPrefix("rule") else { return "name" }
      guard form[AudienceForm.json].isEmpty else { return AudienceForm.json }
      let digits = path.drop { $0 != "[" }.dropFirst().prefix { $0.isNumber }
      guard let place = Int(digits), rows.indices.contains(place) else { return "match" }
      let row = rows[place]
      if path.hasSuffix(".random") || path.hasSuffix(".attribute") || path.hasSuffix(".name") || path.hasSuffix(".id") {
        return row.name("name")
      }
      if path.hasSuffix(".within") { return row.name("days") }
      return row.name(AudienceChoice(row["subject"])?.family?.valueField ?? "name")
    }
  }

  // MARK: - To the form

  static func write(_ json: Wire.JSONValue, _ names: AudienceNames) -> CampaignForm {
    var form = CampaignForm([])
    var problems: [Diagnostic] = []
    guard let rule = AudienceRule(json: json, at: "rule", &problems), let (match, parts) = flat(rule) else {
      form[Self.json] = FormText.lines(pretty(json))
      return form
    }
    form["match"] = match
    for (number, part) in parts.enumerated() {
      guard let row = row(part, names) else {
        var kept = CampaignForm([])
        kept[Self.json] = FormText.lines(pretty(json))
        return kept
      }
      for (name, value) in row { form["\(list).\(number).\(name)"] = value }
    }
    return form
  }

  private static func flat(_ rule: AudienceRule) -> (match: String, parts: [AudienceRule])? {
    switch rule {
    case .all(let parts): ("all", parts)
    case .any(let parts) where !parts.isEmpty: ("any", parts)
    case .any: nil
    case .not, .condition, .audience: ("all", [rule])
    }
  }

  private static func row(_ rule: AudienceRule, _ names: AudienceNames) -> [String: String]? {
    switch rule {
    case .audience(let id): return ["subject": AudienceChoice.audience.name, "name": names.audiences[id] ?? id.rawValue]
    case .not(.audience(let id)): return ["subject": AudienceChoice.notAudience.name, "name": names.audiences[id] ?? id.rawValue]
    case .condition(let condition):
      if let answer = SurveyAnswerCondition(condition) { return answer.row(names) }
      guard let (choice, name, days) = choice(condition.subject, names), let family = choice.family else { return nil }
      let comparison = Wire.Comparison(Comparison(path: ["value"], operation: condition.operation))
      guard let (_, test, value) = ConditionTest.row(comparison, in: family.tests) else { return nil }
      return ["subject": choice.name, "name": name, family.testField: test, family.valueField: value, "days": days]
    case .all, .any, .not: return nil
    }
  }

  private static func choice(_ subject: AudienceSubject, _ names: AudienceNames) -> (AudienceChoice, name: String, days: String)? {
    switch subject {
    case .attribute(let path, false): return FormText.path(path).map { (.attribute, $0, "") }
    case .fact(let fact): return (.fact(fact), "", "")
    case .campaign(let id, let step): return (.campaign(step), names.campaigns[id] ?? id.rawValue, "")
    case .random(let salt): return (.random, salt == defaultSalt ? "" : salt, "")
    case .list: return nil
    case .activity(let activity):
      guard activity.filter == nil, activity.kind != .surveyAnswers else { return nil }
      let seconds = activity.within?.components.seconds
      guard seconds.map({ $0 % 86_400 == 0 }) ?? true else { return nil }
      switch activity.measure {
      case .count: return (.count(activity.kind), activity.name ?? "", seconds.map { "\($0 / 86_400)" } ?? "")
      case .last where seconds == nil: return (.last(activity.kind), activity.name ?? "", "")
      case .last, .first, .sum: return nil
      }
    case .attribute: return nil
    }
  }

  private static func pretty(_ json: Wire.JSONValue) -> String { String(decoding: Wire.encode(json), as: UTF8.self) }

  // MARK: - From the form

  static func read(_ form: CampaignForm, _ names: AudienceNames) -> Reading {
    if !form[json].trimmed.isEmpty {
      do throws(Wire.DecodingProblem) {
        return Reading(rule: try Wire.decode(Wire.JSONValue.self, from: Array(form[json].utf8)))
      } catch {
        return Reading(
          rule: .null, problems: [FormProblem(field: json, message: "This is not JSON: \(error.message)", remedy: "Correct it.")])
      }
    }
    var reading = Reading(rule: .null)
    var parts: [Wire.JSONValue] = []
    for row in form.rows(list).prefix(mostRows) where !row["subject"].isEmpty || !row.isBlank("name") {
      guard let part = part(row, names, &reading.problems) else { continue }
      parts.append(part)
      reading.rows.append(row)
    }
    reading.rule = [form["match"] == "any" && !parts.isEmpty ? "any" : "all": .array(parts)]
    return reading
  }

  private static func part(_ row: FormRow, _ names: AudienceNames, _ problems: inout [FormProblem]) -> Wire.JSONValue? {
    func refuse(_ field: String, _ message: String, _ remedy: String) -> Wire.JSONValue? {
      problems.append(FormProblem(field: row.name(field), message: message, remedy: remedy))
      return nil
    }
    guard let choice = AudienceChoice(row["subject"]) else {
      return refuse("subject", "Nothing is chosen.", "Choose what the condition is about, or remove it.")
    }
    let name = row["name"].trimmed
    if choice == .answered || choice == .notAnswered {
      return SurveyAnswerCondition.read(row, isNegated: choice == .notAnswered, names, &problems).map {
        AudienceRule.condition($0.condition).json
      }
    }
    guard let family = choice.family else {
      guard let id = names.audiences.first(where: { $0.value == name })?.key else {
        return refuse("name", "There is no audience with this name.", "Choose one of the list.")
      }
      return choice == .audience ? ["audience": .string(id.rawValue)] : ["not": ["audience": .string(id.rawValue)]]
    }
    guard let test = family.test(row[family.testField]) else {
      return refuse(family.testField, "This comparison is unknown.", "Choose one from the list.")
    }
    var fields: [String: Wire.JSONValue] = [:]
    do throws(ConditionTest.Misread) {
      guard case .object(let comparison) = try test.comparison(path: ["value"], value: row[family.valueField]).json else { return nil }
      fields = comparison
      fields["path"] = nil
    } catch {
      return refuse(family.valueField, error.message, error.remedy)
    }
    switch choice {
    case .attribute:
      guard let path = FormText.path(name) else {
        return refuse(
          "name", "The attribute has no name.", "Enter the name the app uses. For a field inside it, use a dot, as in address.city.")
      }
      fields["attribute"] = path.count == 1 ? .string(path[0]) : .array(path.map { .string($0) })
    case .fact(let fact): fields["person"] = .string(fact.rawValue)
    case .campaign(let step):
      guard let id = campaign(named: name, in: row, names, &problems) else { return nil }
      if step == .converted, !names.converting.contains(id) {
        return refuse("name", "This campaign has no conversions.", "Add one in its Schedule step, or choose another campaign.")
      }
      fields["campaign"] = ["id": .string(id.rawValue), "step": .string(step.rawValue)]
    case .count(let kind), .last(let kind):
      var did: [String: Wire.JSONValue] = ["kind": .string(kind.rawValue)]
      if !name.isEmpty, choice.has("name") { did["name"] = .string(name) }
      if case .last = choice { did["measure"] = "last" }
      let days = row["days"].trimmed
      if choice.has("days"), !days.isEmpty {
        guard case .int(let number)? = FormText.number(days), number > 0 else {
          return refuse("days", "This is not a number of days.", "Enter a whole number such as 14, or leave it blank for all time.")
        }
        did["within"] = ["days": .int(number)]
      }
      fields["did"] = .object(did)
    case .random: fields["random"] = .string(name.isEmpty ? defaultSalt : name)
    case .answered, .notAnswered, .audience, .notAudience: break
    }
    return .object(fields)
  }

  /// The campaign with the name. nil: there is none, or there are several; the problem says so.
  static func campaign(named name: String, in row: FormRow, _ names: AudienceNames, _ problems: inout [FormProblem]) -> CampaignID? {
    let found = names.campaigns.filter { $0.value == name }
    if found.count == 1, let id = found.first?.key { return id }
    problems.append(
      FormProblem(
        field: row.name("name"), message: found.isEmpty ? "There is no campaign with this name." : "Several campaigns have this name.",
        remedy: found.isEmpty ? "Choose one of the list." : "Rename one of them."))
    return nil
  }

  // MARK: - Rows

  /// Adds a row, or removes the one with this number.
  static func edit(_ form: CampaignForm, _ command: String) -> CampaignForm {
    var edited = form
    if command == "add" {
      let number = form.rows(list).count
      if number < mostRows { edited["\(list).\(number).subject"] = "" }
    } else if command.hasPrefix("remove."), let number = Int(command.dropFirst("remove.".count)) {
      edited = CampaignForm(form.values.filter { !$0.key.hasPrefix("\(list).\(number).") }.map { (name: $0.key, value: $0.value) })
    } else if command == "rows" {
      edited[json] = ""
    }
    return edited
  }
}
