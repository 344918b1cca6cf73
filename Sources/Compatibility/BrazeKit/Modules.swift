// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

/// What an app's own code calls, one protocol for each part of the client, so that its tests can use a mock. A mock
/// needs all members. The protocols have no default implementations, because a call on the client could then mean those.
extension Martlet {
  /// The calls of the client itself.
  public protocol CoreModule: Sendable {
    var enabled: Bool { get }
    var deviceId: String { get }
    func changeUser(userId: String, sdkAuthSignature: String?)
    func logCustomEvent(name: String, properties: [String: Any]?)
    func logPurchase(productId: String, currency: String, price: Double, quantity: Int, properties: [String: Any]?)
    func requestImmediateDataFlush()
    func set(sdkAuthenticationSignature: String)
    func wipeData()
  }

  /// The calls of `user`.
  public protocol UserModule: Sendable {
    var id: String? { get }
    func set(firstName: String?)
    func set(lastName: String?)
    func set(email: String?)
    func set(phoneNumber: String?)
    func set(language: String?)
    func setCustomAttribute(key: String, value: Bool)
    func setCustomAttribute(key: String, value: Int)
    func setCustomAttribute(key: String, value: Double)
    func setCustomAttribute(key: String, value: String)
    func setCustomAttribute(key: String, value: Date)
    func unsetCustomAttribute(key: String)
    func add(alias: String, label: String)
    func addToSubscriptionGroup(id: String)
    func removeFromSubscriptionGroup(id: String)
  }
}

extension Martlet: Martlet.CoreModule {}
extension Martlet.User: Martlet.UserModule {}
