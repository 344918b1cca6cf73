// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletUI
import MartletWire

/// How the app of a device answers when the SDK asks its delegate.
struct AppAnswers: Hashable, Sendable {
  /// The answer to `displayChoiceForMessage`.
  var choice = InAppMessageUI.DisplayChoice.now
  var drainPolicy = InAppMessageUI.DrainPolicy.afterDismissal
  /// Whether `shouldProcess` answers false.
  var vetoesClicks = false
  /// Set in `prepareWith`, like all that follow.
  var preferred = Preferred.none
  var statusBar = StatusBar.auto
  var closesOnBackgroundTap = false
  var window = Window.active
  /// Whether the dark theme is removed from the message, which forces light.
  var removesDarkTheme = false

  enum Preferred: String, Hashable, Sendable, CaseIterable {
    case none, portrait, landscape
  }

  enum Window: String, Hashable, Sendable, CaseIterable {
    case active, first, second

    var choice: DeviceWindow? { DeviceWindow(rawValue: rawValue) }
  }

  enum StatusBar: String, Hashable, Sendable, CaseIterable {
    case auto, hidden, visible
  }

  /// Makes the changes of a delegate's `prepareWith`.
  /// - Returns: The changes as code; empty if there are none.
  @MainActor
  func prepare(_ context: inout InAppMessageUI.PresentationContext) -> [String] {
    var changes: [String] = []
    if preferred != .none {
      context.preferredOrientation = preferred == .portrait ? .portrait : .landscapeLeft
      changes.append("preferredOrientation = .\(preferred == .portrait ? "portrait" : "landscapeLeft")")
    }
    if statusBar != .auto {
      context.statusBarHideBehavior = statusBar == .hidden ? .hidden : .visible
      changes.append("statusBarHideBehavior = .\(statusBar.rawValue)")
    }
    if let choice = window.choice {
      context.windowScene = choice.scene
      changes.append("windowScene = the \(choice.rawValue) window")
    }
    let name = Self.name(of: context.message)
    if closesOnBackgroundTap, context.attributes?.dismissOnBackgroundTap != nil {
      context.attributes?.dismissOnBackgroundTap = true
      changes.append("attributes.\(name)?.dismissOnBackgroundTap = true")
    }
    if removesDarkTheme, context.message.themes != nil {
      context.message.themes?.dark = nil
      changes.append("message.\(name)?.themes.dark = nil")
    }
    return changes
  }

  /// The case as an app's code spells it: `fullImage`.
  private static func name(of message: Martlet.InAppMessage) -> String {
    let words = message.wire.kind.rawValue.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
  }
}
