// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What people or the app would get as it is written although its author meant a value, and data
/// that is almost JSON. In all texts of a campaign, also those of its variants and in other
/// languages.
struct TextValidation {
  private(set) var diagnostics: [Diagnostic] = []
  private let isRendered: Bool

  init(_ content: CampaignContent) {
    isRendered = content.rules.render != nil
    var told: Set<ContentText> = []
    for wording in content.wordings {
      for text in wording.content.textsForDevices where told.insert(text).inserted {
        diagnostics += problems(of: text).map { wording.place.isEmpty ? $0 : $0.inside(wording.place) }
      }
    }
  }

  private func problems(of text: ContentText) -> [Diagnostic] {
    var found = DiagnosticList()
    let isFilledIn = isRendered || text.isOfPush
    let isCode = text.role == .page || text.role == .app
    let template = Template(text.text)
    if !isFilledIn, let tag = template.tags.first(where: \.isOwn) ?? template.tags.first {
      checkNotFilled(tag, text, isCode, &found)
    }
    if text.role != .address, let place = ForeignTemplate.first(in: text.text, isCode: isCode) {
      found.warning(
        text.field, "template_foreign",
        "\(place.prefix(80)) is not filled in, so \(isCode ? "it stays" : "people would read it") as it is.",
        "Write values as {{user.first_name}}, or remove it.")
    }
    if text.role == .app, JSONText.looksLikeJSON(text.text),
      let problem = JSONText.problem(in: text.text, isFilledIn ? template : nil)
    {
      found.warning(
        text.field, "json_invalid", "This looks like JSON, and it is none: \(problem.words)",
        "Correct it, if the app reads JSON.", line: text.field == "data.body" ? problem.line : nil)
    }
    return found.diagnostics
  }

  private func checkNotFilled(
    _ tag: Template.Tag, _ text: ContentText, _ isCode: Bool, _ found: inout DiagnosticList
  ) {
    let remedy = "Switch on “\(Self.switchWords)”, which programs write as \"render\": \"at_display\"."
    if tag.isOwn || !isCode {
      found.error(
        text.field, "personalisation_off",
        "\(tag.shown) is not filled in, because personalisation is off, so it would stay as it is.",
        remedy)
    } else {
      // Scripts of a page, and apps, may fill in what they know.
      found.warning(
        text.field, "personalisation_off", "\(tag.shown) stays as it is, because personalisation is off.",
        "Leave it if the \(text.role == .page ? "page" : "app") fills it in itself. Otherwise, name a value such as {{user.first_name}}."
      )
    }
  }

  /// The label of the switch in the editor.
  static let switchWords = "Fill in values for each person"
}

extension CampaignContent {
  /// The label of the switch for personalisation in the editor.
  public static let personalisationWords = TextValidation.switchWords

  /// Whether one of its texts, beside those of its push, names a value of Martlet's, or has braces
  /// that people would read.
  public var namesValues: Bool {
    wordings.contains { wording in
      wording.content.textsForDevices.contains { text in
        guard !text.isOfPush else { return false }
        let tags = Template(text.text).tags
        return text.role == .page || text.role == .app ? tags.contains(where: \.isOwn) : !tags.isEmpty
      }
    }
  }
}

extension ContentText {
  /// Pushes are filled in without a switch.
  fileprivate var isOfPush: Bool { field.hasPrefix("push.") }
}
