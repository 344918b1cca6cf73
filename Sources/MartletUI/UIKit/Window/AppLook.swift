// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// What the app has chosen for its own screen: light or dark, contrast, text size, direction and
/// tint. A new window has what the system says, so a message would not look like the app that it
/// lies over.
@MainActor
struct AppLook {
  let traits: UITraitCollection
  let isMirrored: Bool
  /// nil: an alert of the app has dimmed it, so that it cannot be read.
  private let tint: UIColor?

  /// - Parameter view: where the message is, or what it lies over. An app chooses for its window,
  ///   or for the root controller in it, as SwiftUI does.
  init(of view: UIView) {
    let root = (view as? UIWindow)?.rootViewController
    traits = root?.traitCollection ?? view.traitCollection
    isMirrored = (root?.viewIfLoaded ?? view).effectiveUserInterfaceLayoutDirection == .rightToLeft
    tint = view.tintAdjustmentMode == .dimmed ? nil : view.tintColor
  }

  /// Gives it to the window of a message, for what UIKit itself draws there and for views of the
  /// app. What is as the scene has it stays with the scene, so that the window follows its changes.
  func apply(to window: UIWindow) {
    guard let scene = window.windowScene?.traitCollection else { return }
    let style = traits.userInterfaceStyle
    if window.traitCollection.userInterfaceStyle != style {
      window.overrideUserInterfaceStyle = style == scene.userInterfaceStyle ? .unspecified : style
    }
    if let tint, window.tintColor != tint { window.tintColor = tint }
    // Older systems have no way. There, the message's own texts have the app's size, and views of
    // the app have the system's.
    guard #available(iOS 17.0, tvOS 17.0, *) else { return }
    func give<Value: Equatable>(
      _ value: Value, _ trait: UITrait, _ read: (UITraitCollection) -> Value,
      _ write: (inout UITraitOverrides, Value) -> Void
    ) {
      guard read(window.traitCollection) != value else { return }
      if value == read(scene) {
        window.traitOverrides.remove(trait)
      } else {
        write(&window.traitOverrides, value)
      }
    }
    give(
      isMirrored ? .rightToLeft : .leftToRight, UITraitLayoutDirection.self, { $0.layoutDirection },
      { $0.layoutDirection = $1 })
    give(
      traits.preferredContentSizeCategory, UITraitPreferredContentSizeCategory.self,
      { $0.preferredContentSizeCategory },
      { $0.preferredContentSizeCategory = $1 })
    give(
      traits.accessibilityContrast, UITraitAccessibilityContrast.self, { $0.accessibilityContrast },
      { $0.accessibilityContrast = $1 })
  }
}

/// Hears when the app chooses something else. Systems before iOS 17 do not tell; there, the message
/// looks again when something else changes.
@MainActor
final class AppLookObservation {
  private weak var watched: UIViewController?
  private var registration: AnyObject?

  /// Watches the root controller of the app's window, which also has what the window has. Called
  /// again, it watches another root in place of this one.
  func watch(_ root: UIViewController?, _ changed: @escaping @MainActor () -> Void) {
    guard #available(iOS 17.0, tvOS 17.0, *), root !== watched else { return }
    stop()
    watched = root
    let traits: [UITrait] = [
      UITraitUserInterfaceStyle.self, UITraitAccessibilityContrast.self,
      UITraitPreferredContentSizeCategory.self,
      UITraitLayoutDirection.self,
    ]
    registration = root?.registerForTraitChanges(traits) { (_: UIViewController, _: UITraitCollection) in
      changed()
    }
  }

  func stop() {
    guard #available(iOS 17.0, tvOS 17.0, *) else { return }
    if let watched, let registration = registration as? any UITraitChangeRegistration {
      watched.unregisterForTraitChanges(registration)
    }
    (watched, registration) = (nil, nil)
  }
}
#endif
