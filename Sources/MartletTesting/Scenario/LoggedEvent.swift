// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
public import MartletWire

extension Scenario {
  /// What an app logs in a step: its name in documents, how it is read, and the call that it stands for.
  public enum LoggedEvent: Hashable, Sendable {
    case event(name: String, properties: [String: Wire.JSONValue])
    case screen(name: String, properties: [String: Wire.JSONValue])
    case purchase(Purchase)
    /// nil: a push that was not Martlet's.
    case pushClick(campaign: String?)

    var actionName: ActionName {
      switch self {
      case .event: .event
      case .screen: .screen
      case .purchase: .purchase
      case .pushClick: .pushClick
      }
    }

    func log(to martlet: Martlet) {
      switch self {
      case .event(let name, let properties): martlet.logCustomEvent(name: name, properties: properties.mapValues(\.property))
      case .screen(let name, let properties): martlet.logScreen(name: name, properties: properties.mapValues(\.property))
      case .purchase(let purchase):
        martlet.logPurchase(
          productId: purchase.productID, currency: purchase.currency, price: purchase.price, quantity: purchase.quantity,
          properties: purchase.properties.mapValues(\.property))
      case .pushClick(let campaign): martlet.notifications.logClick(campaignId: campaign)
      }
    }
  }

  /// What was bought.
  public struct Purchase: Hashable, Sendable {
    public var productID: String
    public var currency = "EUR"
    public var price = 1.0
    public var quantity = 1
    public var properties: [String: Wire.JSONValue] = [:]

    public init(productID: String) {
      self.productID = productID
    }
  }
}

extension ScenarioReader {
  /// nil, and a finding, when the SDK would refuse it. Of other actions nil.
  func logged(_ name: Scenario.ActionName, _ fields: ScenarioFields, _ key: String) -> Scenario.LoggedEvent? {
    switch name {
    case .event: named(fields, key, eventName) { .event(name: $0, properties: $1) }
    case .screen: named(fields, key, screenName) { .screen(name: $0, properties: $1) }
    case .purchase: purchase(fields, key)
    case .pushClick: pushClick(fields, key)
    default: nil
    }
  }

  /// A name alone, or with properties.
  private func named(
    _ fields: ScenarioFields, _ key: String, _ check: (String, String) -> String?,
    _ event: (String, [String: Wire.JSONValue]) -> Scenario.LoggedEvent
  ) -> Scenario.LoggedEvent? {
    if case .string(let name) = fields.raw(key) { return check(name, fields.inside(key)).map { event($0, [:]) } }
    guard let inner = fields.raw(key).flatMap({ object($0, at: fields.inside(key), ["name", "properties"]) }) else { return nil }
    if inner.raw("name") == .string("") { return check("", inner.inside("name")).map { event($0, [:]) } }
    guard let name = inner.requiredText("name").flatMap({ check($0, inner.inside("name")) }) else { return nil }
    return event(name, inner.properties("properties"))
  }

  /// nil, and a finding, when the SDK would refuse the screen for its name.
  private func screenName(_ name: String, at path: String) -> String? {
    guard name.isEmpty || name.unicodeScalars.count > Wire.Limits.nameLength else { return name }
    findings.add(path, "A screen's name has 1 to \(Wire.Limits.nameLength) characters, as in \"Cart\".")
    return nil
  }

  /// nil, and a finding, when the SDK would refuse the event for its name.
  private func eventName(_ name: String, at path: String) -> String? {
    if name.isEmpty {
      findings.add(path, "The event's name is missing; write it between the quotes, as in \"cart_viewed\".")
    } else if Wire.Limits.isReserved(name) {
      findings.add(
        path, "No app can log this event: names that begin with \(Wire.Limits.reservedPrefix) are the SDK's own. Choose another name.")
    } else if name.unicodeScalars.count > Wire.Limits.nameLength {
      findings.add(path, "The event's name has more than \(Wire.Limits.nameLength) characters; shorten it.")
    } else {
      return name
    }
    return nil
  }

  private func purchase(_ fields: ScenarioFields, _ key: String) -> Scenario.LoggedEvent? {
    if case .string(let product) = fields.raw(key) {
      return productID(product, at: fields.inside(key)).map { .purchase(.init(productID: $0)) }
    }
    let names = ["product_id", "currency", "price", "quantity", "properties"]
    guard let inner = fields.raw(key).flatMap({ object($0, at: fields.inside(key), names) }) else { return nil }
    var purchase = Scenario.Purchase(productID: "")
    if inner.raw("product_id") == .string("") {
      _ = productID("", at: inner.inside("product_id"))
    } else if let product = inner.requiredText("product_id").flatMap({ productID($0, at: inner.inside("product_id")) }) {
      purchase.productID = product
    }
    if let currency = inner.currency("currency") { purchase.currency = currency }
    if let price = inner.price("price") { purchase.price = price }
    if let quantity = inner.wholeNumber("quantity", in: Wire.Limits.quantity) { purchase.quantity = quantity }
    purchase.properties = inner.properties("properties")
    return purchase.productID.isEmpty ? nil : .purchase(purchase)
  }

  /// nil, and a finding, when the SDK would refuse the purchase for its product.
  private func productID(_ product: String, at path: String) -> String? {
    if product.isEmpty {
      findings.add(path, "The product's id is missing; write it between the quotes, as in \"shoes\".")
    } else if product.unicodeScalars.count > Wire.Limits.nameLength {
      findings.add(path, "The product's id has more than \(Wire.Limits.nameLength) characters; shorten it.")
    } else {
      return product
    }
    return nil
  }

  private func pushClick(_ fields: ScenarioFields, _ key: String) -> Scenario.LoggedEvent? {
    if fields.raw(key) == .bool(true) { return .pushClick(campaign: nil) }
    return fields.value(key, "the id of the push's campaign, or true for a push that was not Martlet's") { json in
      json.string.flatMap { $0.isEmpty ? nil : .pushClick(campaign: $0) }
    }
  }
}
