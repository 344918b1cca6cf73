// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import MartletCore
import MartletTesting
import MartletWire

/// Events that an app logs in the lab: the command for each, and the trigger that it meets.
extension LoggedEvent {
  /// The name of its command.
  enum Name: String, Hashable, Sendable, CaseIterable {
    case custom = "log_event"
    case screenView = "log_screen"
    case purchase
    case attribute = "set_attribute"
    case pushClick = "push_click"
  }

  /// Reads the event's fields and records an error for each wrong field.
  init(_ name: Name, _ fields: inout FieldReader) {
    self =
      switch name {
      case .custom:
        .custom(
          name: fields.string("name", length: 1...Wire.Limits.nameLength),
          properties: fields.properties("properties"))
      case .screenView:
        .screenView(
          name: fields.string("name", length: 1...Wire.Limits.nameLength),
          properties: fields.properties("properties"))
      case .purchase: Self.purchase(&fields)
      case .attribute:
        .attribute(key: fields.string("key", length: 1...Wire.Limits.keyLength), value: fields.value("value"))
      case .pushClick:
        .pushClick(
          campaignID: fields.has("campaign_id")
            ? fields.string("campaign_id", length: 1...Wire.Limits.nameLength) : nil)
      }
  }

  private static func purchase(_ fields: inout FieldReader) -> LoggedEvent {
    let currency = fields.string("currency", length: 3...3)
    if !currency.isEmpty, !Wire.CurrencyCode.isWellFormed(currency) {
      fields.refuse("currency", "Expected three capital letters, such as EUR.")
    }
    return .purchase(
      productID: fields.string("product_id", length: 1...Wire.Limits.nameLength), currency: currency,
      price: fields.number("price", in: 0...1_000_000_000),
      quantity: fields.integer("quantity", in: Wire.Limits.quantity, default: 1),
      properties: fields.properties("properties"))
  }

  /// The event that meets a plain trigger; nil if the trigger is not plain or the lab cannot log
  /// its event.
  init?(meeting trigger: Wire.Trigger, properties: [String: Wire.JSONValue]) {
    switch trigger.kind.known?.traits.category {
    case .custom:
      guard let name = trigger.name else { return nil }
      self = .custom(name: name, properties: properties)
    case .screenView:
      guard let name = trigger.name else { return nil }
      self = .screenView(name: name, properties: properties)
    case .purchase:
      self = .purchase(
        productID: trigger.name ?? "mug", currency: "EUR", price: 14.5, quantity: 1, properties: properties)
    case .pushClick: self = .pushClick(campaignID: trigger.name)
    case .attribute:
      guard let key = trigger.name else { return nil }
      self = .attribute(key: key, value: properties["value"] ?? "sample")
    case .sessionStart, .audienceEntry, .audienceExit, nil: return nil
    }
  }

  /// The command that logs the event.
  var json: Wire.JSONValue {
    switch self {
    case .custom(let name, let properties):
      ["command": .string(Name.custom.rawValue), "name": .string(name), "properties": .object(properties)]
    case .screenView(let name, let properties):
      [
        "command": .string(Name.screenView.rawValue), "name": .string(name),
        "properties": .object(properties),
      ]
    case .purchase(let productID, let currency, let price, let quantity, let properties):
      [
        "command": .string(Name.purchase.rawValue), "product_id": .string(productID),
        "currency": .string(currency),
        "price": .double(price), "quantity": .int(Int64(quantity)), "properties": .object(properties),
      ]
    case .attribute(let key, let value):
      ["command": .string(Name.attribute.rawValue), "key": .string(key), "value": value ?? .null]
    case .pushClick(let campaignID):
      .object(
        ["command": .string(Name.pushClick.rawValue)].merging(
          campaignID.map { ["campaign_id": .string($0)] } ?? [:]
        ) { $1 })
    }
  }

  /// The label of its button.
  var label: String {
    switch self {
    case .custom(let name, _): name
    case .screenView(let name, _): "Open screen \(name)"
    case .purchase(let productID, _, _, _, _): "Buy \(productID)"
    case .attribute(let key, let value): value.map { "Set \(key) to \($0.words)" } ?? "Remove \(key)"
    case .pushClick: "Open a notification"
    }
  }

  /// The words of the timeline.
  func words(naming name: (String) -> String) -> (title: String, detail: String?) {
    switch self {
    case .custom(let name, let properties): ("Logged \(name)", properties.json)
    case .screenView(let name, let properties): ("Opened the screen \(name)", properties.json)
    case .purchase(let productID, let currency, let price, let quantity, _):
      ("Bought \(productID)", "\(quantity) × \(price) \(currency)")
    case .attribute(let key, let value): ("Set the attribute \(key)", value?.words ?? "Removed")
    case .pushClick(let campaignID): ("Opened a notification", campaignID.map { "From \(name($0))" })
    }
  }
}
