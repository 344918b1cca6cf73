// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension Martlet.InAppMessage.Context {
  /// `isValid`.
  public var valid: Bool { isValid }

  /// `client`.
  public var braze: Any? { client }

  /// Who may see a message.
  public enum UserIDMatchBehavior: Hashable, Sendable {
    /// Only this user. nil: the anonymous person.
    case enforce(userID: String?)
    /// Anyone.
    case ignore
  }

  /// As `Martlet.makeContext(for:)`, for the user that `userIDMatchBehavior` names, or for anyone.
  /// Set it on the message before it is presented.
  public convenience init(
    message: Martlet.InAppMessage, using braze: Martlet, userIDMatchBehavior: UserIDMatchBehavior = .ignore
  ) {
    switch userIDMatchBehavior {
    case .enforce(let userID):
      self.init(forLocal: message, client: braze, userID: userID, isForAnyUser: false)
    case .ignore: self.init(forLocal: message, client: braze, userID: nil, isForAnyUser: true)
    }
  }

  /// The same for a raw message. nil if it is not a valid message.
  public convenience init?(
    messageRaw: Martlet.InAppMessageRaw, using braze: Martlet,
    userIDMatchBehavior: UserIDMatchBehavior = .ignore
  ) {
    guard let message = try? Martlet.InAppMessage(messageRaw) else { return nil }
    self.init(message: message, using: braze, userIDMatchBehavior: userIDMatchBehavior)
  }

  /// The same for one user, if the message is only for that user (`enforce`).
  public convenience init?(
    messageRaw: Martlet.InAppMessageRaw, using braze: Martlet, userID: String?,
    userIDMatchBehavior: UserIDMatchBehavior
  ) {
    let isForAnyone = userIDMatchBehavior == .ignore
    self.init(
      messageRaw: messageRaw, using: braze,
      userIDMatchBehavior: isForAnyone ? .ignore : .enforce(userID: userID))
  }

  /// A context that reports to the app instead of the server: each closure is called for a call
  /// that is in the right order. A dismissal is not reported.
  ///
  /// - Parameters:
  ///   - processClickAction: the action, and nil.
  ///   - logError: not called, because errors are logged or returned.
  ///   - braze: not used.
  public convenience init(
    userIDMatchBehavior: UserIDMatchBehavior = .ignore, logImpression: @escaping @MainActor () -> Void,
    logClick: @escaping @MainActor (String?) -> Void,
    processClickAction: @escaping @MainActor (Martlet.InAppMessage.ClickAction, Any?) -> Void,
    logError: @escaping @MainActor (any Swift.Error) -> Void, braze: Any? = nil,
    multipleLogClickEnabled: Bool = false
  ) {
    var userID: String?
    if case .enforce(let id) = userIDMatchBehavior { userID = id }
    self.init(
      presentationID: "local", userID: userID, endsAt: nil, multipleLogClickEnabled: multipleLogClickEnabled,
      openURL: { context in processClickAction(.url(context.url, useWebView: context.useWebView), nil) }
    ) { report in
      switch report {
      case .impression: logImpression()
      case .click(let buttonID): logClick(buttonID)
      case .dismissal, .outcome: break
      }
    }
  }

  /// `processClickAction(_:extras:)`. The target is not used.
  public func processClickAction(_ action: Martlet.InAppMessage.ClickAction, target: Any?) {
    processClickAction(action)
  }

  /// Writes the error to the client's log.
  public func logError(_ error: any Swift.Error) { logError(flattened: String(describing: error)) }

  /// Writes the text to the client's log.
  public func logError(flattened: String) { client?.logProblem("A message reports: \(flattened)") }
}

extension Martlet.InAppMessage {
  /// Logs an impression: with the context of the message, which counts one at most, or for a
  /// message without a context always.
  @MainActor public func logImpression(using braze: Martlet) {
    if let context = data.context { context.logImpression() } else { braze.log(.impression, ofLocal: self) }
  }

  /// Logs a click on a button, or on the message itself if the id is nil. With the context of the
  /// message, its order applies: a click needs an impression. Without a context, every click is
  /// logged. No URL opens.
  @MainActor public func logClick(buttonId: String?, using braze: Martlet) {
    if let context = data.context {
      context.logClick(buttonId: buttonId)
    } else {
      braze.log(.click(buttonID: buttonId), ofLocal: self)
    }
  }

  /// Whether several clicks are logged for one presentation: only for HTML messages.
  public var multipleLogClickEnabled: Bool { html != nil }

  /// Whether the campaign's author sent it as a test.
  public var isTestSend: Bool { data.isTestSend }
}
