// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
public import UIKit

/// Presents view controllers over what the app shows.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public final class AEViewControllerUtil: NSObject {
  /// The window that the person uses: the key window if it is an ordinary one, otherwise the first
  /// ordinary one, otherwise the first. Never that of a message, which goes away with it. nil:
  /// none.
  public static func availableWindow() -> UIWindow? {
    guard let scene = UIWindowScene.active(among: UIWindowScene.ofApp) else { return nil }
    let windows = scene.windows.filter { !($0 is any MessageCover) }
    if let key = scene.keyWindow, key.windowLevel == .normal, windows.contains(key) { return key }
    return windows.first { $0.windowLevel == .normal } ?? windows.first
  }

  /// Presents a controller over the topmost one. Does nothing without a window.
  public static func presentViewController(_ controller: UIViewController, animated: Bool) {
    guard var top = availableWindow()?.rootViewController else { return }
    while let presented = top.presentedViewController, !presented.isBeingDismissed { top = presented }
    top.present(controller, animated: animated, completion: nil)
  }

  /// Dismisses a controller, with an animation.
  public static func dismissViewController(_ controller: UIViewController) {
    dismissViewController(controller, animated: true)
  }

  /// Dismisses a controller. Does nothing if it is not presented.
  public static func dismissViewController(_ controller: UIViewController, animated: Bool) {
    guard controller.presentingViewController != nil else { return }
    controller.presentingViewController?.dismiss(animated: animated, completion: nil)
  }
}
#endif
