// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The banner, and whether it opens something. A banner that is turned off keeps its fields until
/// the form is saved.
enum BannerForm: FormPart {
  /// What people see first, and what a tap on it opens.
  enum Shows: String, CaseIterable, Sendable {
    case both, banner, content

    init(_ content: CampaignContent) {
      self = content.content == nil ? .banner : content.banner == nil ? .content : .both
    }

    /// Missing and unknown values count as a banner that opens something.
    init(_ form: CampaignForm) { self = Shows(rawValue: form["shows"]) ?? .both }
  }

  private static let scope = FormScope("banner.")

  private static var elements: [FormElement<Wire.Banner>] {
    [
      .text("title", \.title, "Title"),
      .text("text", \.text, "Text", as: .area, hint: "Up to three lines are visible.", isOptional: true),
      .group(
        "fitted",
        .text(
          "image_url", \.imageURL, "Picture URL", as: .address,
          hint: "Starts with https://. Without title and text, the picture fills the banner.",
          isOptional: true),
        .text(
          "image_alt", \.imageAlt, "Picture description", hint: "Screen readers read it aloud.",
          isOptional: true)),
      .group(
        "fitted",
        .choice("edge", \.edge, "Edge of the screen", ["bottom": "Bottom", "top": "Top"]),
        .group(
          "fields checks-column", .check("icon", \.showsIcon, "Show the app’s icon"),
          .check("closeable", \.isCloseable, "People can close it without opening it"))),
      // An action that is not used is not lost either: it counts again if the content is removed.
      .action("action", url: "action_url", \.action, closing: "banner", part: "tap"),
      .colours("theme", MessageColours.banner, \.themes, title: "Banner colours"),
    ]
  }

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    form["shows"] = Shows(content).rawValue
    elements.write(content.banner ?? Wire.Banner(), to: &form, scope)
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    reader.place("message", at: "shows")
    guard Shows(reader.form) != .content else {
      content.banner = nil
      return
    }
    reader.place("banner", at: "banner.title")
    var banner = content.banner ?? Wire.Banner(language: content.content?.language)
    elements.read(&reader, scope, into: &banner)
    content.banner = banner
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    let heading = fields.titled("banner", "Banner")
    let shows = fields.field(
      "shows", "What people see", standard: Shows.both.rawValue,
      choices: Shows.offered(for: type).map { $0.choice(for: type) })
    return EditorSection(
      "banner", heading,
      [.pictures(shows), .group("fields", part: "banner", elements.show(fields, scope))])
  }
}
