// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// How one message is about to be shown; the delegate may change every part of it.
  @MainActor
  public struct PresentationContext {
    /// The message; changes are shown (C3). For whom it is and who counts it stays as it was.
    public var message: Martlet.InAppMessage
    /// The defaults of the kind; nil for kinds without attributes.
    public var attributes: ViewAttributes?
    /// Shows the message instead of the kind's own view.
    public var customView: InAppMessageView?
    /// Only for the initial presentation; ignored when the app does not support it (C6).
    public var preferredOrientation: InterfaceOrientation
    public var statusBarHideBehavior: StatusBarHideBehavior

    public init(
      message: Martlet.InAppMessage, attributes: ViewAttributes? = nil, customView: InAppMessageView? = nil,
      preferredOrientation: InterfaceOrientation = .unknown, statusBarHideBehavior: StatusBarHideBehavior = .auto
    ) {
      self.message = message
      self.attributes = attributes
      self.customView = customView
      self.preferredOrientation = preferredOrientation
      self.statusBarHideBehavior = statusBarHideBehavior
    }
  }
}
