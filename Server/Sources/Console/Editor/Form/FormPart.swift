// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// A group of fields of the form: how they are written from a campaign, and what they mean.
///
/// Written fields read back as the same campaign. Nothing in a stored campaign that has no field in
/// the form is lost.
protocol FormPart: SendableMetatype {
  static func write(_ content: CampaignContent, to form: inout CampaignForm)

  /// - Parameter content: The stored content: the source of everything that has no field in the
  ///   form, such as fields of newer versions.
  static func read(_ reader: inout FormReader, into content: inout CampaignContent)

  /// The initial values of a new row, by its `FormRow.kind`.
  static var newRows: [String: [String: String]] { get }

  /// The section of the page with the fields; nil if others show them.
  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection?
}

extension FormPart {
  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? { nil }
  static var newRows: [String: [String: String]] { [:] }
}

extension CampaignForm {
  /// The initial values of a new row, by its `FormRow.kind`.
  static let newRows = CampaignType.allCases.flatMap(\.parts).reduce(
    into: ["\(FunnelPage.list).\(StepFilter.list)": TriggerForm.newCondition]
  ) { rows, part in
    rows.merge(part.newRows) { first, _ in first }
  }

  /// The type of the campaign. Missing and unknown values count as a message.
  var type: CampaignType { CampaignType(rawValue: self["type"]) ?? .message }

  /// The form of a new campaign.
  init(_ type: CampaignType = .message) {
    self.init(name: "", content: type.newContent)
  }

  /// The form of an existing campaign.
  init(name: String, content: CampaignContent) {
    let type = CampaignType(content) ?? .message
    self["type"] = type.rawValue
    self["name"] = name
    for part in type.parts { part.write(content, to: &self) }
  }

  /// Reads what the form means.
  ///
  /// - Parameter base: The stored content; nil for a new campaign.
  func reading(over base: CampaignContent? = nil) -> FormReading {
    // A stored campaign keeps its type, whatever was sent.
    let type = base.flatMap { CampaignType($0) } ?? type
    var reader = FormReader(form: self, type: type)
    var content = base ?? type.blankContent
    let name = reader.text("name", at: "name").trimmed
    for part in type.parts { part.read(&reader, into: &content) }
    return FormReading(name: name, content: content, misreadings: reader.misreadings, places: reader.places)
  }
}

extension String {
  var nilIfEmpty: String? { isEmpty ? nil : self }
}
