// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Something that happened on this device and was logged through the SDK.
///
/// Only such events trigger messages; events that the server learns from elsewhere never do.
public struct Event: Hashable, Sendable {
  /// Unique for ever; the server counts an id once.
  public var id: String
  /// Device wall clock at the moment of the call.
  public var at: Instant
  public var kind: Kind

  public init(id: String, at: Instant, kind: Kind) {
    self.id = id
    self.at = at
    self.kind = kind
  }

  /// What happened, as far as triggers tell it apart.
  public enum Kind: Hashable, Sendable {
    case sessionStart
    /// The app was opened from a push; `campaign` is nil when the push was not Martlet's.
    case pushClick(campaign: CampaignID?)
    case custom(name: String, properties: Properties)
    case purchase(Purchase)
  }
}

/// A purchase as the app logged it.
public struct Purchase: Hashable, Sendable {
  public var productID: String
  /// ISO 4217 code, upper case.
  public var currency: String
  /// Price of one unit, in `currency`.
  public var price: Double
  /// 1…100.
  public var quantity: Int
  public var properties: Properties

  public init(productID: String, currency: String, price: Double, quantity: Int = 1, properties: Properties = [:]) {
    self.productID = productID
    self.currency = currency
    self.price = price
    self.quantity = quantity
    self.properties = properties
  }

  /// What filters find: the properties, and the purchase's own fields under the names that no property has.
  var propertiesWithFields: Properties {
    var values: [String: Value] = [
      "price": .double(price), "currency": .string(currency), "quantity": .int(Int64(quantity)), "product_id": .string(productID),
    ]
    for (name, value) in properties { values[name] = value }
    return Properties(values)
  }
}
