// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// What the app has chosen for its own screen: light or dark, contrast, text size, direction and tint. A new window has what the system says, so a message
/// would not look like the app that it lies over.
@MainActor
struct AppLook {
  let traits: UITraitCollection
  let isMirrored: Bool
  private let tint: UIColor?

  /// - Parameter view: where the message is, or what it lies over. An app chooses for its window, or for the root controller in it, as SwiftUI does.
  init(of view: UIView) {
    let root = (view as? UIWindow)?.rootViewController
    traits = root?.traitCollection ?? view.traitCollection
    isMirrored = (root?.viewIfLoaded ?? view).effectiveUserInterfaceLayoutDirection == .rightToLeft
    tint = view.tintColor
  }

  /// Gives it to the window of a message, for what UIKit itself draws there and for views of the app. What is as the scene has it stays with the scene, so
  /// that the window follows its changes.
  func apply(to window: UIWindow) {
    guard let scene = window.windowScene?.traitCollection else { return }
    let style = traits.userInterfaceStyle
    if window.traitCollection.userInterfaceStyle != style {
      window.overrideUserInterfaceStyle = style == scene.userInterfaceStyle ? .unspecified : style
    }
    if window.tintColor != tint { window.tintColor = tint }
    // Older systems have no way. There, the message's own texts have the app's size, and views of the app have the system's.
    guard #available(iOS 17.0, tvOS 17.0, *) else { return }
    let direction: UITraitEnvironmentLayoutDirection = isMirrored ? .rightToLeft : .leftToRight
    if window.traitCollection.layoutDirection != direction {
      if direction == scene.layoutDirection {
        window.traitOverrides.remove(UITraitLayoutDirection.self)
      } else {
        window.traitOverrides.layoutDirection = direction
      }
    }
    let size = traits.preferredContentSizeCategory
    if window.traitCollection.preferredContentSizeCategory != size {
      if size == scene.preferredContentSizeCategory {
        window.traitOverrides.remove(UITraitPreferredContentSizeCategory.self)
      } else {
        window.traitOverrides.preferredContentSizeCategory = size
      }
    }
  }
}

/// Hears when the app chooses something else. Systems before iOS 17 do not tell; there, the message looks again when something else changes.
@MainActor
final class AppLookObservation {
  private weak var watched: UIViewController?
  private var registration: AnyObject?

  /// Watches the root controller of the app's window, which also has what the window has. Called again, it watches another root in place of this one.
  func watch(_ root: UIViewController?, _ changed: @escaping @MainActor () -> Void) {
    guard #available(iOS 17.0, tvOS 17.0, *), root !== watched else { return }
    stop()
    watched = root
    let traits: [UITrait] = [
      UITraitUserInterfaceStyle.self, UITraitAccessibilityContrast.self, UITraitPreferredContentSizeCategory.self,
      UITraitLayoutDirection.self,
    ]
    registration = root?.registerForTraitChanges(traits) { (_: UIViewController, _: UITraitCollection) in changed() }
  }

  func stop() {
    guard #available(iOS 17.0, tvOS 17.0, *) else { return }
    if let watched, let registration = registration as? any UITraitChangeRegistration { watched.unregisterForTraitChanges(registration) }
    (watched, registration) = (nil, nil)
  }
}
#endif
