// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension ExperimentForm {
  /// A row for each variant, with the fields in which it can differ.
  static func variants(
    of subject: ExperimentSubject, _ fields: EditorFields, isLaunched: Bool
  ) -> EditorElement.Rows {
    var content = CampaignType.allCases.first { $0.experimentSubject == subject }?.blankContent
    if subject == .survey { content?.content?.questions = QuestionForm.all(of: fields.form) }
    let variantFields = content?.variantFields ?? []
    return fields.rows(list, "variant", style: "variant") { row in
      let own = [
        fields.field(row.name("name"), "Name", hint: "Only your team sees it.", isOptional: true),
        fields.field(
          row.name("share"), "Share (%)",
          hint: isLaunched
            ? "A change counts for people who have none yet. 0 closes the variant."
            : "Blank: an even part of the rest.",
          inputMode: "decimal", isOptional: true),
      ]
      if !row["json"].isEmpty {
        return own + [
          fields.field(
            row.name("json"), "\(subject.noun.capitalisingFirst) as JSON",
            hint: "The form has no fields for all of it. Remove it to use the fields.", code: .json)
        ]
      }
      return own
        + variantFields.filter {
          !(asksOthers(row) && $0.name.hasPrefix(SurfacesPart.questionPrefix))
        }.map { field in
          let isPage =
            field.pageLabel != nil
            && subject.kindField.map { fields.form[$0] } == Wire.Message.Kind.html.rawValue
          return fields.field(
            row.name(field.name), isPage ? field.pageLabel ?? "" : field.label, hint: "Blank: as above.",
            inputMode: field.isAddress ? "url" : nil, isOptional: true, isLong: field.isLong,
            code: isPage ? .html : field.isCode ? .data : nil
          ).inPart(field.part)
        }
    } questions: { row in
      subject == .survey && row["json"].isEmpty ? EditorElement.Questions(row, fields) : nil
    }
  }
}

extension ConversionForm {
  static func rows(_ fields: EditorFields) -> EditorElement.Rows {
    fields.rows(list, "conversion", style: "conversion") { row in
      if !row["json"].isEmpty {
        return [
          fields.field(
            row.name("json"), "Conversion as JSON", hint: "The form has no fields for all of it.", code: .json
          )
        ]
      }
      return [
        fields.field(row.name("name"), "Name", hint: "Only your team sees it."),
        fields.field(
          row.name("kind"), "People",
          choices: AudienceActivity.Kind.logged.map { .init($0.rawValue, $0.conversionLabel) }),
        fields.field(
          row.name("event"), "Event, product or screen", hint: "Blank: any.", isOptional: true,
          list: "logged-names"),
        fields.field(
          row.name("days"), "Within (days)", hint: "Up to 30 days after the message.", inputMode: "decimal"),
        fields.field(
          row.name("revenue"), "Revenue property",
          hint: "For purchases: price, which counts with the quantity.", isOptional: true),
      ] + guardrail(row, fields)
    }
  }

  /// The first conversion decides, so it has no such choice, unless it was one before a row above
  /// it was removed.
  private static func guardrail(_ row: FormRow, _ fields: EditorFields) -> [EditorField] {
    guard row.number > 0 || !row["guardrail"].isEmpty else { return [] }
    return [
      fields.field(
        row.name("guardrail"), "In an experiment",
        hint:
          "Something good that people should keep doing: no variant becomes the automatic winner while it may cost more than 5% of it. "
          + "To tell, it often needs many more people than the experiment itself: see Sample size.",
        choices: [.init("", "Only counted"), .init("yes", "Guardrail")])
    ]
  }
}

extension ExperimentSubject {
  /// What people call it.
  var noun: String {
    switch self {
    case .message: "message"
    case .announcement: "announcement"
    case .survey: "survey"
    case .data: "data"
    case .push: "notification"
    }
  }

  /// The field of the form that says whether the text is a page.
  fileprivate var kindField: String? {
    switch self {
    case .message: "kind"
    case .announcement: "content.kind"
    case .survey, .data, .push: nil
    }
  }
}

/// A field in which variants can differ.
struct VariantFieldWords {
  let name: String
  let label: String
  let pageLabel: String?
  let isLong: Bool
  let isAddress: Bool
  let isCode: Bool
  let part: String?

  init<Part>(_ field: VariantField<Part>) {
    (name, label, pageLabel) = (field.name, field.label, field.pageLabel)
    (isLong, isAddress, isCode, part) = (field.isLong, field.isAddress, field.isCode, field.part)
  }
}

extension CampaignContent {
  /// The fields in which variants of it can differ. Empty if it can have no experiment.
  var variantFields: [VariantFieldWords] {
    switch self.experimentSubject {
    case .message?: self.editedMessage.variantFields.map { VariantFieldWords($0) }
    case .announcement?, .survey?, .data?: SurfacesPart(self).variantFields.map { VariantFieldWords($0) }
    case .push?: (self.push ?? Wire.PushNotification()).variantFields.map { VariantFieldWords($0) }
    case nil: []
    }
  }
}
