// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC) && canImport(UIKit)
public import BrazeKit
import MartletUI
public import MartletKit
public import UIKit

/// `InAppMessageUI.PresentationContext`: how a message is about to be shown. The delegate can
/// change all of it. Attributes and views of the app's own are only available in Swift.
@MainActor @objc(BrazeInAppMessageUIPresentationContextRaw) @objcMembers
public final class BRZPresentationContextRaw: NSObject {
  /// The message. If it is not possible after the changes, it is shown without them, and the log
  /// names the field.
  public var message: Martlet.InAppMessageRaw
  /// The preferred orientation at presentation, as a value of `UIInterfaceOrientation`. It is a
  /// number, so that `BRZInAppMessageRawOrientationPortrait`, which has the same value as UIKit's,
  /// fits too. Ignored if the app does not support it.
  public var preferredOrientation: Int
  /// Whether the status bar is hidden.
  public var statusBarHideBehavior: BRZInAppMessageUIStatusBarHideBehavior
  /// The level of the message above other windows.
  public var windowLevel: UIWindow.Level
  /// The scene to show the message in, or nil for the active one.
  public var windowScene: UIWindowScene?
  /// A controller of the app that answers for the message where the system asks its window. If nil,
  /// the root controller of the covered window.
  public var preferencesProxy: UIViewController?

  init(_ context: InAppMessageUI.PresentationContext) {
    message = Martlet.InAppMessageRaw(context.message)
    preferredOrientation = context.preferredOrientation.rawValue
    statusBarHideBehavior = BRZInAppMessageUIStatusBarHideBehavior(context.statusBarHideBehavior)
    windowLevel = context.windowLevel
    windowScene = context.windowScene
    preferencesProxy = context.preferencesProxy
  }

  @available(*, unavailable)
  public nonisolated override init() { fatalError("The presenter creates contexts.") }

  /// Writes the changes into the context.
  func apply(to context: inout InAppMessageUI.PresentationContext) {
    do {
      context.message = try Martlet.InAppMessage(message)
    } catch {
      context.message.data.context?.logError(error)
    }
    context.preferredOrientation = .init(rawValue: preferredOrientation) ?? .unknown
    context.statusBarHideBehavior = statusBarHideBehavior.typed
    context.windowLevel = windowLevel
    context.windowScene = windowScene
    context.preferencesProxy = preferencesProxy
  }
}
#endif
