// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: e-commerce events
// rank: rare

import BrazeKit

private func fact(braze: Braze) {
  let product = Braze.Ecommerce.Product(id: "1", name: "Tulips", variantId: "red", quantity: 2, price: 4.5)
  braze.logEcommerceEvent(Braze.Ecommerce.ProductViewed(product: product, currency: "EUR", source: "app"))
  braze.logEcommerceEvent(
    Braze.Ecommerce.CartUpdated(
      cartId: "c", products: [product], totalValue: 9, currency: "EUR", source: "app"))
  braze.logEcommerceEvent(
    Braze.Ecommerce.CheckoutStarted(
      checkoutId: "k", products: [product], totalValue: 9, currency: "EUR", source: "app"))
  braze.logEcommerceEvent(
    Braze.Ecommerce.OrderPlaced(
      orderId: "o", products: [product], totalValue: 9, currency: "EUR", source: "app"))
}
