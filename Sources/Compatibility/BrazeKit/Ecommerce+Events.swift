// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension Martlet.Ecommerce {
  /// A product was viewed: `ecommerce.product_viewed`, with the properties of the product,
  /// `currency` and `source`.
  public struct ProductViewed: Event {
    public var product: Product
    public var currency: String
    /// Where it was seen.
    public var source: String

    public init(product: Product, currency: String, source: String) {
      self.product = product
      self.currency = currency
      self.source = source
    }

    public var name: String { "ecommerce.product_viewed" }
    public var properties: [String: Any] {
      product.properties.merging(["currency": currency, "source": source]) { own, _ in own }
    }
  }

  /// A cart changed: `ecommerce.cart_updated`, with `action`, `cart_id`, `products`, `total_value`,
  /// `currency` and `source`.
  public struct CartUpdated: Event {
    /// What the products are.
    public enum Action: String, Hashable, Sendable, CaseIterable {
      /// The whole content of the cart.
      case replace
      case add, remove
    }

    public var cartId: String
    public var action: Action
    public var products: [Product]
    public var totalValue: Double
    public var currency: String
    public var source: String

    public init(
      cartId: String, action: Action = .replace, products: [Product], totalValue: Double, currency: String,
      source: String
    ) {
      self.cartId = cartId
      self.action = action
      self.products = products
      self.totalValue = totalValue
      self.currency = currency
      self.source = source
    }

    public var name: String { "ecommerce.cart_updated" }
    public var properties: [String: Any] {
      [
        "action": action.rawValue, "cart_id": cartId, "products": products.map(\.properties),
        "total_value": totalValue,
        "currency": currency, "source": source,
      ]
    }
  }

  /// A checkout started: `ecommerce.checkout_started`, with `checkout_id`, `cart_id`, `products`,
  /// `total_value`, `currency` and `source`.
  public struct CheckoutStarted: Event {
    public var checkoutId: String
    public var cartId: String?
    public var products: [Product]
    public var totalValue: Double
    public var currency: String
    public var source: String

    public init(
      checkoutId: String, cartId: String? = nil, products: [Product], totalValue: Double, currency: String,
      source: String
    ) {
      self.checkoutId = checkoutId
      self.cartId = cartId
      self.products = products
      self.totalValue = totalValue
      self.currency = currency
      self.source = source
    }

    public var name: String { "ecommerce.checkout_started" }
    public var properties: [String: Any] {
      var properties: [String: Any] = [
        "checkout_id": checkoutId, "products": products.map(\.properties), "total_value": totalValue,
        "currency": currency,
        "source": source,
      ]
      properties["cart_id"] = cartId
      return properties
    }
  }

  /// An order was placed: `ecommerce.order_placed`, with `order_id`, `cart_id`, `products`,
  /// `total_value`, `total_discounts`, `currency` and `source`, and one purchase for each product.
  public struct OrderPlaced: Event {
    public var orderId: String
    public var cartId: String?
    public var products: [Product]
    public var totalValue: Double
    public var totalDiscounts: Double?
    public var currency: String
    public var source: String

    public init(
      orderId: String, cartId: String? = nil, products: [Product], totalValue: Double,
      totalDiscounts: Double? = nil, currency: String,
      source: String
    ) {
      self.orderId = orderId
      self.cartId = cartId
      self.products = products
      self.totalValue = totalValue
      self.totalDiscounts = totalDiscounts
      self.currency = currency
      self.source = source
    }

    public var name: String { "ecommerce.order_placed" }
    public var purchases: [Product] { products }
    public var properties: [String: Any] {
      var properties: [String: Any] = [
        "order_id": orderId, "products": products.map(\.properties), "total_value": totalValue,
        "currency": currency, "source": source,
      ]
      properties["cart_id"] = cartId
      properties["total_discounts"] = totalDiscounts
      return properties
    }
  }
}
