// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
import Foundation
import MartletKit

/// Calls, with the rules of their forms in Swift. Invalid events are reported in the log.
extension BRZClient {
  /// Logs an event, which can trigger a message.
  @objc public func logCustomEvent(_ name: String) {
    martlet.logCustomEvent(name: name, properties: nil as [String: Any]?)
  }

  /// Logs an event, which can trigger a message.
  @objc public func logCustomEvent(_ name: String, properties: [String: Any]?) {
    martlet.logCustomEvent(name: name, properties: properties)
  }

  /// Logs a purchase of one unit, which can trigger a message.
  @objc public func logPurchase(_ productId: String, currency: String, price: Double) {
    logPurchase(productId, currency: currency, price: price, quantity: 1, properties: nil)
  }

  /// Logs a purchase of one unit, which can trigger a message.
  @objc public func logPurchase(
    _ productId: String, currency: String, price: Double, properties: [String: Any]?
  ) {
    logPurchase(productId, currency: currency, price: price, quantity: 1, properties: properties)
  }

  /// Logs a purchase, which can trigger a message.
  @objc public func logPurchase(_ productId: String, currency: String, price: Double, quantity: Int) {
    logPurchase(productId, currency: currency, price: price, quantity: quantity, properties: nil)
  }

  /// Logs a purchase, which can trigger a message.
  @objc public func logPurchase(
    _ productId: String, currency: String, price: Double, quantity: Int, properties: [String: Any]?
  ) {
    martlet.logPurchase(
      productId: productId, currency: currency, price: price, quantity: quantity, properties: properties)
  }

  /// Signs a user in.
  @objc public func changeUser(_ userId: String) { martlet.changeUser(userId: userId, sdkAuthSignature: nil) }

  /// Signs a user in, with a signature from the app's backend.
  @objc public func changeUser(_ userId: String, sdkAuthSignature: String?) {
    martlet.changeUser(userId: userId, sdkAuthSignature: sdkAuthSignature)
  }

  /// Another signature for the current user.
  @objc public func setSDKAuthenticationSignature(_ signature: String) {
    martlet.set(sdkAuthenticationSignature: signature)
  }

  /// Sends all waiting events now.
  @objc public func requestImmediateDataFlush() { martlet.requestImmediateDataFlush() }

  /// Erases all data on this device, and turns the SDK off.
  @objc public func wipeData() { martlet.wipeData() }

  /// Sends waiting events, then erases all data and turns the SDK off. If events could not be sent,
  /// nothing is erased.
  @objc(logoutWithCompletion:)
  public func logout(completion: (@MainActor @Sendable ((any Error)?) -> Void)?) {
    martlet.logout { result in
      if case .failure(let error) = result { completion?(error) } else { completion?(nil) }
    }
  }

  /// Logs that the app was opened from a notification, which can trigger a message.
  @objc(logNotificationClickWithCampaignId:)
  public func logNotificationClick(campaignId: String?) {
    martlet.notifications.logClick(campaignId: campaignId)
  }
}
#endif
