// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// The rule of an audience as rows, which all or any of must hold. A rule that rows cannot express
/// is edited as JSON.
enum AudienceForm {
  static let list = "condition"
  /// The field that holds the rule as JSON.
  static let json = "rule"
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
      // What follows the place: a field of the condition, and perhaps a field in it.
      let field = path.drop { $0 != "]" }.dropFirst(2)
      if AudienceSubject.Kind(rawValue: String(field.prefix { $0 != "." && $0 != "[" })) != nil {
        return row.name(field.hasSuffix(".within") ? "days" : "name")
      }
      return row.name(AudienceChoice(row["subject"])?.type?.valueField ?? "name")
    }
  }

  // MARK: - To the form

  static func write(_ json: Wire.JSONValue, _ names: AudienceNames) -> CampaignForm {
    var form = CampaignForm([])
    var problems: [Diagnostic] = []
    guard let rule = AudienceRule(json: json, at: "rule", &problems), let (match, parts) = flat(rule) else {
      form[Self.json] = FormText.json(json)
      return form
    }
    form["match"] = match
    for (number, part) in parts.enumerated() {
      guard let row = row(part, names) else {
        var kept = CampaignForm([])
        kept[Self.json] = FormText.json(json)
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
    case .audience(let id):
      return ["subject": AudienceChoice.audience.name, "name": names.audiences[id] ?? id.rawValue]
    case .not(.audience(let id)):
      return ["subject": AudienceChoice.notAudience.name, "name": names.audiences[id] ?? id.rawValue]
    case .condition(let condition):
      if let answer = SurveyAnswerCondition(condition) { return answer.row(names) }
      guard let (choice, fields) = SubjectChoice.row(condition.subject, names) else { return nil }
      let comparison = Wire.Comparison(Comparison(path: ["value"], operation: condition.operation))
      guard let (_, test, value) = ConditionTest.row(comparison, in: choice.type.tests) else { return nil }
      return fields.merging([choice.type.testField: test, choice.type.valueField: value]) { own, _ in own }
    case .all, .any, .not: return nil
    }
  }

  // MARK: - From the form

  /// Whether a condition on an attribute has a blank comparison, which follows the attribute.
  static func hasOpenConditions(_ form: CampaignForm) -> Bool { form.rows(list).contains(where: isOpen) }

  /// The form with a comparison in each condition on an attribute, to be read.
  static func comparing(_ form: CampaignForm, _ attributes: [String: KnownValues]) -> CampaignForm {
    var compared = form
    let type = AudienceSubject.ValueType.attribute
    for row in form.rows(list) where isOpen(row) {
      compared[row.name(type.testField)] =
        ConditionTest.standard(of: type.tests, for: attributes[row["name"].trimmed]).name
    }
    return compared
  }

  private static func isOpen(_ row: FormRow) -> Bool {
    AudienceChoice(row["subject"])?.type == .attribute
      && row.isBlank(AudienceSubject.ValueType.attribute.testField)
  }

  static func read(_ form: CampaignForm, _ names: AudienceNames) -> Reading {
    if !form[json].trimmed.isEmpty {
      do throws(Wire.DecodingProblem) {
        return Reading(rule: try Wire.decode(Wire.JSONValue.self, from: Array(form[json].utf8)))
      } catch {
        return Reading(
          rule: .null,
          problems: [
            FormProblem(field: json, message: "This is not JSON: \(error.message)", remedy: "Correct it.")
          ])
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

  private static func part(_ row: FormRow, _ names: AudienceNames, _ problems: inout [FormProblem]) -> Wire
    .JSONValue?
  {
    func refuse(_ field: String, _ message: String, _ remedy: String) -> Wire.JSONValue? {
      problems.append(FormProblem(field: row.name(field), message: message, remedy: remedy))
      return nil
    }
    guard let choice = AudienceChoice(row["subject"]) else {
      return refuse("subject", "Nothing is chosen.", "Choose what the condition is about, or remove it.")
    }
    func audience() -> Wire.JSONValue? {
      guard let id = names.audiences.first(where: { $0.value == row["name"].trimmed })?.key else {
        return refuse("name", "There is no audience with this name.", "Choose one of the list.")
      }
      return AudienceRule.audience(id).json
    }
    func answer(isNegated: Bool) -> Wire.JSONValue? {
      SurveyAnswerCondition.read(row, isNegated: isNegated, names, &problems).map {
        AudienceRule.condition($0.condition).json
      }
    }
    switch choice {
    case .audience: return audience()
    case .notAudience: return audience().map { ["not": $0] }
    case .answered: return answer(isNegated: false)
    case .notAnswered: return answer(isNegated: true)
    case .subject(let choice):
      guard let test = choice.type.test(row[choice.type.testField]) else {
        return refuse(choice.type.testField, "This comparison is unknown.", "Choose one from the list.")
      }
      do throws(ConditionTest.Misread) {
        let field = row.name(choice.type.valueField)
        guard
          let typed = FactValues.read(
            row[choice.type.valueField], of: choice, compared: test, at: field, &problems)
        else { return nil }
        let comparison = try test.comparison(path: ["value"], value: typed)
        guard case .object(var fields) = comparison.json, let subject = choice.subject(row, names, &problems)
        else { return nil }
        fields["path"] = nil
        return .object(fields.merging(subject.traits.fields) { _, own in own })
      } catch {
        return refuse(choice.type.valueField, error.message, error.remedy)
      }
    }
  }

  /// The campaign with the name. nil: there is none, or there are several; the problem says so.
  static func campaign(
    named name: String, in row: FormRow, _ names: AudienceNames, _ problems: inout [FormProblem]
  ) -> CampaignID? {
    let found = names.campaigns.filter { $0.value == name }
    if found.count == 1, let id = found.first?.key { return id }
    problems.append(
      FormProblem(
        field: row.name("name"),
        message: found.isEmpty ? "There is no campaign with this name." : "Several campaigns have this name.",
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
      edited = CampaignForm(
        form.values.filter { !$0.key.hasPrefix("\(list).\(number).") }.map { (name: $0.key, value: $0.value) }
      )
    } else if command.hasPrefix(ComparisonFields.command) {
      edited.set(
        ComparisonFields.allField, "yes", in: String(command.dropFirst(ComparisonFields.command.count)))
    } else if command == "rows" {
      edited[json] = ""
    }
    return edited
  }
}
