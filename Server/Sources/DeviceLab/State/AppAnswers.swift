// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletUI

/// What the app of a device answers when the SDK asks its delegate.
struct AppAnswers: Hashable, Sendable {
  /// To `displayChoiceForMessage`.
  var choice = InAppMessageUI.DisplayChoice.now
  var drainPolicy = InAppMessageUI.DrainPolicy.afterDismissal
  /// `shouldProcess` answers false.
  var vetoesClicks = false
  /// In `prepareWith`, as are all that follow.
  var preferred = Preferred.none
  var statusBar = StatusBar.auto
  var closesOnBackgroundTap = false
  var window = Window.active
  /// Takes the dark theme out of the message, which forces light.
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

  /// What a delegate would do in `prepareWith`.
  /// - Returns: the changes, as code; empty: none.
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
    if closesOnBackgroundTap, let name = Self.closeOnBackgroundTap(&context) {
      changes.append("attributes.\(name).dismissOnBackgroundTap = true")
    }
    if removesDarkTheme, let name = Self.removeDarkTheme(&context.message) { changes.append("message.\(name).themes.dark = nil") }
    return changes
  }

  @MainActor
  private static func closeOnBackgroundTap(_ context: inout InAppMessageUI.PresentationContext) -> String? {
    switch context.attributes {
    case .modal: context.attributes?.modal?.dismissOnBackgroundTap = true
    case .modalImage: context.attributes?.modalImage?.dismissOnBackgroundTap = true
    case .full: context.attributes?.full?.dismissOnBackgroundTap = true
    case .fullImage: context.attributes?.fullImage?.dismissOnBackgroundTap = true
    default: return nil
    }
    return name(of: context.message)
  }

  private static func removeDarkTheme(_ message: inout Martlet.InAppMessage) -> String? {
    switch message {
    case .slideup: message.slideup?.themes.dark = nil
    case .modal: message.modal?.themes.dark = nil
    case .modalImage: message.modalImage?.themes.dark = nil
    case .full: message.full?.themes.dark = nil
    case .fullImage: message.fullImage?.themes.dark = nil
    case .html, .control: return nil
    }
    return name(of: message)
  }

  /// The case, as an app's code writes it.
  private static func name(of message: Martlet.InAppMessage) -> String {
    switch message {
    case .slideup: "slideup?"
    case .modal: "modal?"
    case .modalImage: "modalImage?"
    case .full: "full?"
    case .fullImage: "fullImage?"
    case .html: "html?"
    case .control: "control?"
    }
  }
}
