// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Whom the campaign is for: everybody, or an audience, and whether the global holdout matters.
/// Another rule, which a program wrote, is kept as JSON.
enum AudiencePartForm: FormPart {
  /// The choice for a rule that is no audience of the list.
  static let kept = "kept"
  private static let prefix = "id:"
  static let exempt = "ignores_global_holdout"

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    form[exempt] = content.ignoresGlobalHoldout ? "yes" : ""
    guard let json = content.audience else {
      form["audience"] = ""
      return
    }
    if let id = id(json) {
      form["audience"] = prefix + id.rawValue
    } else {
      form["audience"] = kept
      form["kept_audience"] = String(decoding: Wire.encode(json), as: UTF8.self)
    }
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    content.ignoresGlobalHoldout = !reader.text(exempt, at: exempt).isEmpty
    let choice = reader.text("audience", at: "audience")
    switch choice {
    case "": content.audience = nil
    case kept:
      guard let json = try? Wire.decode(Wire.JSONValue.self, from: Array(reader.form["kept_audience"].utf8))
      else {
        return reader.misread("audience", "The stored audience cannot be read.", "Choose another.")
      }
      content.audience = json
    default: content.audience = ["audience": .string(String(choice.dropFirst(prefix.count)))]
    }
  }

  /// The audience, if the rule is one and nothing else.
  static func id(_ json: Wire.JSONValue) -> AudienceID? {
    guard case .object(let fields) = json, fields.count == 1, let id = fields["audience"]?.string else {
      return nil
    }
    return AudienceID(id)
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    EditorSection(
      "audience", fields.titled("audience", "Audience"),
      [
        .hidden(fields.field("kept_audience", "Rule that a program wrote")), .field(field(fields)),
        .hint(
          link: "New audience", to: "/audiences/new",
          " opens in a new tab. It is in this list when you come back."),
        .check(
          fields.check(
            exempt, "Send to everybody, also to the global holdout",
            hint: "For receipts and other things that people must get.")),
      ])
  }

  private static func field(_ fields: EditorFields) -> EditorField {
    let own = fields.form["audience"] == kept ? [EditorField.Choice(kept, "A rule that a program wrote")] : []
    return fields.field(
      "audience", "For", hint: "Devices get the campaign only if their person is in the audience.",
      choices: [EditorField.Choice("", "Everybody")]
        + choices(fields.suggestions).map { EditorField.Choice($0.value, $0.name) } + own)
  }

  /// The audiences that there are, by name.
  static func choices(_ suggestions: FormSuggestions) -> [(value: String, name: String)] {
    suggestions.audiences.sorted { $0.value < $1.value }.map { (prefix + $0.key.rawValue, $0.value) }
  }
}
