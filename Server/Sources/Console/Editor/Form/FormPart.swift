// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// A group of fields of the form: how they are written from a campaign, and what they mean.
///
/// Written fields read back as the same campaign. Nothing in a stored campaign that has no field in the form is lost.
protocol FormPart: SendableMetatype {
  static func write(_ content: CampaignContent, to form: inout CampaignForm)

  /// - Parameter content: The stored content: the source of everything that has no field in the form, such as fields of newer versions.
  static func read(_ reader: inout FormReader, into content: inout CampaignContent)

  /// The initial values of a new row, by its `FormRow.kind`.
  static var newRows: [String: [String: String]] { get }
}

extension FormPart {
  static var newRows: [String: [String: String]] { [:] }
}

extension CampaignForm {
  /// All parts, in the order of the page.
  private static let parts: [any FormPart.Type] = [MessageForm.self, TriggerForm.self, ScheduleForm.self] + RuleGroups.all.map { $0 }

  /// The initial values of a new row, by its `FormRow.kind`.
  static let newRows = parts.reduce(into: [:]) { rows, part in rows.merge(part.newRows) { first, _ in first } }

  /// The form of a new campaign: shown once to each person unless the author wants more.
  init() {
    self.init(
      name: "",
      content: CampaignContent(
        triggers: [], message: Wire.Message(kind: .known(.modal)),
        rules: Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.once)))))
  }

  /// The form of an existing campaign.
  init(name: String, content: CampaignContent) {
    self["name"] = name
    for part in Self.parts { part.write(content, to: &self) }
  }

  /// Reads what the form means.
  ///
  /// - Parameter base: The stored content; nil for a new campaign.
  func reading(over base: CampaignContent? = nil) -> FormReading {
    var reader = FormReader(form: self)
    var content = base ?? CampaignContent(triggers: [], message: Wire.Message(kind: .known(.modal)))
    let name = reader.text("name", at: "name").trimmed
    for part in Self.parts { part.read(&reader, into: &content) }
    return FormReading(name: name, content: content, misreadings: reader.misreadings, places: reader.places)
  }
}

extension String {
  var nilIfEmpty: String? { isEmpty ? nil : self }
}
