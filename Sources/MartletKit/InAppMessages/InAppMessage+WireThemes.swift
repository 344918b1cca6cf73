// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

// Colours that a message does not give are the SDK's own of the same scheme.

extension Martlet.InAppMessage.Themes {
  init(wire: [String: Wire.Theme]) {
    guard !wire.isEmpty else {
      self = .defaults
      return
    }
    var themes: [String: Martlet.InAppMessage.Theme] = [:]
    for (name, theme) in wire { themes[name] = .init(wire: theme, over: name == "dark" ? .defaultDark : .defaultLight) }
    self.init(themes: themes)
  }
}

extension Martlet.InAppMessage.Theme {
  fileprivate init(wire: Wire.Theme, over base: Self) {
    self.init(
      backgroundColor: .init(wire.background) ?? base.backgroundColor, textColor: .init(wire.text) ?? base.textColor,
      iconColor: .init(wire.icon) ?? base.iconColor, iconBackgroundColor: .init(wire.iconBackground) ?? base.iconBackgroundColor,
      headerTextColor: .init(wire.headerText) ?? base.headerTextColor, closeButtonColor: .init(wire.closeButton) ?? base.closeButtonColor,
      frameColor: .init(wire.frame) ?? base.frameColor)
  }
}

extension Martlet.InAppMessage.ButtonThemes {
  init(wire: [String: Wire.ButtonTheme], or defaults: Self) {
    guard !wire.isEmpty else {
      self = defaults
      return
    }
    var themes: [String: Martlet.InAppMessage.ButtonTheme] = [:]
    for (name, theme) in wire {
      let base = name == "dark" ? Martlet.InAppMessage.ButtonTheme.defaultDark : .defaultLight
      themes[name] = .init(
        textColor: .init(theme.text) ?? base.textColor, borderColor: .init(theme.border) ?? base.borderColor,
        backgroundColor: .init(theme.background) ?? base.backgroundColor)
    }
    self.init(themes: themes)
  }
}

extension Martlet.InAppMessage.Color {
  fileprivate init?(_ wire: Wire.Color?) {
    guard let wire else { return nil }
    self.init(rawValue: wire.argb)
  }
}

extension Wire.Theme {
  init(_ theme: Martlet.InAppMessage.Theme) {
    self.init(
      background: .init(argb: theme.backgroundColor.rawValue), text: .init(argb: theme.textColor.rawValue),
      headerText: .init(argb: theme.headerTextColor.rawValue), icon: .init(argb: theme.iconColor.rawValue),
      iconBackground: .init(argb: theme.iconBackgroundColor.rawValue), closeButton: .init(argb: theme.closeButtonColor.rawValue),
      frame: .init(argb: theme.frameColor.rawValue))
  }
}

extension Wire.ButtonTheme {
  init(_ theme: Martlet.InAppMessage.ButtonTheme) {
    self.init(
      text: .init(argb: theme.textColor.rawValue), border: .init(argb: theme.borderColor.rawValue),
      background: .init(argb: theme.backgroundColor.rawValue))
  }
}
