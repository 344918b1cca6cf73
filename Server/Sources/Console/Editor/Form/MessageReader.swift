// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// Reads the fields of the message. What its kind does not use is read all the same, and kept for the day it does.
struct MessageReader {
  let form: CampaignForm
  let base: Wire.Message?
  private(set) var misreadings: [FormProblem] = []
  /// From a button's number in the campaign to its row.
  private(set) var buttonRows: [Int] = []
  /// From an extra's key to its row.
  private(set) var extraRows: [String: Int] = [:]

  init(form: CampaignForm, base: Wire.Message?) {
    self.form = form
    self.base = base
  }

  mutating func read() -> Wire.Message {
    var message = base ?? Wire.Message(kind: .known(.modal))
    message.kind = Wire.Open(form.kind)
    message.header = form.header.nilIfEmpty
    message.headerAlignment = alignment(form.headerAlignment, base?.headerAlignment)
    message.messageAlignment = alignment(form.textAlignment, base?.messageAlignment)
    setTexts(of: &message)
    message.baseURL = form.page.baseURL.trimmed.nilIfEmpty
    message.assetURLs = words(form.page.assets, base?.assetURLs ?? [])
    message.bridge = bridge()
    message.legacy = form.page.isLegacy
    message.language = form.language.trimmed.nilIfEmpty
    message.imageURL = form.imageURL.trimmed.nilIfEmpty
    message.imageAlt = form.imageAlt.nilIfEmpty
    message.icon = form.icon.trimmed.nilIfEmpty
    // From the bottom unless it says otherwise.
    if form.slideFrom != Wire.Message.SlideFrom.bottom.rawValue || message.slideFrom != nil {
      message.slideFrom = form.slideFrom.isEmpty ? base?.slideFrom : Wire.Open(form.slideFrom)
    }
    message.clickAction = action(form.action, over: base?.clickAction)
    message.close = close()
    message.orientation = Wire.Open(form.orientation)
    let motion = CampaignForm.Motion(rawValue: form.motion) ?? .both
    (message.animateIn, message.animateOut) = (motion.enters, motion.leaves)
    message.themes = themes(form.colours, over: message.themes, prefix: "theme.", slots: ThemeSlot.allCases, empty: Wire.Theme()) {
      $0[keyPath: $1.path] = $2
    }
    message.buttons = buttons()
    message.extras = extras()
    return message
  }

  private mutating func misread(_ field: String, _ message: String, _ remedy: String) {
    misreadings.append(FormProblem(field: field, message: message, remedy: remedy))
  }

  // MARK: - Texts

  /// Text and page have one place between them; the one that the kind does not use is set aside.
  private func setTexts(of message: inout Wire.Message) {
    let isPage = message.kind == .known(.html)
    let wasPage = base?.kind == .known(.html)
    let stored = (text: wasPage ? base?.textSetAside : base?.message, page: wasPage ? base?.message : base?.textSetAside)
    let text = kept(form.text, stored.text)
    let page = kept(form.page.html, stored.page)
    message.message = isPage ? page : text
    let aside = isPage ? text : page
    if aside != base?.textSetAside { message.unknown[Wire.Message.setAside] = aside.map { .string($0) } }
  }

  /// Browsers know only one end of a line; what was stored with another one stays as it is.
  private func kept(_ text: String, _ stored: String?) -> String? {
    text == FormText.lines(stored ?? "") ? stored : text.nilIfEmpty
  }

  /// In the middle unless it says otherwise.
  private func alignment(_ text: String, _ stored: Wire.Open<Wire.Message.Alignment>?) -> Wire.Open<Wire.Message.Alignment>? {
    text == stored?.rawValue ?? Wire.Message.Alignment.center.rawValue || text.isEmpty ? stored : Wire.Open(text)
  }

  /// What stands on lines of its own; what is stored stays as it is while nobody changes it.
  private func words(_ text: String, _ stored: [String]) -> [String] {
    text == FormText.lines(stored.joined(separator: "\n")) ? stored : text.split { $0.isWhitespace || $0 == "," }.map(String.init)
  }

