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
    #expect(Defaults.background.mapValues(\.argb) == themes.mapValues(\.backgroundColor.rawValue))
    #expect(Defaults.text.mapValues(\.argb) == themes.mapValues(\.textColor.rawValue))
    #expect(Defaults.text.mapValues(\.argb) == themes.mapValues(\.headerTextColor.rawValue))
    #expect(Defaults.buttonBackground.mapValues(\.argb) == buttons.mapValues(\.backgroundColor.rawValue))
    #expect(Defaults.buttonText.mapValues(\.argb) == buttons.mapValues(\.textColor.rawValue))
  }
}
