// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import SceneHTML

/// What a device is like and how its person has set it up. Everything that a scene is made for follows from it.
struct DeviceSettings: Hashable, Sendable {
  var model = DeviceModel.smallPhone
  /// How the person holds the device; the interface follows as far as app and message allow.
  var held = Held.portrait
  /// What the app can be turned to.
  var orientations = Orientations.both
  var scheme = Scheme.light
  /// Of the usual size.
  var textPercent = 100
  var language = DeviceLanguage.english
  var direction = Direction.leftToRight
  var reducesMotion = false
  var reducesTransparency = false
  var increasesContrast = false
  var hasKeyboard = false
  /// Two windows of the app side by side, where there is room for them.
  var wantsTwoWindows = false
  var isOffline = false

  /// From the smallest to the largest size that phones offer, in per cent.
  static let textRange = 80...310

  enum Held: String, Hashable, Sendable, CaseIterable {
    case portrait, landscape

    var orientation: SceneTraits.Orientation { self == .portrait ? .portrait : .landscape }
  }

  enum Orientations: String, Hashable, Sendable, CaseIterable {
    case both, portrait, landscape

    var set: Set<SceneTraits.Orientation> {
      switch self {
      case .both: [.portrait, .landscape]
      case .portrait: [.portrait]
      case .landscape: [.landscape]
      }
    }
  }

  enum Scheme: String, Hashable, Sendable, CaseIterable {
    case light, dark
  }

  enum Direction: String, Hashable, Sendable, CaseIterable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// Those among which the app may choose; empty: there is one.
  var windows: [DeviceWindow] { wantsTwoWindows && model == .tablet ? DeviceWindow.allCases : [] }

  /// The surroundings of a message in a window while the interface stands like this. Two windows share the width.
  func windowTraits(_ interface: SceneTraits.Orientation) -> SceneTraits {
    var traits = traits(interface)
    guard !windows.isEmpty else { return traits }
    traits.width = (traits.width - DeviceWindow.gap) / 2
    traits.horizontalSizeClass = .compact
    return traits
  }

  /// The surroundings on the whole screen while the interface stands like this.
  func traits(_ interface: SceneTraits.Orientation) -> SceneTraits {
    var traits = SceneTraits(width: 0, height: 0)
    model.apply(to: &traits, orientation: interface)
    traits.scheme = scheme == .dark ? .dark : .light
    traits.textScale = Double(textPercent) / 100
    traits.direction = direction == .rightToLeft ? .rightToLeft : .leftToRight
    traits.reduceMotion = reducesMotion
    traits.reduceTransparency = reducesTransparency
    traits.increaseContrast = increasesContrast
    traits.keyboardHeight = hasKeyboard ? model.keyboardHeight(interface) : 0
    traits.supportedOrientations = orientations.set
    traits.language = language.rawValue
    return traits
  }
}

/// One of two windows that the app has side by side; the first is on the left, and the active one.
enum DeviceWindow: String, Hashable, Sendable, CaseIterable {
  case first, second

  /// Between the two, in points. The style sheet leaves as much.
  static let gap = 10.0

  var scene: WindowScene { WindowScene(id: rawValue) }
}
