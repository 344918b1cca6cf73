// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
public import MartletKit

/// `Martlet.InAppMessage.Context`: logs the events of one presentation, in the right order and each
/// of them once. Calls that are not possible are ignored.
@MainActor @objc(BRZInAppMessageContext)
public final class BRZInAppMessageContext: NSObject {
  /// The context that this one stands for, for the Swift code of the app.
  public nonisolated let typed: Martlet.InAppMessage.Context

  /// The same context for Objective-C.
  public nonisolated init(_ typed: Martlet.InAppMessage.Context) { self.typed = typed }

  /// A context for a message that the app built. nil if it is not a possible message. Set it on the
  /// message before it is presented.
  @objc(initWithMessageRaw:using:)
  public convenience init?(messageRaw: Martlet.InAppMessageRaw, using braze: BRZClient) {
    guard let typed = Martlet.InAppMessage.Context(messageRaw: messageRaw, using: braze.martlet) else {
      return nil
    }
    self.init(typed)
  }

  @available(*, unavailable)
  public nonisolated override init() { fatalError("A context needs a message.") }

  /// False if the message was dismissed or discarded, or must no longer be shown.
  @objc public var valid: Bool { typed.isValid }

  /// Logs the impression. Call it when the message is fully visible.
  @objc public func logImpression() { typed.logImpression() }

  /// Logs a click on a button, or on the message itself if the id is nil.
  @objc public func logClick(buttonId: String?) { typed.logClick(buttonId: buttonId) }

  /// Opens the URL of a click action through the SDK, whose delegate can veto it. Logs nothing.
  @objc(processClickAction:url:useWebView:)
  public func processClickAction(_ action: Martlet.InAppMessageRaw.ClickAction, url: URL?, useWebView: Bool) {
    guard action == .url, let url else { return }
    typed.processClickAction(.url(url, useWebView: useWebView))
  }

  /// Writes the error to the client's log.
  @objc public func logError(_ error: any Error) { typed.logError(error) }

  /// The message will not be shown. A later event can trigger it again.
  @objc public func discard() { typed.discard() }
}
#endif
