// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What a tap on the banner opens: the text or page of an announcement, or what surrounds the
/// questions of a survey.
enum ContentForm: FormPart {
  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    let shown = content.content ?? Wire.Content(kind: .known(.text))
    form["content.kind"] = shown.kind.rawValue
    form["content.title"] = shown.title ?? ""
    form["content.body"] = shown.kind == .known(.html) ? "" : FormText.lines(shown.body ?? "")
    form["content.page"] = shown.kind == .known(.html) ? FormText.lines(shown.body ?? "") : ""
    form["content.action_label"] = shown.actionLabel ?? ""
    ActionChoice.write(shown.action, to: &form, "content.action", url: "content.action_url")
    form["content.exit_label"] = shown.exitLabel ?? ""
    PageForm.write(shown.bridge, shown.assetURLs, to: &form, "content.")
    MessageColours.sheet.write(shown.themes, to: &form, "content.theme")
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    guard BannerForm.Shows(reader.form) != .banner else {
      content.content = nil
      return
    }
    var shown =
      content.content
      ?? Wire.Content(kind: .known(.text), language: content.banner?.language)
    shown.kind = Wire.Open(reader.text("content.kind", at: "content.kind").nilIfEmpty ?? shown.kind.rawValue)
    let isPage = shown.kind == .known(.html)
    reader.place("content", at: isPage ? "content.page" : "content.body")
    shown.title = reader.text("content.title", at: "content.title").nilIfEmpty
    let text = reader.text(isPage ? "content.page" : "content.body", at: "content.body")
    shown.body = FormText.kept(text, shown.body)
    shown.actionLabel = reader.text("content.action_label", at: "content.action_label").nilIfEmpty
    shown.exitLabel = reader.text("content.exit_label", at: "content.exit_label").nilIfEmpty
    if shown.kind != .known(.survey) {
      shown.action = ActionChoice.read(
        &reader, "content.action", url: "content.action_url", at: "content.action", over: shown.action)
    }
    PageForm.read(&reader, "content.", at: "content", &shown.bridge, &shown.assetURLs)
    shown.themes = MessageColours.sheet.read(&reader, "content.theme", at: "content", over: shown.themes)
    content.content = shown
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
}

extension Wire.Campaign {
  /// The language of the texts of banner and content: that of the content, which has most of them.
  var surfaceLanguage: String? { content?.language ?? banner?.language }
}
