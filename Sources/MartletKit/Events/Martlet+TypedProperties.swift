// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Martlet {
  /// Logs an event whose properties have types; the rules are those of the form that takes `[String: Any]`.
  ///
  ///     martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5, "currency": "EUR"])
  ///
  /// Literals go here by themselves; what is no literal is named: `["total": .double(total)]`. Dictionaries of other types, or with values such as
  /// `Date`, go to the other form.
  public func logCustomEvent(name: String, properties: Properties) {
    logEvent(name) { examine(properties, of: "The event \(name.prefix(64))") }
  }

  /// Logs a screen whose properties have types; the rules are those of the form that takes `[String: Any]`.
  public func logScreen(name: String, properties: Properties) {
    logScreen(name) { examine(properties, of: "The screen \(name.prefix(64))") }
  }

  /// Logs a purchase whose properties have types; the rules are those of the form that takes `[String: Any]`.
  public func logPurchase(productId: String, currency: String, price: Double, quantity: Int = 1, properties: Properties) {
    logPurchase(productId, currency, price, quantity) { examine(properties, of: "The purchase of \(productId.prefix(64))") }
  }
}
