// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The limits for events.
///
/// An event with an invalid name or with too large properties is refused as a whole, because a part
/// of it would count as something that did not happen. A single invalid property is left out, and
/// the rest of the event is logged. A character is a Unicode scalar, as on the server.
enum EventRules {
  static let maximumProperties = 256
  /// The maximum size of the properties as JSON. It leaves space for the rest of the record.
  static let maximumPropertyBytes = Wire.Limits.eventBytes - 2_048

  struct Refusal: Error, Equatable {
    var reason: String
  }

  static func check(eventName name: String) throws(Refusal) {
    guard !name.isEmpty else { throw Refusal(reason: "the name is empty") }
    guard name.unicodeScalars.count <= Wire.Limits.nameLength else {
      throw Refusal(reason: "the name has more than \(Wire.Limits.nameLength) characters")
    }
    guard !Wire.Limits.isReserved(name) else { throw Refusal(reason: "names that start with $ are reserved") }
  }

  /// - Parameter what: what the text is, for the reason: `a screen name`.
  static func check(_ text: String, of what: String, upTo length: Int = Wire.Limits.nameLength)
    throws(Refusal)
  {
    guard Wire.Limits.allow(text, upTo: length) else {
      throw Refusal(reason: "\(what) must have 1 to \(length) characters")
    }
  }

  /// nil if the key is valid.
  static func problem(ofKey key: String) -> String? {
    if key.isEmpty { return "the key is empty" }
    if key.unicodeScalars.count > Wire.Limits.keyLength {
      return "the key has more than \(Wire.Limits.keyLength) characters"
    }
    if Wire.Limits.isReserved(key) { return "keys that start with $ are reserved" }
    return nil
  }

  static func check(_ properties: Properties) throws(Refusal) {
    guard properties.count <= maximumProperties else {
      throw Refusal(reason: "it has \(properties.count) properties, but the limit is \(maximumProperties)")
    }
    guard mostBytes(properties) > maximumPropertyBytes else { return }
    let bytes = Wire.JSONValue(.object(properties)).encodedByteCount
    guard bytes <= maximumPropertyBytes else {
      throw Refusal(
        reason: "its properties have \(bytes) bytes as JSON, but the limit is \(maximumPropertyBytes)")
    }
  }

  /// A fast upper bound for the size of the properties as JSON.
  private static func mostBytes(_ properties: Properties) -> Int {
    properties.reduce(2) { $0 + 6 * $1.key.utf8.count + mostBytes($1.value) + 4 }
  }

  private static func mostBytes(_ value: Value) -> Int {
    switch value {
    case .null, .bool, .int, .double, .date: 64
    case .string(let text): 6 * text.utf8.count + 2
    case .array(let elements): elements.reduce(2) { $0 + mostBytes($1) + 1 }
    case .object(let fields): mostBytes(fields)
    }
  }

  /// The purchase as it is logged, with the currency in upper case and the price rounded to two
  /// decimals.
  static func purchase(
    productID: String, currency: String, price: Double, quantity: Int, properties: Properties
  ) throws(Refusal) -> Purchase {
    try check(productID, of: "the product id")
    guard let currency = Wire.CurrencyCode.normal(currency) else {
      throw Refusal(reason: "the currency must be a code of three letters from A to Z (ISO 4217)")
    }
    let rounded = (price * 100).rounded() / 100
    guard rounded.isFinite else { throw Refusal(reason: "the price is not a number") }
    guard Wire.Limits.quantity.contains(quantity) else {
      throw Refusal(
        reason:
          "the quantity must be \(Wire.Limits.quantity.lowerBound) to \(Wire.Limits.quantity.upperBound)")
    }
    try check(properties)
    return Purchase(
      productID: productID, currency: currency, price: rounded, quantity: quantity, properties: properties)
  }
}
