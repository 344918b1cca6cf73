// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletWire
import Testing

@testable import MartletUI

@MainActor
@Suite("Contrast")
struct ContrastTests {
  typealias Theme = Martlet.InAppMessage.Theme
  typealias ButtonTheme = Martlet.InAppMessage.ButtonTheme

  nonisolated static let themes: [(String, Theme, SceneTraits.Scheme)] = [
    ("light", .defaultLight, .light), ("dark", .defaultDark, .dark),
  ]

  @Test
  func
    `the measure is that of WCAG: 21 for black on white, 1 for a colour on itself, 4.54 for its grey of the specification`()
  {
    #expect(SceneColor.black.contrast(with: .white) == 21)
    #expect(SceneColor(argb: 0xFF12_3456).contrast(with: SceneColor(argb: 0xFF12_3456)) == 1)
    let grey = SceneColor(argb: 0xFF76_7676).contrast(with: .white)
    #expect(grey > 4.53 && grey < 4.55)
  }

  @Test(
    arguments: [false, true])
  func
    `every pair of text and background of the default themes passes AA, and AAA when more contrast is wanted`(
      increased: Bool
    ) throws
  {
    for (name, theme, scheme) in Self.themes {
      let traits = SceneTraits(width: 390, height: 844, scheme: scheme, increaseContrast: increased)
      let palette = ScenePalette(theme: theme, traits: traits)
      let text = increased ? 7.0 : 4.5
      let sign = increased ? 4.5 : 3.0
      #expect(palette.text.contrast(with: palette.background) >= text, "\(name): text")
      #expect(palette.header.contrast(with: palette.background) >= text, "\(name): header")
      #expect(palette.close.contrast(with: palette.disc) >= max(sign, 4.5), "\(name): close control")
      #expect(palette.icon.contrast(with: palette.iconBackground) >= sign, "\(name): icon")
      let buttons: [ButtonTheme] =
        scheme == .light ? [.primary, .secondary] : [.primaryDark, .secondaryDark]
      for button in buttons {
        let drawn = palette.button(button, borderWidth: 1)
        #expect(drawn.text.contrast(with: drawn.background) >= text, "\(name): button")
        if increased {
          let border = try #require(drawn.border)
          #expect(border.width >= 1.5)
          #expect(border.color.contrast(with: palette.background) >= 4.5, "\(name): edge of a button")
        }
      }
      #expect((palette.edge != nil) == increased, "cards have an edge when more contrast is wanted")
    }
  }

  @Test(arguments: SceneCase.Content.allCases)
  func `all that is drawn with the default themes reaches it, in every kind`(content: SceneCase.Content)
    throws
  {
    for scheme in [SceneTraits.Scheme.light, .dark] {
      for increased in [false, true] {
        for window in [SceneCase.Window.phone, .phoneLandscape, .tablet] {
          let scene = try #require(
            SceneCase(content: content, window: window, scheme: scheme, increaseContrast: increased).scene)
          // Behind what is over a page the page may have any colour; the control's disc is the
          // background that counts.
          let card = try #require(
            scene.root.style.background ?? (scene.kind == .message(.html) ? .white : nil))
          for (node, background) in scene.root.withBackgrounds(card) {
            switch node.content {
            case .text(let text):
              #expect(text.color.contrast(with: background) >= (increased ? 7 : 4.5), "\(content) \(node.id)")
            case .symbol, .icon:
              let color = try #require(node.style.foreground)
              #expect(color.contrast(with: background) >= (increased ? 4.5 : 3), "\(content) \(node.id)")
            default: break
            }
          }
        }
      }
    }
  }

  @Test(arguments: [SceneColor.black, .white])
  func `the close control can be told on any picture: its disc lets too little through`(picture: SceneColor) {
    for (name, theme, scheme) in Self.themes {
      var themes = [theme]
      // A card that is only its picture.
      var bare = theme
      bare.backgroundColor = .clear
      themes.append(bare)
      for theme in themes {
        let palette = ScenePalette(theme: theme, traits: SceneTraits(width: 390, height: 844, scheme: scheme))
        let seen = palette.disc.over(picture)
        #expect(
          palette.close.contrast(with: seen) >= 3, "\(name) on \(picture == .black ? "black" : "white")")
      }
    }
  }

  @Test(
    arguments: [0xFFDD_DDDD as UInt32, 0xFF77_7777, 0xFF22_2222])
  func
    `a campaign's own weak colours become readable when more contrast is wanted, and stay as they are otherwise`(
      background: UInt32
    )
  {
    var theme = Theme.defaultLight
    theme.backgroundColor = .init(rawValue: background)
    theme.textColor = .init(rawValue: 0xFF88_8888)
    let usual = ScenePalette(theme: theme, traits: SceneTraits(width: 390, height: 844))
    #expect(usual.text == SceneColor(argb: 0xFF88_8888))
    let strong = ScenePalette(
      theme: theme, traits: SceneTraits(width: 390, height: 844, increaseContrast: true))
    let best = max(
      SceneColor.white.contrast(with: strong.background), SceneColor.black.contrast(with: strong.background))
    #expect(strong.text.contrast(with: strong.background) >= min(7, best - 0.01))
    let button = strong.button(
      .init(
        textColor: .init(rawValue: 0xFF88_8888), borderColor: .clear,
        backgroundColor: .init(rawValue: background)), borderWidth: 1)
    #expect(button.text.contrast(with: button.background) >= 7)
  }
}

extension SceneNode {
  /// Every node with the opaque colour behind it.
  func withBackgrounds(_ behind: SceneColor) -> [(SceneNode, SceneColor)] {
    let mine = style.background?.over(behind) ?? behind
    return [(self, mine)] + children.flatMap { $0.withBackgrounds(mine) }
  }
}

extension SceneColor {
  /// What is seen when it lies over an opaque colour.
  func over(_ other: SceneColor) -> SceneColor {
    func part(_ shift: UInt32) -> UInt32 {
      (((argb >> shift & 0xFF) * alpha + (other.argb >> shift & 0xFF) * (255 - alpha)) / 255) << shift
    }
    return SceneColor(argb: 0xFF00_0000 | part(16) | part(8) | part(0))
  }
}