  /// What only programs know to ask for stays, in its place.
  private func bridge() -> Wire.Bridge? {
    var bridge = base?.bridge ?? Wire.Bridge()
    bridge.allows.removeAll { $0.known.map { !form.page.allows.contains($0.rawValue) } ?? false }
    for capability in Wire.Bridge.Capability.allCases where form.page.allows.contains(capability.rawValue) {
      if !bridge.allows.contains(.known(capability)) { bridge.allows.append(.known(capability)) }
    }
    bridge.names = words(form.page.bridgeNames, bridge.names)
    bridge.readyEvents = words(form.page.readyEvents, bridge.readyEvents)
    return bridge == Wire.Bridge() && base?.bridge == nil ? nil : bridge
  }

  private typealias ThemeSlot = CampaignForm.ThemeSlot
  private typealias ButtonSlot = CampaignForm.ButtonSlot

  private func action(_ fields: CampaignForm.ActionFields, over base: Wire.ClickAction?) -> Wire.ClickAction {
    var action = base ?? Wire.ClickAction()
    switch CampaignForm.ActionChoice(rawValue: fields.choice) {
    case .kept: return action
    case .close, nil:
      (action.type, action.url, action.useWebView) = (.known(.none), nil, false)
    case .browser, .deepLink, .webView:
      (action.type, action.url) = (.known(.url), fields.url.trimmed.nilIfEmpty)
      action.useWebView = fields.choice == CampaignForm.ActionChoice.webView.rawValue
    }
    return action
  }

  private mutating func close() -> Wire.Close {
    var close = base?.close ?? Wire.Close()
    close.type = Wire.Open(form.close)
    guard close.type.known == .auto else {
      close.afterSeconds = nil
      return close
    }
    close.afterSeconds = FormText.seconds(form.closeSeconds)
    if close.afterSeconds == nil, !form.closeSeconds.trimmed.isEmpty {
      misread("close_seconds", "This is not a number.", "Enter 1 to 3,600 seconds.")
    }
    return close
  }

  private mutating func buttons() -> [Wire.Button] {
    var buttons: [Wire.Button] = []
    for (row, fields) in form.buttons.enumerated() where !fields.isBlank {
      let present = base?.buttons.indices.contains(row) == true ? base?.buttons[row] : nil
      var button = present ?? Wire.Button(id: 0, text: "")
      button.id = buttons.count
      button.text = fields.text
      button.clickAction = action(fields.action, over: button.clickAction)
      button.themes = themes(
        fields.colours, over: button.themes, prefix: "button.\(row).", slots: ButtonSlot.allCases, empty: Wire.ButtonTheme()
      ) { $0[keyPath: $1.path] = $2 }
      buttonRows.append(row)
      buttons.append(button)
    }
    return buttons
  }

  /// A message whose themes name no `dark` is light everywhere; one without any theme has both of the SDK's.
  private mutating func themes<Slot, Theme: Hashable>(
    _ fields: CampaignForm.ColourFields<Slot>, over base: [String: Theme], prefix: String, slots: [Slot], empty: Theme,
    set: (inout Theme, Slot, Wire.Color?) -> Void
  ) -> [String: Theme] where Slot: RawRepresentable, Slot.RawValue == String {
    var light = base["light"] ?? empty
    var dark = base["dark"] ?? empty
    for slot in slots {
      set(&light, slot, colour(fields.light[slot], prefix + "light." + slot.rawValue))
      // Colours that do not count are not judged either.
      set(&dark, slot, fields.darkIsLight ? nil : colour(fields.dark[slot], prefix + "dark." + slot.rawValue))
    }
    var themes = base
    if fields.darkIsLight {
      themes["light"] = light
      themes["dark"] = nil
    } else if light == empty, dark == empty {
      themes["light"] = nil
      themes["dark"] = nil
    } else {
      themes["light"] = light == empty && base["light"] == nil ? nil : light
      themes["dark"] = dark
    }
    return themes
  }

  private mutating func colour(_ text: String?, _ field: String) -> Wire.Color? {
    guard let text, !text.trimmed.isEmpty else { return nil }
    if let colour = FormText.colour(text) { return colour }
    misread(field, "This is not a colour.", "Enter it like #2B59D9, or leave it blank for the default.")
    return nil
  }

  private mutating func extras() -> [String: Wire.JSONValue] {
    var extras: [String: Wire.JSONValue] = [:]
    for (row, extra) in form.extras.enumerated() where !extra.isBlank {
      if extraRows[extra.key] != nil {
        misread("extra.\(row).key", "This key is already used.", "Choose another, or remove this row.")
        continue
      }
      extraRows[extra.key] = row
      extras[extra.key] = .string(extra.value)
    }
    return extras
  }
}
