// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import MartletKit
public import SwiftUI

extension View {
  /// Shows the messages of a client above this view and everything else in the app.
  ///
  ///     WindowGroup {
  ///       ContentView().martletMessages(martlet)
  ///     }
  ///
  /// Use it once, on the root view. It only sets the client's presenter if the client has none, so
  /// an app can set its own first.
  ///
  /// - Parameters:
  ///   - martlet: the client.
  ///   - delegate: decides about messages and observes them. Held weakly.
  public func martletMessages(_ martlet: Martlet, delegate: (any InAppMessageUIDelegate)? = nil) -> some View
  {
    modifier(MessagePresentation(martlet: martlet, delegate: delegate))
  }

  /// Logs that a person sees this screen, each time the view appears. Campaigns can be triggered by
  /// it.
  ///
  ///     CartView().martletScreen("cart", in: martlet)
  ///
  /// - Parameters:
  ///   - name: the name of the screen, as in `logScreen(name:properties:)`.
  ///   - martlet: the client.
  public func martletScreen(_ name: String, in martlet: Martlet) -> some View {
    onAppear { martlet.logScreen(name: name) }
  }
}

private struct MessagePresentation: ViewModifier {
  let martlet: Martlet
  weak var delegate: (any InAppMessageUIDelegate)?

  func body(content: Content) -> some View {
    content.onAppear { present() }
  }

  /// The view appears again after each return from another screen.
  private func present() {
    if martlet.inAppMessagePresenter == nil { martlet.inAppMessagePresenter = InAppMessageUI() }
    if let delegate { (martlet.inAppMessagePresenter as? InAppMessageUI)?.delegate = delegate }
  }
}
#endif
