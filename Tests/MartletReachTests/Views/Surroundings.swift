// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// The device settings that a scene is made for.
struct Surroundings: Sendable {
  enum Window: String, CaseIterable, Sendable {
    case smallPhone = "320x568"
    case phone = "390x844"
    case phoneLandscape = "844x390"
    case tablet = "1180x820"
    case tabletUpright = "820x1180"
  }

  var window = Window.phone
  var scheme = SceneTraits.Scheme.light
  var textScale = 1.0
  var direction = MessageScene.LayoutDirection.leftToRight
  var isCalm = false
  /// With less transparency and more contrast.
  var isStrong = false
  var keyboardHeight = 0.0

  var name: String {
    var parts = [window.rawValue, scheme.rawValue]
    if textScale != 1 { parts.append("text-\(textScale)") }
    if direction == .rightToLeft { parts.append("rtl") }
    if isCalm { parts.append("calm") }
    if isStrong { parts.append("strong") }
    if keyboardHeight > 0 { parts.append("keyboard") }
    return parts.joined(separator: "_")
  }

  var traits: SceneTraits {
    let (size, horizontal, vertical, safeArea):
      ((Double, Double), SceneTraits.SizeClass, SceneTraits.SizeClass, Insets) =
        switch window {
        case .smallPhone: ((320, 568), .compact, .regular, Insets(top: 20))
        case .phone: ((390, 844), .compact, .regular, Insets(top: 47, bottom: 34))
        case .phoneLandscape: ((844, 390), .compact, .compact, Insets(leading: 47, bottom: 21, trailing: 47))
        case .tablet: ((1_180, 820), .regular, .regular, Insets(top: 24, bottom: 20))
        case .tabletUpright: ((820, 1_180), .regular, .regular, Insets(top: 24, bottom: 20))
        }
    return SceneTraits(
      width: size.0, height: size.1, scheme: scheme, horizontalSizeClass: horizontal,
      verticalSizeClass: vertical, textScale: textScale,
      direction: direction, reduceMotion: isCalm, reduceTransparency: isStrong, increaseContrast: isStrong,
      safeArea: safeArea,
      keyboardHeight: keyboardHeight)
  }

  /// Those of the reviewed scenes: every value of every trait is among them.
  static let reviewed: [Surroundings] = [
    Surroundings(), Surroundings(window: .phoneLandscape, scheme: .dark, direction: .rightToLeft),
    Surroundings(window: .tablet),
    Surroundings(textScale: 3.2),
    Surroundings(window: .phoneLandscape, scheme: .dark, textScale: 3.2, direction: .rightToLeft),
    Surroundings(window: .smallPhone, textScale: 1.35, isCalm: true),
    Surroundings(scheme: .dark, isStrong: true),
    Surroundings(keyboardHeight: 291),
  ]

  /// Every combination.
  static let all: [Surroundings] = Window.allCases.flatMap { window in
    [SceneTraits.Scheme.light, .dark].flatMap { scheme in
      [0.8, 1, 1.35, 3.2].flatMap { scale in
        [MessageScene.LayoutDirection.leftToRight, .rightToLeft].flatMap { direction in
          [(0.0, false), (291, false), (0, true)].map { keyboard, isStrong in
            Surroundings(
              window: window, scheme: scheme, textScale: scale, direction: direction, isCalm: keyboard > 0,
              isStrong: isStrong,
              keyboardHeight: keyboard)
          }
        }
      }
    }
  }
}
