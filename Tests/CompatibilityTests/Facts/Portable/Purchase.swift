// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `logPurchase(productId:currency:price:quantity:properties:)`
// rank: essential

import BrazeKit

private func fact(braze: Braze) {
  braze.logPurchase(productId: "tulips", currency: "EUR", price: 9.99)
  braze.logPurchase(
    productId: "tulips", currency: "EUR", price: 9.99, quantity: 2, properties: ["colour": "red"])
  braze.requestImmediateDataFlush()
}
