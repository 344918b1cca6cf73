// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletWire
import Testing

@testable import Domain

@Suite struct DefaultColoursTests {
  @Test func `the colours that contrast is judged by are those that the SDK draws with`() {
    let themes = ["light": Martlet.InAppMessage.Theme.defaultLight, "dark": .defaultDark]
    let buttons = ["light": Martlet.InAppMessage.ButtonTheme.defaultLight, "dark": .defaultDark]
    typealias Defaults = ContrastValidation.Defaults
    func colours(_ theme: Wire.Theme) -> [UInt32?] {
      [
        theme.background, theme.text, theme.headerText, theme.icon, theme.iconBackground, theme.closeButton,
        theme.frame,
      ].map { $0?.argb }
    }
    #expect(
      Defaults.theme.mapValues(colours)
        == themes.mapValues {
          [
            $0.backgroundColor, $0.textColor, $0.headerTextColor, $0.iconColor, $0.iconBackgroundColor,
            $0.closeButtonColor, $0.frameColor,
          ].map(\.rawValue)
        })
    #expect(
      Defaults.button.mapValues { [$0.text, $0.border, $0.background].map { $0?.argb } }
        == buttons.mapValues { [$0.textColor, $0.borderColor, $0.backgroundColor].map(\.rawValue) })
  }
}
