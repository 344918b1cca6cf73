// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// How a message is about to be shown. The delegate can change all of it.
  @MainActor
  public struct PresentationContext {
    /// The message. Changes are shown, except to its person and its context, which stay the same.
    public var message: Martlet.InAppMessage
    /// The attributes of the message type, or nil for types without attributes.
    public var attributes: ViewAttributes?
    /// A view that draws the message instead of the default view.
    public var customView: InAppMessageView?
    /// The preferred orientation at presentation. Ignored if the app does not support it.
    public var preferredOrientation: InterfaceOrientation
    public var statusBarHideBehavior: StatusBarHideBehavior
    /// The level of the message above other windows.
    public var windowLevel: WindowLevel
    /// The window to show the message in, or nil for the active one. If the window no longer exists, the message is discarded.
    public var windowScene: WindowScene?

    public init(
      message: Martlet.InAppMessage, attributes: ViewAttributes? = nil, customView: InAppMessageView? = nil,
      preferredOrientation: InterfaceOrientation = .unknown, statusBarHideBehavior: StatusBarHideBehavior = .auto,
      windowLevel: WindowLevel = .normal, windowScene: WindowScene? = nil
    ) {
      self.message = message
      self.attributes = attributes
      self.customView = customView
      self.preferredOrientation = preferredOrientation
      self.statusBarHideBehavior = statusBarHideBehavior
      self.windowLevel = windowLevel
      self.windowScene = windowScene
    }

    /// nil: nothing was chosen.
    var window: WindowChoice? {
      windowScene == nil && windowLevel == .normal ? nil : WindowChoice(scene: windowScene, level: windowLevel)
    }
  }
}
