// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
package import MartletKit
import MartletWire

extension BridgeAction {
  /// Carries out what concerns only the client, which logs problems with the values itself. Does
  /// nothing for anything else.
  @MainActor
  package func perform(on client: Martlet) {
    switch self {
    case .logCustomEvent(let name, let properties):
      client.logCustomEvent(name: name, properties: properties.mapValues { $0.loggable })
    case .logPurchase(let productID, let price, let currency, let quantity, let properties):
      client.logPurchase(
        productId: productID, currency: currency, price: price, quantity: quantity,
        properties: properties.mapValues { $0.loggable })
    case .requestImmediateDataFlush: client.requestImmediateDataFlush()
    case .changeUser(let id, let signature): client.changeUser(userId: id, sdkAuthSignature: signature)
    case .setAttribute(let key, let value): client.setAttribute(key: key, to: value.loggable)
    case .changeAttribute(let key, let change):
      let client = client
      if let operation = change.operation.known {
        client.changeAttribute(key: key, operation, with: change.value.loggable)
      }
    case .closeMessage, .actionContent, .declareClose, .logClick, .requestPushPermission, .nothing: break
    }
  }
}

extension Wire.JSONValue {
  /// The value as an app would log it. Dates are recognised.
  fileprivate var loggable: Any { MartletCore.Value(self) }
}
