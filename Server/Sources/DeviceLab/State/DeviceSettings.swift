// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletUI
import SceneHTML

/// The device's properties and its person's settings, which together determine the traits of its
/// scenes.
struct DeviceSettings: Hashable, Sendable {
  var model = DeviceModel.smallPhone
  /// How the person holds the device. The interface follows as far as app and message allow.
  var held = Held.portrait
  /// The orientations that the app supports.
  var orientations = Orientations.both
  var scheme = Scheme.light
  /// The text size in per cent of the usual size.
  var textPercent = 100
  var language = DeviceLanguage.english
  var direction = Direction.leftToRight
  var reducesMotion = false
  var reducesTransparency = false
  var increasesContrast = false
  var hasKeyboard = false
  /// Whether the app shows two windows side by side, where there is room.
  var wantsTwoWindows = false
  var isOffline = false
  var permission = Permission.allowed
  var doesNotDisturb = false

  /// The range of text sizes on phones, in per cent.
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

  /// Whether the app may show notifications.
  enum Permission: String, Hashable, Sendable, CaseIterable {
    case allowed
    case notAsked = "not_asked"
    case denied

    var status: Martlet.Notifications.AuthorizationStatus {
      switch self {
      case .allowed: .authorized
      case .notAsked: .notDetermined
      case .denied: .denied
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

  /// The windows that the app may choose from; empty if there is only one.
  var windows: [DeviceWindow] { wantsTwoWindows && model == .tablet ? DeviceWindow.allCases : [] }

  /// The traits of a message in a window, for an orientation of the interface. Two windows share
  /// the width.
  func windowTraits(_ interface: SceneTraits.Orientation) -> SceneTraits {
    var traits = traits(interface)
    guard !windows.isEmpty else { return traits }
    traits.width = (traits.width - DeviceWindow.gap) / 2
    traits.horizontalSizeClass = .compact
    return traits
  }

  /// The traits of the whole screen, for an orientation of the interface.
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

/// One of the app's two windows side by side. The first is on the left and is active.
enum DeviceWindow: String, Hashable, Sendable, CaseIterable {
  case first, second

  /// The gap between the two windows in points, equal to the one in the style sheet.
  static let gap = 10.0

  var scene: WindowScene { WindowScene(id: rawValue) }
}
