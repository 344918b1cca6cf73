// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension EditorPage {
  /// The banner, and whether it opens something.
  struct BannerPart {
    let heading: String
    let shows: EditorField
    let title: EditorField
    let text: EditorField
    let icon: EditorField
    let imageURL: EditorField
    let imageAlt: EditorField
    let isCloseable: EditorField
    let edge: EditorField
    let action: EditorField
    let url: EditorField
    let colours: ColourTable
  }

  /// An announcement, or what surrounds the questions of a survey.
  struct ContentPart {
    let heading: String
    let isSurvey: Bool
    let kind: EditorField
    let title: EditorField
    let body: EditorField
    let page: EditorField
    let permissions: PagePart
    let actionLabel: EditorField
    let action: EditorField
    let url: EditorField
    let exitLabel: EditorField
    let language: EditorField
    let colours: ColourTable
  }

  struct PlacePart {
    let screens: EditorField
    let delivery: EditorField
    let category: EditorField
  }

  struct DataPart {
    let kind: EditorField
    let body: EditorField
    let category: EditorField
  }
}

extension EditorPage.BannerPart {
  init(_ type: CampaignType, _ fields: EditorFields) {
    heading = fields.titled("banner", "Banner")
    shows = fields.field(
      "shows", "What people see", standard: BannerForm.Shows.both.rawValue,
      choices: BannerForm.Shows.offered(for: type).map { $0.choice(for: type) })
    title = fields.field("banner.title", "Title")
    text = fields.field("banner.text", "Text", hint: "Up to three lines are visible.", isOptional: true)
    icon = fields.check("banner.icon", "Show the app’s icon")
    imageURL = fields.field(
      "banner.image_url", "Picture URL",
      hint: "Starts with https://. Without title and text, the picture fills the banner.",
      inputMode: "url", isOptional: true)
    imageAlt = fields.field(
      "banner.image_alt", "Picture description", hint: "Screen readers read it aloud.", isOptional: true)
    isCloseable = fields.check("banner.closeable", "People can close it without opening it")
    edge = fields.field(
      "banner.edge", "Edge of the screen", choices: [.init("bottom", "Bottom"), .init("top", "Top")])
    action = fields.field(
      "banner.action", "On tap", choices: EditorPage.actions(fields.form["banner.action"], closing: "banner"))
    url = fields.field("banner.action_url", "URL", hint: EditorPage.addressHint, inputMode: "url")
    colours = EditorPage.ColourTable(
      MessageColours.banner, title: "Banner colours", field: "banner.theme", fields)
  }
}

extension EditorPage.ContentPart {
  init(_ type: CampaignType, _ fields: EditorFields) {
    isSurvey = type == .survey
    heading = fields.titled("content", type.label)
    let noun = type.label.lowercased()
    kind = fields.field(
      "content.kind", "Content",
      choices: isSurvey ? [] : Wire.Content.Kind.announcements.map(\.choice))
    title = fields.field("content.title", "Title", isOptional: true)
    body = fields.field("content.body", isSurvey ? "Introduction" : "Text", isOptional: isSurvey)
    page = fields.field(
      "content.page", "Page",
      hint:
        "HTML with its own styles and scripts. It runs in a sandbox and can load images and fonts over https. Allow more below.",
      code: .html)
    permissions = EditorPage.PagePart(fields, "content.")
    actionLabel = fields.field(
      "content.action_label", isSurvey ? "Submit button" : "Action button",
      hint: isSurvey
        ? "Leave blank for the word “Send”, in each person’s language." : "Leave blank for no button.",
      isOptional: true)
    action = fields.field(
      "content.action", "On tap", hint: "The \(noun) always closes.",
      choices: EditorPage.actions(fields.form["content.action"], closing: noun))
    url = fields.field("content.action_url", "URL", hint: EditorPage.addressHint, inputMode: "url")
    exitLabel = fields.field(
      "content.exit_label", "Close button", hint: isSurvey ? "Leave blank for a close symbol." : nil,
      isOptional: true)
    language = fields.field(
      "language", "Language", hint: "Such as en or pt-BR. Screen readers use it to choose a voice.",
      isOptional: true, list: "languages")
    colours = EditorPage.ColourTable(
      MessageColours.sheet, title: heading + " colours", field: "content.theme", fields)
  }
}

extension EditorPage.PlacePart {
  init(_ fields: EditorFields) {
    screens = fields.field(
      "screens", "Screens",
      hint: "Names as the app logs them, one per line. Leave blank for every screen.", isOptional: true)
    delivery = fields.field(
      "delivery", "Reach people",
      choices: [.init("any", "Wherever they are"), .init("in_app", "Only in the app")]
        // Without a push, it reaches nobody, so it is only offered where a program has set it.
        + (fields.form["delivery"] == "out_of_app" ? [.init("out_of_app", "Only outside the app")] : []))
    category = fields.category(of: "view")
  }
}

extension EditorPage.DataPart {
  init(_ fields: EditorFields) {
    kind = fields.field("data.type", "Format", choices: [.init("text", "Text"), .init("base64", "Base64")])
    body = fields.field(
      "data.body", "Data",
      hint:
        "Text as it is, such as JSON, or bytes in Base64. “{deviceid}” in text stands for the id of the installation.",
      code: .data)
    category = fields.category(of: "handler")
  }
}

extension EditorFields {
  fileprivate func category(of noun: String) -> EditorField {
    field(
      "category", "Category",
      hint: "Chooses a \(noun) of the app’s own. Leave blank for the default. Ask your developers.",
      isOptional: true)
  }
}
