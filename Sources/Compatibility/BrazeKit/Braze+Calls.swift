// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Spellings of calls that Martlet has under another one.
extension Martlet {
  /// `logCustomEvent(name:properties:)`. The location is not used. Invalid events are reported in the log.
  public func logCustomEvent(name: String, properties: [String: Any]? = nil, fileID: StaticString, line: UInt) {
    logCustomEvent(name: name, properties: properties)
  }

  /// `logPurchase(productId:currency:price:quantity:properties:)`. The location is not used.
  public func logPurchase(
    productId: String, currency: String, price: Double, quantity: Int = 1, properties: [String: Any]? = nil, fileID: StaticString,
    line: UInt
  ) {
    logPurchase(productId: productId, currency: currency, price: price, quantity: quantity, properties: properties)
  }

  /// `changeUser(userId:sdkAuthSignature:)`. The location is not used.
  public func changeUser(userId: String, sdkAuthSignature: String? = nil, fileID: StaticString, line: UInt) {
    changeUser(userId: userId, sdkAuthSignature: sdkAuthSignature)
  }

  /// `deviceId`, or `"undefined"` if there is none: after a wipe, or if the SDK was off from the first launch.
  public func getDeviceId() async -> String {
    await deviceId ?? "undefined"
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

  /// `setCustomAttribute(key:array:)`; nil removes the attribute.
  public func setCustomAttribute(key: String, array: [String]?) {
    if let array { setCustomAttribute(key: key, array: array) } else { unsetCustomAttribute(key: key) }
  }
}

extension Martlet {
  /// `sessionUpdates`.
  public var sessionUpdatesStream: AsyncStream<SessionEvent> { sessionUpdates }

  /// `sessionUpdates` with a callback, for as long as the result is kept.
  public func subscribeToSessionUpdates(_ update: @escaping @MainActor @Sendable (SessionEvent) -> Void) -> Cancellable {
    let updates = sessionUpdates
    let task = Task { for await event in updates { await update(event) } }
    return Cancellable { task.cancel() }
  }

  /// Ends a subscription when it is cancelled or released.
  public final class Cancellable: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit { end() }

    /// Cancels the subscription. Further calls have no effect.
    public func cancel() { end() }

    /// A value without a subscription.
    public static let empty = Cancellable {}
  }
}
