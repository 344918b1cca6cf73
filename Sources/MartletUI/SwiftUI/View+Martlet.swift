// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import MartletKit
public import SwiftUI

extension EnvironmentValues {
  /// The client that `martlet(_:)` or `martletMessages(_:delegate:)` gave to a view above. nil if
  /// none did.
  ///
  ///     @Environment(\.martlet) private var martlet
  ///
  ///     Button("Order") { martlet?.logCustomEvent(name: "ordered") }
  public var martlet: Martlet? {
    get { self[MartletKey.self] }
    set { self[MartletKey.self] = newValue }
  }
}

private struct MartletKey: EnvironmentKey {
  static let defaultValue: Martlet? = nil
}

extension View {
  /// Gives a client to this view and to all views in it, for `martletScreen(_:)` and for
  /// `@Environment(\.martlet)`. Shows no messages: `martletMessages(_:delegate:)` does both.
  public func martlet(_ martlet: Martlet) -> some View {
    environment(\.martlet, martlet)
  }

  /// Shows the messages of a client above this view and everything else in the app, and gives the
  /// client to all views in this one.
  ///
  ///     WindowGroup {
  ///       ContentView().martletMessages(martlet)
  ///     }
  ///
  /// Use it once, on the root view. It only sets the client's presenter if the client has none, so
  /// an app can set its own first.
  ///
  /// - Parameters:
  ///   - martlet: the client. If another one comes later, its messages are shown as well.
  ///   - delegate: decides about messages and observes them. The one that is passed when the view
  ///     first appears is kept as long as the view.
  public func martletMessages(_ martlet: Martlet, delegate: (any InAppMessageUIDelegate)? = nil) -> some View
  {
    modifier(MessagePresentation(martlet: martlet, delegate: delegate)).martlet(martlet)
  }

  /// Logs that a person sees this screen, each time the view appears or the name changes. Campaigns
  /// can be triggered by it.
  ///
  ///     CartView().martletScreen("cart")
  ///
  /// The client is the one that a view above has, from `martletMessages(_:delegate:)`. Without one,
  /// an error is logged. It is for screens, not for rows of a list, which appear again as a person
  /// scrolls.
  ///
  /// - Parameter name: the name of the screen, as in `logScreen(name:properties:)`.
  public func martletScreen(_ name: String) -> some View {
    modifier(ScreenViews(name: name))
  }

  /// Logs that a person sees this screen, with a client of its own.
  @available(*, deprecated, message: "Use martletScreen(_:), which takes the client from the environment.")
  public func martletScreen(_ name: String, in martlet: Martlet) -> some View {
    martletScreen(name).martlet(martlet)
  }
}

private struct MessagePresentation: ViewModifier {
  let martlet: Martlet
  let delegate: (any InAppMessageUIDelegate)?
  /// The interface holds its delegate weakly, and a view's values are new each time it is drawn.
  @State private var held: (any InAppMessageUIDelegate)?

  func body(content: Content) -> some View {
    content.task(id: ObjectIdentifier(martlet)) { present() }
  }

  /// Also when the view appears again after another screen.
  private func present() {
    if martlet.inAppMessagePresenter == nil { martlet.inAppMessagePresenter = InAppMessageUI() }
    guard let delegate = held ?? delegate else { return }
    held = delegate
    (martlet.inAppMessagePresenter as? InAppMessageUI)?.delegate = delegate
  }
}

private struct ScreenViews: ViewModifier {
  let name: String
  @Environment(\.martlet) private var martlet

  func body(content: Content) -> some View {
    content.task(id: name) { log() }
  }

  private func log() {
    guard let martlet else {
      return Martlet.logProblemWithoutClient(
        "The screen \(name.prefix(64)) is not logged: no view above has .martletMessages(_:delegate:) or .martlet(_:)."
      )
    }
    martlet.logScreen(name: name)
  }
}
#endif
