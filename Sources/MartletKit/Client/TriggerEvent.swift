// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Martlet {
  /// An event, as the delegate receives it.
  public enum TriggerEvent: Sendable {
    /// A session started.
    case sessionStart
    /// An event logged with `logCustomEvent(name:properties:)`.
    case customEvent(name: String, properties: [String: Value])
    /// A purchase logged with `logPurchase(productId:currency:price:quantity:properties:)`.
    case purchase(productId: String, properties: [String: Value])
    /// Any other event: a screen, or a click on a notification.
    case other

    /// The name of the event or the id of the product, or nil for other events.
    public var identifier: String? {
      switch self {
      case .customEvent(let name, _): name
      case .purchase(let productId, _): productId
      case .sessionStart, .other: nil
      }
    }
  }
}
