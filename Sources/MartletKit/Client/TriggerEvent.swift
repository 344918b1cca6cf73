// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Martlet {
  /// An event as the delegate sees it.
  public enum TriggerEvent: Sendable {
    case sessionStart
    case customEvent(name: String, properties: [String: Value])
    case purchase(productId: String, properties: [String: Value])
    case other

    /// The event's name or the product's id.
    public var identifier: String? {
      switch self {
      case .customEvent(let name, _): name
      case .purchase(let productId, _): productId
      case .sessionStart, .other: nil
      }
    }
  }
}
