// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeKit
import Foundation
import TestSupport
import Testing

/// What Objective-C code does with raw messages.
@Suite
struct RawCopyTests {
  typealias Raw = Braze.InAppMessageRaw

  /// The message whose buttons are different in light and dark mode.
  private var typed: Braze.InAppMessage {
    let themes: Braze.InAppMessage.ButtonThemes = ["light": .secondary, "dark": .secondaryDark]
    let buttons = [
      Braze.InAppMessage.Button(id: 0, text: "Later", clickAction: .none, themes: themes),
      Braze.InAppMessage.Button(id: 1, text: "Order", clickAction: .url(Sample.picture, useWebView: true)),
    ]
    return .modal(.init(message: "Tulips", buttons: buttons))
  }

  @Test func `a mutable copy of a button has the same values, and its changes do not apply to the original`()
    throws
  {
    let button = try #require(Raw(typed).buttons?.last)
    let copy = try #require(button.mutableCopy() as? Raw.Button)
    #expect(copy !== button)
    #expect((copy.id, copy.text, copy.url, copy.useWebView) == (1, "Order", Sample.picture, true))
    #expect(copy.clickAction == .url)
    #expect(
      (copy.textColor, copy.backgroundColor, copy.borderColor) == (
        button.textColor, button.backgroundColor, button.borderColor
      ))
    copy.text = "Reserve"
    copy.textColor = 0xFF11_2233
    #expect(button.text == "Order")
    #expect(button.textColor != 0xFF11_2233)
  }

  @Test func `a message whose buttons are replaced by their copies is the same message`() throws {
    let raw = Raw(typed)
    raw.buttons = raw.buttons?.map { $0.mutableCopy() as! Raw.Button }
    #expect(try Braze.InAppMessage(raw) == typed)
  }

  @Test
  func
    `a message without its dark theme, whose buttons have the colours of the light default, is always light`()
    throws
  {
    let raw = Raw(typed)
    raw.themes?["dark"] = nil
    raw.buttons = raw.buttons?.map { button in
      let light = Raw.ButtonTheme.defaultLight
      let new = button.mutableCopy() as! Raw.Button
      new.textColor = light.textColor
      new.backgroundColor = light.backgroundColor
      new.borderColor = light.borderColor
      return new
    }
    let message = try Braze.InAppMessage(raw)
    #expect(message.themes?.themes.keys.sorted() == ["light"])
    #expect(message.modal?.buttons.map(\.themes) == [["light": .defaultLight], ["light": .defaultLight]])
  }

  @Test(arguments: [false, true])
  func `a button whose colour is set in place has only its own colours, also if its message has themes`(
    hasThemes: Bool
  ) throws {
    let raw = Raw(typed)
    if !hasThemes { raw.themes = nil }
    raw.buttons?[0].backgroundColor = 0xFF11_2233
    let themes = try #require(try Braze.InAppMessage(raw).modal?.buttons.first?.themes)
    #expect(themes.light.backgroundColor == 0xFF11_2233)
    #expect(themes.light.textColor == Braze.InAppMessage.ButtonTheme.secondary.textColor)
    #expect(themes.dark == nil)
  }

  @Test func `a copy of a theme has its colours and those of its buttons, and each default is a new object`()
    throws
  {
    let theme = Raw.Theme(.defaultDark, buttons: [.defaultDark])
    let copy = try #require(theme.copy() as? Raw.Theme)
    #expect(copy.textColor == theme.textColor)
    #expect(copy.buttons.first?.textColor == Braze.InAppMessage.ButtonTheme.defaultDark.textColor)
    copy.buttons[0].textColor = 0xFF11_2233
    #expect(theme.buttons[0].textColor != 0xFF11_2233)
    Raw.ButtonTheme.defaultLight.textColor = 0xFF11_2233
    #expect(Raw.ButtonTheme.defaultLight.textColor == Braze.InAppMessage.ButtonTheme.defaultLight.textColor)
    let button = try #require(theme.buttons[0].copy() as? Raw.ButtonTheme)
    #expect(button !== theme.buttons[0])
    #expect(button.borderColor == theme.buttons[0].borderColor)
  }

  @Test func `raw values stay as they are, because compiled Objective-C code contains them`() {
    #expect(Raw.MessageType.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(Raw.MessageType.allCases == [.slideup, .modal, .full, .html, .htmlFull])
    #expect(Raw.ClickAction.allCases == [.none, .url])
    #expect(Raw.SlideFrom.allCases == [.top, .bottom])
    // As `UIInterfaceOrientation.portrait`: the documents assign it to a property of that type.
    #expect(Raw.Orientation.portrait.rawValue == 1)
  }
}
