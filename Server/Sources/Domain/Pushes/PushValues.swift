// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What whoever starts a run says about it, for its texts: they name it as `event.KEY`, like the
/// properties of the event on which a push is sent.
public struct PushValues: Equatable, Sendable {
  /// For everybody who gets the run.
  public var shared: [String: Wire.JSONValue]
  /// By user id. They replace the shared ones with the same keys.
  public var byUser: [String: [String: Wire.JSONValue]]

  public init(shared: [String: Wire.JSONValue] = [:], byUser: [String: [String: Wire.JSONValue]] = [:]) {
    self.shared = shared
    self.byUser = byUser
  }
}

extension Wire.EventRecord.Body {
  /// What templates can name of the event, by key: its properties, its `name`, and the fields of a
  /// purchase. Empty for events without properties.
  public var templateValues: [String: Wire.JSONValue] {
    guard let properties else { return [:] }
    var values: [String: Wire.JSONValue] = ["name": .string(name ?? "")]
    if case .purchase(let productID, let currency, let price, let quantity, _) = self {
      values["product_id"] = .string(productID)
      values["currency"] = .string(currency)
      values["price"] = .double(price)
      values["quantity"] = .int(Int64(quantity))
    }
    return properties.merging(values) { own, _ in own }
  }
}
