// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Martlet {
  /// Logs an event with typed properties. The rules of `logCustomEvent(name:properties:)` with `[String: Any]` apply.
  ///
  ///     martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5, "currency": "EUR"])
  ///
  /// Literals use this method automatically. For other values, name the type: `["total": .double(total)]`. Dictionaries of other types, or
  /// with values such as `Date`, use the other method.
  public func logCustomEvent(name: String, properties: Properties) {
    logEvent(name) { examine(properties, of: "The event \(name.prefix(64))") }
  }

  /// Logs a screen with typed properties. The rules of the method with `[String: Any]` apply.
  public func logScreen(name: String, properties: Properties) {
    logScreen(name) { examine(properties, of: "The screen \(name.prefix(64))") }
  }

  /// Logs a purchase with typed properties. The rules of the method with `[String: Any]` apply.
  public func logPurchase(productId: String, currency: String, price: Double, quantity: Int = 1, properties: Properties) {
    logPurchase(productId, currency, price, quantity) { examine(properties, of: "The purchase of \(productId.prefix(64))") }
  }
}
