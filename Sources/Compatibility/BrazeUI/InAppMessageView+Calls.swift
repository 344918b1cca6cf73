// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import BrazeKit
public import MartletUI

/// The names of apps that move in. `MartletUI` has the others.
extension InAppMessageView {
  /// `isPresented`.
  public var presented: Bool { isPresented }

  /// `process(clickAction:buttonId:)`. The target is not used.
  public func process(clickAction: Martlet.InAppMessage.ClickAction, buttonId: String? = nil, target: Any?) {
    process(clickAction: clickAction, buttonId: buttonId)
  }

  /// Writes the error to the client's log.
  public func logError(_ error: any Error) { inAppMessage?.data.context?.logError(error) }

  /// Takes the keyboard away from the app, while the message is on the screen. It gets it back
  /// afterwards. A message that covers the app does so by itself.
  public func makeKey() { presenter?.makeKey(for: self) }

  /// Reads the links of a page, with the clicks of this message.
  public func webViewQueryHandler() -> Martlet.WebViewBridge.QueryHandler {
    .init(context: inAppMessage?.data.context)
  }

  /// Handles the links of a page that close this message or log an event.
  public func webViewSchemeHandler() -> Martlet.WebViewBridge.SchemeHandler {
    .init(braze: inAppMessage?.data.context?.client) { [weak self] in self?.presenter?.dismiss() }
  }
}
