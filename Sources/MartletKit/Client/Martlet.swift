// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// The SDK: logs events, decides which message they trigger, and hands it to the presenter.
///
///     let martlet = Martlet(configuration: .init(apiKey: "…", endpoint: "https://messages.example.com"))
///     martlet.inAppMessagePresenter = InAppMessageUI()
///     martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5])
///
/// Creating one returns at once; files and network are touched elsewhere, never on the caller's thread. Keep the object: without it nothing runs.
public final class Martlet: Sendable {
  // Signatures that the presenter, the lab and the tests build on; the client engineer fills them in.

  /// Returns at once.
  public init(configuration: Configuration) {}

  @MainActor public weak var delegate: (any MartletDelegate)? {
    get { nil }
    set {}
  }

  /// Kept strongly. Messages that were decided while there was none are handed over when it is set.
  @MainActor public var inAppMessagePresenter: (any InAppMessagePresenter)? {
    get { nil }
    set {}
  }

  public var user: User { User(client: self) }

  public func logCustomEvent(name: String, properties: [String: Any]? = nil) {}
  public func logPurchase(
    productId: String, currency: String, price: Double, quantity: Int = 1, properties: [String: Any]? = nil
  ) {}
  public func changeUser(userId: String, sdkAuthSignature: String? = nil) {}
  public func requestImmediateDataFlush() {}
  public func wipeData() {}
  public var enabled: Bool {
    get { true }
    set {}
  }

  /// Every decision from now on. Each call gives an independent stream.
  public var decisions: AsyncStream<Decision> { AsyncStream { $0.finish() } }

  /// The app came to the foreground. Called for you on Apple's systems; elsewhere call it yourself.
  public func applicationDidBecomeActive() {}
  /// The app went to the background. Called for you on Apple's systems; elsewhere call it yourself.
  public func applicationDidEnterBackground() {}

  /// Opens the URL of a click: asks the delegate, then the platform. Called by presenters.
  @MainActor public func open(_ context: URLContext) {}

  /// Returns when everything that was called before it has taken effect: state, journal, delegate and presenter calls.
  /// Requests that are under way are not waited for.
  public func settled() async {}

  func setAttribute(key: String, value: Value) {}
}
