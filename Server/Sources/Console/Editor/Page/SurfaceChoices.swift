// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension BannerForm.Shows {
  /// What authors of a type can choose. A survey without its questions would be an announcement.
  static func offered(for type: CampaignType) -> [Self] {
    allCases.filter { type == .announcement || $0 != .banner }
  }

  /// The choice, with the name of its picture in `icons.svg` and the parts of the form that it
  /// shows.
  func choice(for type: CampaignType) -> EditorField.Choice {
    let noun = type.label.lowercased()
    return switch self {
    case .both:
      .init(
        rawValue, "Banner, then \(noun)", hint: "A tap on the banner opens the \(noun).",
        picture: "shows-both-\(type.rawValue)",
        has: ["banner", "content"])
    case .banner:
      .init(
        rawValue, "Banner only", hint: "A tap opens a URL, or nothing.", picture: "shows-banner",
        has: ["banner", "tap"])
    case .content:
      .init(
        rawValue, "\(type.label) only", hint: "It opens by itself.",
        picture: "shows-content-\(type.rawValue)", has: ["content"])
    }
  }
}

extension Wire.Content.Kind {
  /// What an announcement can be.
  static let announcements: [Self] = allCases.filter { $0 != .survey }

  /// The choice, with the name of its picture in `icons.svg` and the parts of the form that it
  /// shows.
  var choice: EditorField.Choice {
    switch self {
    case .text:
      .init(
        rawValue, "Text", hint: "Title, text and up to two buttons.", picture: "content-text", has: ["plain"])
    case .html:
      .init(
        rawValue, "HTML page", hint: "Your own page, with or without buttons.",
        picture: "kind-\(Wire.Message.Kind.html.rawValue)",
        has: ["page"])
    case .survey: .init(rawValue, "Survey")
    }
  }
}
