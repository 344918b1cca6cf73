// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What opens links: the app's own opener, or the platform.
@MainActor
protocol LinkSystem {
  /// Whether a link could open now. If not, `LinkOpener.mayOpen()` is called when that may have
  /// changed.
  var isReady: Bool { get }
  /// Whether `open(_:)` decides by itself how a link opens.
  var decidesItself: Bool { get }
  /// The controller on which a page can open now. nil if it cannot open inside the app.
  func controller(for context: Martlet.URLContext) -> AnyObject?
  /// Opens a page inside the app. `then` is called once, when another page could follow, or at once
  /// with false if it is not possible.
  func present(_ page: Martlet.ModalContext, then: @escaping @MainActor (Bool) -> Void)
  /// Passes a universal link to the app. Returns false if the app does not take it.
  func forward(_ context: Martlet.URLContext) -> Bool
  func open(_ context: Martlet.URLContext, universalLinksOnly: Bool)
}

/// What only opens links, with what it knows itself.
extension LinkSystem {
  var isReady: Bool { true }
  var decidesItself: Bool { true }
  func controller(for context: Martlet.URLContext) -> AnyObject? { nil }
  func present(_ page: Martlet.ModalContext, then: @escaping @MainActor (Bool) -> Void) { then(false) }
  func forward(_ context: Martlet.URLContext) -> Bool { false }
}

/// The app opens links itself, with `Configuration.urlOpener`.
struct AppLinkSystem: LinkSystem {
  let opener: @MainActor @Sendable (Martlet.URLContext) -> Void

  func open(_ context: Martlet.URLContext, universalLinksOnly: Bool) { opener(context) }
}
