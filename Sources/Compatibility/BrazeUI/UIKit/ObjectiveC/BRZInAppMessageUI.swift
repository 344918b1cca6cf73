// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC) && canImport(UIKit)
public import BrazeKit
public import MartletKit
public import MartletUI
public import UIKit

/// `InAppMessageUI`: the default presenter.
@MainActor @objc(BrazeInAppMessageUI)
public final class BRZInAppMessageUI: NSObject, BRZInAppMessagePresenter {
  /// The presenter that this one forwards to, for the Swift code of the app. Its own delegate is
  /// not used.
  public let ui: InAppMessageUI
  /// The delegate, held weakly. Set it before the first message.
  @objc public weak var delegate: (any BRZInAppMessageUIDelegate)?
  private var bridge: MessageUIBridge?

  /// Creates a presenter that shows messages above the app's content.
  @objc public override convenience init() { self.init(InAppMessageUI()) }

  /// The same presenter for Objective-C. Sets its delegate.
  public init(_ ui: InAppMessageUI) {
    self.ui = ui
    super.init()
    let bridge = MessageUIBridge(self)
    self.bridge = bridge
    ui.delegate = bridge
  }

  /// Shows the message as soon as possible. If it is not a possible message, it is discarded, and
  /// the log names the field.
  @objc(presentMessage:) public func present(message: Martlet.InAppMessageRaw) {
    ui.present(message: message)
  }

  /// Shows the next queued message. Has no effect while a message is on the screen.
  @objc public func presentNext() { ui.presentNext() }

  /// Closes the visible message.
  @objc public func dismiss() { ui.dismiss() }

  /// Closes the visible message. The block is called when it has closed, or immediately if there is
  /// no message.
  @objc(dismissWithCompletion:)
  public func dismiss(completion: (@MainActor () -> Void)?) { ui.dismiss(completion: completion) }

  /// The queued messages. The last one is shown next.
  @objc public var stack: [Martlet.InAppMessageRaw] { ui.stack.map { Martlet.InAppMessageRaw($0) } }

  /// The view of the app that is on the screen, or the one that fills the window of the message.
  /// nil if there is no message.
  @objc public var messageView: UIView? { ui.messageView.flatMap { $0 as? UIView ?? ui.rootView } }

  func uiView(of view: any InAppMessageView) -> UIView { view as? UIView ?? ui.rootView ?? UIView() }
}

// The SDK then talks to Swift's presenter directly.
extension BRZInAppMessageUI: PresenterForwarding {
  package var presenter: any InAppMessagePresenter { ui }
}
#endif
