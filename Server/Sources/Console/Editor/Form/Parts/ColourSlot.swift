// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What has a colour of its own: in the light and the dark theme each. One that is not there is the SDK's own.
protocol ColourSlot: RawRepresentable<String>, CaseIterable {
  associatedtype Theme: Equatable

  static var noColours: Theme { get }
  var path: WritableKeyPath<Theme, Wire.Color?> { get }
  var label: String { get }
  /// What a message must have for it to colour anything; nil: nothing.
  var part: Wire.Message.Part? { get }
}

enum ThemeSlot: String, ColourSlot {
  case background
  case headerText = "header_text"
  case text
  case icon
  case iconBackground = "icon_background"
  case closeButton = "close_button"
  case frame

  static let noColours = Wire.Theme()

  var path: WritableKeyPath<Wire.Theme, Wire.Color?> {
    switch self {
    case .background: \.background
    case .headerText: \.headerText
    case .text: \.text
    case .icon: \.icon
    case .iconBackground: \.iconBackground
    case .closeButton: \.closeButton
    case .frame: \.frame
    }
  }

  var label: String {
    switch self {
    case .background: "Background"
    case .headerText: "Header"
    case .text: "Text"
    case .icon: "Icon"
    case .iconBackground: "Icon background"
    case .closeButton: "Close button"
    case .frame: "Backdrop"
    }
  }

  var part: Wire.Message.Part? {
    switch self {
    case .background, .closeButton: .colours
    case .headerText: .header
    case .text: .text
    case .icon, .iconBackground: .icon
    case .frame: .buttons
    }
  }
}

enum ButtonSlot: String, ColourSlot {
  case background, text, border

  static let noColours = Wire.ButtonTheme()

  var path: WritableKeyPath<Wire.ButtonTheme, Wire.Color?> {
    switch self {
    case .background: \.background
    case .text: \.text
    case .border: \.border
    }
  }

  var label: String {
    switch self {
    case .background: "Background"
    case .text: "Text"
    case .border: "Border"
    }
  }

  var part: Wire.Message.Part? { nil }
}

extension ColourSlot {
  static func write(_ themes: [String: Theme], to form: inout CampaignForm, _ field: String) {
    for slot in allCases {
      for scheme in ["light", "dark"] {
        form["\(field).\(scheme).\(slot.rawValue)"] = themes[scheme].flatMap { $0[keyPath: slot.path] }.map { FormText.text($0) } ?? ""
      }
    }
    form[field + ".dark_is_light"] = themes["light"] != nil && themes["dark"] == nil ? "yes" : ""
  }

  /// A message whose themes name no `dark` is light everywhere; one without any theme has both of the SDK's.
  ///
  /// - Parameter path: of what the colours belong to.
  static func read(
    _ reader: inout FormReader, _ field: String, at path: String, over stored: [String: Theme]
  ) -> [String: Theme] {
    let darkIsLight = !reader.form[field + ".dark_is_light"].isEmpty
    reader.place(path + ".themes", at: "\(field).light.background")
    func theme(_ scheme: String, counts: Bool) -> Theme {
      var theme = stored[scheme] ?? noColours
      for slot in allCases {
        let name = "\(field).\(scheme).\(slot.rawValue)"
        let text = reader.text(name, at: "\(path).themes.\(scheme).\(slot.rawValue)").trimmed
        // Colours that do not count are not judged either.
        let colour = counts ? FormText.colour(text) : nil
        if counts, colour == nil, !text.isEmpty {
          reader.misread(name, "This is not a colour.", "Enter it like #2B59D9, or leave it blank for the default.")
        }
        theme[keyPath: slot.path] = colour
      }
      return theme
    }
    let light = theme("light", counts: true)
    let dark = theme("dark", counts: !darkIsLight)
    var themes = stored
    if darkIsLight {
      themes["light"] = light
      themes["dark"] = nil
    } else if light == noColours, dark == noColours {
      themes["light"] = nil
      themes["dark"] = nil
    } else {
      themes["light"] = light == noColours && stored["light"] == nil ? nil : light
      themes["dark"] = dark
    }
    return themes
  }
}
