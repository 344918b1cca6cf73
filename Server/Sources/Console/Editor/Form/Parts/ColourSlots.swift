// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The colours of a message or button, each in a light and a dark theme. The SDK's own colour is
/// used where none is set.
struct ColourSlots<Theme: Equatable & Sendable>: Sendable {
  struct Slot: Sendable {
    let name: String
    let label: String
    let path: any WritableKeyPath<Theme, Wire.Color?> & Sendable
    /// The part of a message that the colour applies to; nil if it always applies.
    let part: Wire.Message.Part?

    init(
      _ name: String, _ label: String, _ path: any WritableKeyPath<Theme, Wire.Color?> & Sendable,
      of part: Wire.Message.Part? = nil
    ) {
      (self.name, self.label, self.path, self.part) = (name, label, path, part)
    }
  }

  /// A theme without any colours.
  let blank: Theme
  let all: [Slot]

  func write(_ themes: [String: Theme], to form: inout CampaignForm, _ field: String) {
    for slot in all {
      for scheme in ["light", "dark"] {
        form["\(field).\(scheme).\(slot.name)"] =
          themes[scheme].flatMap { $0[keyPath: slot.path] }.map { FormText.text($0) } ?? ""
      }
    }
    form[field + ".dark_is_light"] = themes["light"] != nil && themes["dark"] == nil ? "yes" : ""
  }

  /// A message whose themes have no `dark` is light everywhere. A message without any theme uses
  /// both of the SDK's themes.
  ///
  /// - Parameter path: The path of the part that the colours belong to.
  func read(
    _ reader: inout FormReader, _ field: String, at path: String, over stored: [String: Theme]
  ) -> [String: Theme] {
    let darkIsLight = !reader.form[field + ".dark_is_light"].isEmpty
    reader.place(path + ".themes", at: "\(field).light.background")
    func theme(_ scheme: String, counts: Bool) -> Theme {
      var theme = stored[scheme] ?? blank
      for slot in all {
        let name = "\(field).\(scheme).\(slot.name)"
        let text = reader.text(name, at: "\(path).themes.\(scheme).\(slot.name)").trimmed
        // Colours that are not used are not checked.
        let colour = counts ? FormText.colour(text) : nil
        if counts, colour == nil, !text.isEmpty {
          reader.misread(
            name, "This is not a colour.", "Enter it like #2B59D9, or leave it blank for the default.")
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
    } else if light == blank, dark == blank {
      themes["light"] = nil
      themes["dark"] = nil
    } else {
      themes["light"] = light == blank && stored["light"] == nil ? nil : light
      themes["dark"] = dark
    }
    return themes
  }
}

enum MessageColours {
  static let message = ColourSlots<Wire.Theme>(
    blank: Wire.Theme(),
    all: [
      .init("background", "Background", \.background, of: .colours),
      .init("header_text", "Header", \.headerText, of: .header),
      .init("text", "Text", \.text, of: .text), .init("icon", "Icon", \.icon, of: .icon),
      .init("icon_background", "Icon background", \.iconBackground, of: .icon),
      .init("close_button", "Close button", \.closeButton, of: .colours),
      .init("frame", "Backdrop", \.frame, of: .buttons),
    ])

  /// Those of a banner.
  static let banner = ColourSlots<Wire.Theme>(
    blank: Wire.Theme(),
    all: [
      .init("background", "Background", \.background), .init("header_text", "Title", \.headerText),
      .init("text", "Text", \.text),
      .init("icon", "Icon", \.icon), .init("icon_background", "Icon background", \.iconBackground),
      .init("close_button", "Close button", \.closeButton),
    ])

  /// Those of an announcement or survey, whose buttons have the colours of the icon.
  static let sheet = ColourSlots<Wire.Theme>(
    blank: Wire.Theme(),
    all: [
      .init("background", "Background", \.background), .init("header_text", "Titles", \.headerText),
      .init("text", "Text", \.text),
      .init("icon_background", "Buttons and selection", \.iconBackground),
      .init("icon", "Text on buttons", \.icon),
      .init("close_button", "Close button and lines", \.closeButton), .init("frame", "Backdrop", \.frame),
    ])

  static let button = ColourSlots<Wire.ButtonTheme>(
    blank: Wire.ButtonTheme(),
    all: [
      .init("background", "Background", \.background), .init("text", "Text", \.text),
      .init("border", "Border", \.border),
    ])
}

extension EditorPage.ColourTable {
  init<Theme>(_ slots: ColourSlots<Theme>, title: String, field: String, _ fields: EditorFields) {
    self.title = fields.titled(field, title)
    rows = slots.all.map { slot in
      let light = fields.field("\(field).light.\(slot.name)", slot.label + ", light")
      let dark = fields.field("\(field).dark.\(slot.name)", slot.label + ", dark")
      return EditorPage.ColourRow(
        label: slot.label, part: slot.part?.rawValue, light: light, dark: dark,
        notes: light.errors + dark.errors,
        warnings: light.warnings + dark.warnings)
    }
    let dark = fields.check(field + ".dark_is_light", "Use the light colours in dark mode")
    (darkName, darkID, darkLabel, darkIsLight) = (dark.name, dark.id, dark.label, !dark.isBlank)
    isOpen = rows.contains { !$0.notes.isEmpty || !$0.warnings.isEmpty }
  }
}

extension FormElement {
  /// Colours in a light and a dark theme.
  ///
  /// - Parameter name: What the names of the fields begin with; blank if that is the scope's own.
  static func colours<Theme>(
    _ name: String, _ slots: ColourSlots<Theme>, _ value: WritableKeyPath<Value, [String: Theme]>,
    title: String
  ) -> Self {
    Self(
      write: { root, form, scope in slots.write(root[keyPath: value], to: &form, scope.name(name)) },
      read: { reader, scope, root in
        root[keyPath: value] = slots.read(
          &reader, scope.name(name), at: scope.path(""), over: root[keyPath: value])
      },
      show: { fields, scope in
        [.colours(EditorPage.ColourTable(slots, title: title, field: scope.name(name), fields))]
      })
  }
}
