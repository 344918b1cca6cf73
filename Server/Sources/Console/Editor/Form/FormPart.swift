// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// Some fields of the form that belong together: how they are written from a campaign, and what they mean.
///
/// What is written reads as the campaign that it was written from. Nothing of a stored campaign that the form has no field for is lost.
protocol FormPart: SendableMetatype {
  static func write(_ content: CampaignContent, to form: inout CampaignForm)

  /// - Parameter content: What is stored: the source of all that the form has no field for, such as fields of newer versions.
  static func read(_ reader: inout FormReader, into content: inout CampaignContent)

  /// What a new row begins with, by its `FormRow.kind`.
  static var newRows: [String: [String: String]] { get }
}

extension FormPart {
  static var newRows: [String: [String: String]] { [:] }
}

extension CampaignForm {
  /// In the order of the page.
  private static let parts: [any FormPart.Type] = [MessageForm.self, TriggerForm.self, ScheduleForm.self] + RuleGroups.all.map { $0 }

  /// What a new row begins with, by its `FormRow.kind`.
  static let newRows = parts.reduce(into: [:]) { rows, part in rows.merge(part.newRows) { first, _ in first } }

  /// What somebody begins: shown once to each person unless they want more.
  init() {
    self.init(
      name: "",
      content: CampaignContent(
        triggers: [], message: Wire.Message(kind: .known(.modal)),
        rules: Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.once)))))
  }

  /// The form of a campaign that is there.
  init(name: String, content: CampaignContent) {
    self["name"] = name
    for part in Self.parts { part.write(content, to: &self) }
  }

  /// What the form means.
  ///
  /// - Parameter base: What is stored now; nil: a new campaign.
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
