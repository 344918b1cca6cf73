// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// How one message is about to be shown; the delegate may change every part of it.
  @MainActor
  public struct PresentationContext {
    /// The message; changes are shown. For whom it is and who counts it stays as it was.
    public var message: Martlet.InAppMessage
    /// The defaults of the kind; nil for kinds without attributes.
    public var attributes: ViewAttributes?
    /// Shows the message instead of the kind's own view.
    public var customView: InAppMessageView?
    /// Only for the initial presentation; ignored when the app does not support it.
    public var preferredOrientation: InterfaceOrientation
    public var statusBarHideBehavior: StatusBarHideBehavior
    /// How high the message lies over other windows.
    public var windowLevel: WindowLevel
    /// One of the windows that the host offers; nil: the active one. A window that is not there any more discards the message.
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
