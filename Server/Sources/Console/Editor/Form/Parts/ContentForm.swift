// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What a tap on the banner opens: the text or page of an announcement, or what surrounds the
/// questions of a survey.
enum ContentForm: FormPart {
  private static let scope = FormScope("content.")

  private static func elements(isSurvey: Bool) -> [FormElement<Wire.Content>] {
    let type = isSurvey ? CampaignType.survey : .announcement
    let (label, noun) = (type.label, type.label.lowercased())
    let labels = FormElement<Wire.Content>.group(
      "fitted",
      .text(
        "action_label", \.actionLabel, isSurvey ? "Submit button" : "Action button",
        hint: isSurvey
          ? "Leave blank for the word “Send”, in each person’s language." : "Leave blank for no button.",
        isOptional: true),
      .text(
        "exit_label", \.exitLabel, "Close button",
        hint: isSurvey ? "Leave blank for a close symbol." : nil, isOptional: true))
    let title = FormElement<Wire.Content>.text("title", \.title, "Title", isOptional: true)
    let colours = FormElement<Wire.Content>.colours(
      "theme", MessageColours.sheet, \.themes, title: label + " colours")
    if isSurvey {
      return [
        .choice("kind", \.kind, "Content", [:], as: EditorElement.hidden), title,
        .text("body", \.body, "Introduction", as: .area, isOptional: true), labels, colours,
      ]
    }
    return [
      .choice(
        "kind", \.kind, "Content", FieldChoices(Wire.Content.Kind.announcements.map(\.choice)),
        as: EditorElement.pictures),
      title,
      body,
      .shown { .area($0.field($1.name("body"), "Text")) }.part("plain"),
      PageForm.page(),
      .group(
        "fields", labels,
        .action(
          "action", url: "action_url", \.action, closing: noun, hint: "The \(noun) always closes.",
          style: "field-row action action-of-label")),
      colours,
    ]
  }

  /// The text or the page, by the kind.
  private static var body: FormElement<Wire.Content> {
    FormElement(
      write: { content, form, scope in
        let isPage = content.kind == .known(.html)
        form[scope.name("body")] = isPage ? "" : FormText.lines(content.body ?? "")
        form[scope.name("page")] = isPage ? FormText.lines(content.body ?? "") : ""
      },
      read: { reader, scope, content in
        let field = scope.name(content.kind == .known(.html) ? "page" : "body")
        reader.place(scope.path(""), at: field)
        content.body = FormText.kept(reader.text(field, at: scope.path("body")), content.body)
      })
  }

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    let shown = content.content ?? Wire.Content(kind: .known(.text))
    elements(isSurvey: form.type == .survey).write(shown, to: &form, scope)
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    guard BannerForm.Shows(reader.form) != .banner else {
      content.content = nil
      return
    }
    var shown =
      content.content
      ?? Wire.Content(kind: .known(.text), language: content.banner?.language)
    reader.place("content", at: "content.body")
    elements(isSurvey: reader.type == .survey).read(&reader, scope, into: &shown)
    content.content = shown
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    let heading = fields.titled("content", type.label)
    return EditorSection(
      "content", heading, part: "content", elements(isSurvey: type == .survey).show(fields, scope))
  }
}

/// One field for the language of the banner and of what it opens.
enum LanguageForm: FormPart {
  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    form["language"] = content.surfaceLanguage ?? ""
  }

  /// Stored languages stay as they are until somebody changes the field.
  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    let text = reader.language(at: "banner.language")
    reader.place("content.language", at: "language")
    guard text != content.surfaceLanguage ?? "" else { return }
    content.banner?.language = text.nilIfEmpty
    content.content?.language = text.nilIfEmpty
  }

  static func field(_ fields: EditorFields) -> EditorField {
    fields.field(
      "language", "Language", hint: "Such as en or pt-BR. Screen readers use it to choose a voice.",
      isOptional: true, list: "languages")
  }
}

extension Wire.Campaign {
  /// The language of the texts of banner and content: that of the content, which has most of them.
  var surfaceLanguage: String? { content?.language ?? banner?.language }
}
