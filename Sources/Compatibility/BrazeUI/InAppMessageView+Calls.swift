// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import BrazeKit
public import MartletUI

/// Calls of an app's own views. The presenter logs impressions and clicks itself, so that these only add what it does not know.
extension InAppMessageView {
  /// `isPresented`.
  public var presented: Bool { isPresented }

  /// Logs the impression, if the presenter has not logged it yet.
  public func logImpression() { inAppMessage.data.context?.logImpression() }

  /// Logs a click on a button, or on the message itself if the id is nil. A message other than HTML has one click.
  public func logClick(buttonId: String? = nil) { inAppMessage.data.context?.logClick(buttonId: buttonId) }

  /// Carries out a click action while the message is on the screen: the delegate decides, then the URL opens. Logs and closes nothing. The
  /// target is not used.
  public func process(clickAction: Martlet.InAppMessage.ClickAction, buttonId: String? = nil, target: Any? = nil) {
    presenter?.process(clickAction, buttonID: buttonId, of: self)
  }

  /// Writes the error to the client's log.
  public func logError(_ error: any Error) { inAppMessage.data.context?.logError(error) }

  /// Does nothing, because the host takes the keyboard away from the app.
  public func makeKey() {}

  /// Reads the links of a page, with the clicks of this message.
  public func webViewQueryHandler() -> Martlet.WebViewBridge.QueryHandler {
    .init(context: inAppMessage.data.context)
  }

  /// Handles the links of a page that close this message or log an event.
  public func webViewSchemeHandler() -> Martlet.WebViewBridge.SchemeHandler {
    .init(braze: inAppMessage.data.context?.client) { [weak self] in self?.presenter?.dismiss() }
  }
}
