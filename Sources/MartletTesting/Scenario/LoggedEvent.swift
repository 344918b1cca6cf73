// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletKit
public import MartletWire

/// An event that an app logs, in a step of a scenario or in the Device Lab.
public enum LoggedEvent: Hashable, Sendable {
  case custom(name: String, properties: [String: Wire.JSONValue])
  case screenView(name: String, properties: [String: Wire.JSONValue])
  case purchase(
    productID: String, currency: String, price: Double, quantity: Int, properties: [String: Wire.JSONValue])
  /// A nil value removes the attribute.
  case attribute(key: String, value: Wire.JSONValue?)
  /// `campaignID` is nil if Martlet did not send the push.
  case pushClick(campaignID: String?)

  /// Logs the event. In properties, `{"$date": milliseconds}` is a date.
  public func log(to martlet: Martlet) {
    switch self {
    case .custom(let name, let properties):
      martlet.logCustomEvent(name: name, properties: properties.mapValues { Value($0) })
    case .screenView(let name, let properties):
      martlet.logScreen(name: name, properties: properties.mapValues { Value($0) })
    case .purchase(let productID, let currency, let price, let quantity, let properties):
      martlet.logPurchase(
        productId: productID, currency: currency, price: price, quantity: quantity,
        properties: properties.mapValues { Value($0) })
    case .attribute(let key, let value): martlet.setAttribute(key: key, to: Value(value ?? .null))
    case .pushClick(let campaignID): martlet.notifications.logClick(campaignId: campaignID)
    }
  }
}

extension ScenarioReader {
  /// nil, with a finding, if the SDK would refuse the event, and the step does not expect that it
  /// says so in its log. nil for actions that are not events.
  func logged(_ name: Scenario.ActionName, _ fields: ScenarioFields, _ key: String) -> LoggedEvent? {
    switch name {
    case .event: named(fields, key, eventName) { .custom(name: $0, properties: $1) }
    case .screen: named(fields, key, screenName) { .screenView(name: $0, properties: $1) }
    case .purchase: purchase(fields, key)
    case .attribute: attribute(fields, key)
    case .pushClick: pushClick(fields, key)
    default: nil
    }
  }

  /// An event from its name alone, or from an object with a name and properties.
  private func named(
    _ fields: ScenarioFields, _ key: String, _ check: (String, String) -> String?,
    _ event: (String, [String: Wire.JSONValue]) -> LoggedEvent
  ) -> LoggedEvent? {
    if case .string(let name) = fields.raw(key) {
      return check(name, fields.inside(key)).map { event($0, [:]) }
    }
    guard let inner = object(fields, key, ["name", "properties"]) else { return nil }
    if inner.raw("name") == .string("") { return check("", inner.inside("name")).map { event($0, [:]) } }
    guard let name = inner.requiredText("name").flatMap({ check($0, inner.inside("name")) }) else {
      return nil
    }
    return event(name, inner.properties("properties"))
  }

  private func screenName(_ name: String, at path: String) -> String? {
    guard !expectsLog, name.isEmpty || name.unicodeScalars.count > Wire.Limits.nameLength else { return name }
    findings.add(path, "A screen's name has 1 to \(Wire.Limits.nameLength) characters, as in \"Cart\".")
    return nil
  }

  private func eventName(_ name: String, at path: String) -> String? {
    guard !expectsLog, Wire.Limits.isReserved(name) else {
      return allowed(name, "The event's name", like: "cart_viewed", at: path)
    }
    findings.add(
      path,
      "No app can log this event: names that begin with \(Wire.Limits.reservedPrefix) are the SDK's own. Choose another name."
    )
    return nil
  }

  /// nil, with a finding, if the text is empty or too long.
  private func allowed(_ text: String, _ what: String, like example: String, at path: String) -> String? {
    if expectsLog { return text }
    if text.isEmpty {
      findings.add(path, "\(what) is missing; write it between the quotes, as in \"\(example)\".")
    } else if text.unicodeScalars.count > Wire.Limits.nameLength {
      findings.add(path, "\(what) has more than \(Wire.Limits.nameLength) characters; shorten it.")
    } else {
      return text
    }
    return nil
  }

  private func purchase(_ fields: ScenarioFields, _ key: String) -> LoggedEvent? {
    if case .string(let product) = fields.raw(key) {
      return productID(product, at: fields.inside(key)).map {
        .purchase(productID: $0, currency: "EUR", price: 1, quantity: 1, properties: [:])
      }
    }
    let names = ["product_id", "currency", "price", "quantity", "properties"]
    guard let inner = object(fields, key, names) else { return nil }
    let product = inner.raw("product_id") == .string("") ? "" : inner.requiredText("product_id")
    let checked = product.flatMap { productID($0, at: inner.inside("product_id")) }
    let (currency, price) = (inner.currency("currency"), inner.price("price"))
    let (quantity, properties) = (
      inner.wholeNumber("quantity", in: Wire.Limits.quantity), inner.properties("properties")
    )
    return checked.map {
      .purchase(
        productID: $0, currency: currency ?? "EUR", price: price ?? 1, quantity: quantity ?? 1,
        properties: properties)
    }
  }

  private func productID(_ product: String, at path: String) -> String? {
    allowed(product, "The product's id", like: "shoes", at: path)
  }

  /// Without a value, the attribute is removed.
  private func attribute(_ fields: ScenarioFields, _ key: String) -> LoggedEvent? {
    guard let inner = object(fields, key, ["key", "value"]), let name = inner.requiredText("key") else {
      return nil
    }
    return allowed(name, "The attribute's key", like: "plan", at: inner.inside("key")).map {
      .attribute(key: $0, value: inner.raw("value").flatMap { $0 == .null ? nil : $0 })
    }
  }

  private func pushClick(_ fields: ScenarioFields, _ key: String) -> LoggedEvent? {
    if fields.raw(key) == .bool(true) { return .pushClick(campaignID: nil) }
    return fields.value(key, "the id of the push's campaign, or true for a push that was not Martlet's") {
      json in
      json.string.flatMap { $0.isEmpty ? nil : .pushClick(campaignID: $0) }
    }
  }
}
