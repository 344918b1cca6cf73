// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

/// Alternative names of calls and properties.
extension Martlet {
  /// `isEnabled`.
  public var enabled: Bool {
    get { isEnabled }
    set { isEnabled = newValue }
  }

  /// `logCustomEvent(name:properties:)`. The location is not used. Invalid events are reported in
  /// the log.
  public func logCustomEvent(name: String, properties: [String: Any]? = nil, fileID: StaticString, line: UInt)
  {
    logCustomEvent(name: name, properties: properties)
  }

  /// `logPurchase(productId:currency:price:quantity:properties:)`. The location is not used.
  public func logPurchase(
    productId: String, currency: String, price: Double, quantity: Int = 1, properties: [String: Any]? = nil,
    fileID: StaticString,
    line: UInt
  ) {
    logPurchase(
      productId: productId, currency: currency, price: price, quantity: quantity, properties: properties)
  }

  /// `changeUser(userId:sdkAuthSignature:)`. The location is not used.
  public func changeUser(userId: String, sdkAuthSignature: String? = nil, fileID: StaticString, line: UInt) {
    changeUser(userId: userId, sdkAuthSignature: sdkAuthSignature)
  }

  /// The id of this installation on the server, or `"undefined"` if there is none: after a wipe, or
  /// if the SDK was off from the first launch.
  ///
  /// Right after the first launch it is still being read. Then this waits for it, at most 100 ms,
  /// and returns `"undefined"` after that. `getDeviceId()` waits without blocking a thread.
  public var deviceId: String { knownDeviceId ?? "undefined" }

  /// `deviceId`, after all previous calls have taken effect. Never blocks a thread.
  public func getDeviceId() async -> String {
    await confirmedDeviceId ?? "undefined"
  }

  /// `getDeviceId()` with a callback.
  public func getDeviceId(_ completion: @escaping @MainActor @Sendable (String) -> Void) {
    Task { await completion(getDeviceId()) }
  }
}

extension Martlet.User {
  /// `id`, or nil if anonymous.
  public func getId() async -> String? { id }

  /// `id` with a callback.
  public func getId(_ completion: @escaping @MainActor @Sendable (String?) -> Void) {
    Task { await completion(getId()) }
  }

  /// `Attribution`.
  public typealias AttributionData = Attribution

  /// `set(attribution:)`.
  public func set(attributionData: AttributionData?) { set(attribution: attributionData) }

  /// `setCustomAttribute(key:array:)`. nil removes the attribute.
  public func setCustomAttribute(key: String, array: [String]?) {
    if let array { setCustomAttribute(key: key, array: array) } else { unsetCustomAttribute(key: key) }
  }
}

/// Signing out with the calls that migrating apps use.
extension Martlet {
  /// Sends waiting events, then calls `wipeData()`: all data of the person is erased, and the SDK
  /// is off. If events could not be sent, nothing is erased, and the error has the reason.
  /// `logOut()` is Martlet's own method: it keeps the SDK on, and erases no events.
  public func logout() async throws { try await flushAndWipe().get() }

  /// `logout()` with a callback.
  public func logout(completion: (@MainActor @Sendable (Result<Void, LogoutErrorResult>) -> Void)?) {
    Task {
      let result = await flushAndWipe()
      await completion?(result)
    }
  }

  private func flushAndWipe() async -> Result<Void, LogoutErrorResult> {
    if let reason = await flush().reason { return .failure(LogoutErrorResult(reason: reason)) }
    wipeData()
    return .success(())
  }

  /// Why nothing was erased.
  public struct LogoutErrorResult: Error, Hashable, Sendable {
    /// Why events are still waiting.
    public var reason: FlushResult.Reason
  }

  /// The source of a URL.
  public enum Channel: String, Hashable, Sendable {
    case notification, inAppMessage, contentCard, banner
  }
}

extension Martlet.ModalContext {
  /// The source of the page.
  public var channel: Martlet.Channel { source == .notification ? .notification : .inAppMessage }

  /// `animatesPresentation`.
  public var animatePresentation: Bool {
    get { animatesPresentation }
    set { animatesPresentation = newValue }
  }

  /// No effect: the page disappears as the system's pages do.
  public var animateDismissal: Bool {
    get { unused["animateDismissal"] == nil }
    set { unused["animateDismissal"] = newValue ? nil : "false" }
  }

  /// No effect: links of the page open in it.
  public var openNewWindowLinksInBrowser: Bool {
    get { unused["openNewWindowLinksInBrowser"] != nil }
    set { unused["openNewWindowLinksInBrowser"] = newValue ? "true" : nil }
  }
}

extension Martlet.URLContext {
  /// The source of the URL.
  public var channel: Martlet.Channel { source == .notification ? .notification : .inAppMessage }

  /// `init(url:useWebView:isUniversalLink:extras:)`. Of the channels, only `.notification` is used.
  public convenience init(
    url: URL, useWebView: Bool, isUniversalLink: Bool = false, channel: Martlet.Channel,
    extras: [String: Any] = [:]
  ) {
    self.init(
      url: url, useWebView: useWebView, isUniversalLink: isUniversalLink,
      extras: Martlet.InAppMessage.Extras(extras),
      source: channel == .notification ? .notification : .inAppMessage)
  }
}
