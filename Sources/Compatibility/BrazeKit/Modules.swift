// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

/// What an app's own code calls, one protocol for each part of the client, so that its tests can
/// use a mock. A mock needs all members. The protocols have no default implementations, because a
/// call on the client could then mean those.
extension Martlet {
  /// The calls of the client itself.
  public protocol CoreModule: Sendable {
    /// `enabled` of the client.
    var enabled: Bool { get }
    /// `deviceId` of the client.
    var deviceId: String { get }
    /// `changeUser(userId:sdkAuthSignature:)` of the client.
    func changeUser(userId: String, sdkAuthSignature: String?)
    /// `logCustomEvent(name:properties:)` of the client.
    func logCustomEvent(name: String, properties: [String: Any]?)
    /// `logPurchase(productId:currency:price:quantity:properties:)` of the client.
    func logPurchase(
      productId: String, currency: String, price: Double, quantity: Int, properties: [String: Any]?)
    /// `requestImmediateDataFlush()` of the client.
    func requestImmediateDataFlush()
    /// `set(sdkAuthenticationSignature:)` of the client.
    func set(sdkAuthenticationSignature: String)
    /// `wipeData()` of the client.
    func wipeData()
  }

  /// The calls of `user`.
  public protocol UserModule: Sendable {
    /// `id` of the user.
    var id: String? { get }
    /// `set(firstName:)` of the user.
    func set(firstName: String?)
    /// `set(lastName:)` of the user.
    func set(lastName: String?)
    /// `set(email:)` of the user.
    func set(email: String?)
    /// `set(phoneNumber:)` of the user.
    func set(phoneNumber: String?)
    /// `set(language:)` of the user.
    func set(language: String?)
    /// `setCustomAttribute(key:value:)` of the user.
    func setCustomAttribute(key: String, value: Bool)
    /// `setCustomAttribute(key:value:)` of the user.
    func setCustomAttribute(key: String, value: Int)
    /// `setCustomAttribute(key:value:)` of the user.
    func setCustomAttribute(key: String, value: Double)
    /// `setCustomAttribute(key:value:)` of the user.
    func setCustomAttribute(key: String, value: String)
    /// `setCustomAttribute(key:value:)` of the user.
    func setCustomAttribute(key: String, value: Date)
    /// `unsetCustomAttribute(key:)` of the user.
    func unsetCustomAttribute(key: String)
    /// `add(alias:label:)` of the user.
    func add(alias: String, label: String)
    /// `addToSubscriptionGroup(id:)` of the user.
    func addToSubscriptionGroup(id: String)
    /// `removeFromSubscriptionGroup(id:)` of the user.
    func removeFromSubscriptionGroup(id: String)
  }
}

extension Martlet: Martlet.CoreModule {}
extension Martlet.User: Martlet.UserModule {}
