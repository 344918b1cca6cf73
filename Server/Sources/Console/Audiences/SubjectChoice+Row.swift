// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// What names a subject, as the text of a row.
extension SubjectChoice.Name {
  /// nil if the form cannot show them.
  func text(_ names: [String], _ known: AudienceNames) -> String? {
    switch self {
    case .attribute: return FormText.path(names)
    case .event: return names.first ?? ""
    case .campaign: return names.first.map { known.campaigns[CampaignID($0)] ?? $0 }
    case .text(let standard): return names.first.map { $0 == standard ? "" : $0 }
    }
  }

  /// nil: the problems say why.
  func names(_ row: FormRow, _ known: AudienceNames, _ problems: inout [FormProblem]) -> [String]? {
    func refuse(_ message: String, _ remedy: String) -> [String]? {
      problems.append(FormProblem(field: row.name("name"), message: message, remedy: remedy))
      return nil
    }
    let text = row["name"].trimmed
    switch self {
    case .attribute:
      return FormText.path(text)
        ?? refuse(
          "The attribute has no name.",
          "Enter the name the app uses. For a field inside it, use a dot, as in address.city.")
    case .event: return text.isEmpty ? [] : [text]
    case .campaign(let withConversions):
      guard let id = AudienceForm.campaign(named: text, in: row, known, &problems) else { return nil }
      guard !withConversions || known.converting.contains(id) else {
        return refuse(
          "This campaign has no conversions.", "Add one in its Schedule step, or choose another campaign.")
      }
      return [id.rawValue]
    case .text(let standard): return [text.isEmpty ? standard : text]
    }
  }
}

/// The subject of a choice as fields of a row.
extension SubjectChoice {
  private static let day: Int64 = 86_400
  /// More days than a rule can have. It names the field.
  private static let tooManyDays: Int64 = 1_000_000

  /// nil if no choice shows the subject.
  static func row(_ subject: AudienceSubject, _ known: AudienceNames) -> (
    choice: SubjectChoice, fields: [String: String]
  )? {
    let traits = subject.traits
    guard let choice = of(subject) else { return nil }
    let seconds = traits.within?.components.seconds
    guard seconds.map({ $0 % day == 0 }) ?? true,
      let name = choice.name.map({ $0.text(traits.names, known) }) ?? ""
    else { return nil }
    return (choice, ["subject": choice.id, "name": name, "days": seconds.map { "\($0 / day)" } ?? ""])
  }

  /// nil: the problems say why.
  func subject(_ row: FormRow, _ known: AudienceNames, _ problems: inout [FormProblem]) -> AudienceSubject? {
    guard let names = name.map({ $0.names(row, known, &problems) }) ?? [] else { return nil }
    let days = row["days"].trimmed
    guard hasWindow, !days.isEmpty else { return subject(names, nil) }
    guard case .int(let number)? = FormText.number(days), number > 0 else {
      problems.append(
        FormProblem(
          field: row.name("days"), message: "This is not a number of days.",
          remedy: "Enter a whole number such as 14, or leave it blank for all time."))
      return nil
    }
    return subject(names, .seconds(min(number, Self.tooManyDays) * Self.day))
  }
}
