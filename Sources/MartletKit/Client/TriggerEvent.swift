// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Martlet {
  /// An event as the delegate sees it.
  public enum TriggerEvent: Sendable {
    /// A session began.
    case sessionStart
    /// `logCustomEvent(name:properties:)`.
    case customEvent(name: String, properties: [String: Value])
    /// `logPurchase(productId:currency:price:quantity:properties:)`.
    case purchase(productId: String, properties: [String: Value])
    /// An event of another kind: a screen, or a click on a notification.
    case other

    /// The event's name or the product's id; nil for events without one.
    public var identifier: String? {
      switch self {
      case .customEvent(let name, _): name
      case .purchase(let productId, _): productId
      case .sessionStart, .other: nil
      }
    }
  }
}
