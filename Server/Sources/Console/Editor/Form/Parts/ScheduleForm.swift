// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// When a campaign runs, and its priority among others.
enum ScheduleForm: FormPart {
  private static func elements(_ type: CampaignType) -> [FormElement<CampaignContent>] {
    let priority = FormElement<CampaignContent>.choice(
      "priority", \.priority.bucket, "Priority", ["low": "Low", "medium": "Medium", "high": "High"],
      hint: "When several campaigns match an event, the one with the highest priority is shown.")
    let order = FormElement<CampaignContent>.whole(
      "order", \.priority.order.orBlank, "Order within priority", at: "priority.order",
      hint: "Higher numbers come first.", remedy: "Enter one, such as 10, or leave it blank.")
    return [
      clock,
      .group(
        "field-row times-utc", instant("starts_at", \.startsAt, "Start (UTC)", start),
        instant("ends_at", \.endsAt, "End (UTC)", end)),
      .group(
        "field-row times-local",
        local("starts_at_local", \.rules.startsAtLocal, "Start (local time)", start),
        local("ends_at_local", \.rules.endsAtLocal, "End (local time)", end)),
      type.isDecidedByDevices ? .group("field-row", priority, order) : .hidden(priority, order),
    ]
  }

  private static let start = "Leave blank to start at launch."
  private static let end = "Leave blank to run until you finish it."

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    elements(form.type).write(content, to: &form, FormScope())
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    elements(reader.type).read(&reader, FormScope(), into: &content)
  }

  static func shown(_ type: CampaignType, _ fields: EditorFields) -> [EditorElement] {
    elements(type).show(fields, FormScope())
  }

  /// The clock that start and end refer to.
  enum Clock: String, CaseIterable, Sendable {
    case utc, device, both
  }

  private static var clock: FormElement<CampaignContent> {
    FormElement(
      write: { content, form, _ in
        let hasUTC = content.startsAt != nil || content.endsAt != nil
        let hasLocal = content.rules.startsAtLocal != nil || content.rules.endsAtLocal != nil
        form["clock"] = (hasLocal ? hasUTC ? Clock.both : .device : .utc).rawValue
      },
      show: { fields, _ in
        [
          .field(
            fields.field(
              "clock", "Time zone",
              choices: [
                .init("utc", "UTC: the same moment everywhere"), .init("device", "Each person’s local time"),
                .init("both", "Both: the narrower window applies"),
              ]))
        ]
      })
  }

  private static func instant(
    _ name: String, _ value: WritableKeyPath<CampaignContent, Instant?>, _ label: String, _ hint: String
  ) -> FormElement<CampaignContent> {
    .typed(
      name, value, write: { FormText.text($0) },
      read: { reader, name, _, content in
        reader.place(name, at: name)
        return Clock(rawValue: reader.form["clock"]) == .device
          ? nil : reader.instant(name, stored: content[keyPath: value])
      },
      show: { $0.instant($1, label, hint: hint) })
  }

  private static func local(
    _ name: String, _ value: WritableKeyPath<CampaignContent, String?>, _ label: String, _ hint: String
  ) -> FormElement<CampaignContent> {
    .typed(
      name, value, write: { $0 },
      read: { reader, name, _, content in
        reader.place(name, at: name)
        return Clock(rawValue: reader.form["clock"]) == .utc
          ? nil : reader.local(name, stored: content[keyPath: value])
      },
      show: { $0.instant($1, label, hint: hint) })
  }
}
