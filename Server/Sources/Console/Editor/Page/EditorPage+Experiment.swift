// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension EditorPage {
  /// The experiment of a message or a notification.
  struct ExperimentPart {
    let heading: String
    let choice: EditorField
    let variants: EditorElement.Rows
    let control: EditorField
    let holdout: EditorField
    let people: EditorField
    /// Not of notifications, which have no turn.
    let keepsTurn: EditorField?
    let choosesWinner: EditorField
    /// Only of a launched campaign: divides people anew.
    let restart: EditorField?

    init(_ subject: ExperimentSubject, _ fields: EditorFields, isLaunched: Bool) {
      heading = fields.titled("experiment", "Experiment")
      choice = fields.field(
        "experiment", "People get",
        choices: [
          .init("", "The same \(subject.noun)", has: ["nothing"]),
          .init(ExperimentForm.on, "One of several variants", has: [ExperimentForm.on]),
        ])
      variants = fields.rows(ExperimentForm.list, "variant", style: "variant") { row in
        let own = [
          fields.field(row.name("name"), "Name", hint: "Only your team sees it.", isOptional: true),
          fields.field(
            row.name("share"), "Share (%)",
            hint: isLaunched ? "A change counts for people who have none yet. 0 closes the variant." : "Blank: an even part of the rest.",
            inputMode: "decimal", isOptional: true),
        ]
        if !row["json"].isEmpty {
          return own + [
            fields.field(
              row.name("json"), "\(subject.noun.capitalisingFirst) as JSON", hint: "The form has no fields for all of it.", isLong: true)
          ]
        }
        return own
          + subject.variantFields.map { field in
            fields.field(
              row.name(field.name), field.label, hint: "Blank: as above.", inputMode: field.isAddress ? "url" : nil, isOptional: true,
              isLong: field.isLong)
          }
      }
      control = fields.field(
        "experiment.control", "Control (%)", hint: "These people get nothing, so that you see what the \(subject.noun) causes.",
        inputMode: "decimal",
        isOptional: true)
      holdout = fields.field(
        "experiment.holdout", "Holdout (%)", hint: "These get nothing either, also after a variant has won.", inputMode: "decimal",
        isOptional: true)
      people = fields.field(
        "experiment.people", "People in each arm", hint: "When each has so many, after two whole weeks or more, the final result is read.",
        inputMode: "numeric", isOptional: true)
      keepsTurn =
        subject == .message ? fields.check("experiment.keeps_turn", "When control gets nothing, show no other campaign instead") : nil
      choosesWinner = fields.check(
        "experiment.winner", "Give the winner to everybody, automatically",
        hint:
          "When a variant is clearly ahead in the first conversion, after two whole weeks or more. People keep what they have. You can undo it."
      )
      restart = isLaunched ? fields.check("experiment.restart", "Start again: divide people anew, and count from zero") : nil
    }
  }

  static func conversions(_ fields: EditorFields) -> EditorElement.Rows {
    fields.rows(ConversionForm.list, "conversion", style: "conversion") { row in
      if !row["json"].isEmpty {
        return [fields.field(row.name("json"), "Conversion as JSON", hint: "The form has no fields for all of it.", isLong: true)]
      }
      return [
        fields.field(row.name("name"), "Name", hint: "Only your team sees it.", isOptional: true),
        fields.field(row.name("kind"), "People", choices: AudienceActivity.Kind.logged.map { .init($0.rawValue, $0.conversionLabel) }),
        fields.field(row.name("event"), "Event, product or screen", hint: "Blank: any.", isOptional: true, list: "logged-names"),
        fields.field(row.name("days"), "Within (days)", hint: "Up to 30 days after the message.", inputMode: "decimal"),
        fields.field(row.name("revenue"), "Revenue property", hint: "A number, such as price.", isOptional: true),
      ]
    }
  }
}

extension ExperimentSubject {
  /// What people call it.
  var noun: String {
    switch self {
    case .message: Wire.Message.noun
    case .push: Wire.PushNotification.noun
    }
  }

  /// The fields in which variants can differ.
  fileprivate var variantFields: [(name: String, label: String, isLong: Bool, isAddress: Bool)] {
    switch self {
    case .message: Wire.Message.variantFields.map { ($0.name, $0.label, $0.isLong, $0.isAddress) }
    case .push: Wire.PushNotification.variantFields.map { ($0.name, $0.label, $0.isLong, $0.isAddress) }
    }
  }
}

extension AudienceActivity.Kind {
  fileprivate var conversionLabel: String {
    switch self {
    case .custom: "Log the event"
    case .purchase: "Buy the product"
    case .sessionStart: "Come back"
    case .screenView: "Open the screen"
    case .surveyAnswers: "Answer the survey"
    }
  }
}
