// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension Martlet {
  /// Events of a shop. Each is logged as a custom event, whose name and properties its type
  /// describes.
  public enum Ecommerce {
    /// An event of a shop.
    public protocol Event: Sendable {
      /// The name of the custom event.
      var name: String { get }
      /// The properties of the custom event.
      var properties: [String: Any] { get }
      /// The products that were bought, each logged as a purchase as well.
      var purchases: [Product] { get }
      /// An ISO 4217 code.
      var currency: String { get }
    }

    /// A product, as the properties `product_id`, `product_name`, `variant_id`, `quantity`,
    /// `price`, `image_url` and `product_url`, and the metadata as `metadata`.
    public struct Product: Sendable {
      public var id: String
      public var name: String
      public var variantId: String
      public var quantity: Int
      /// The price of one.
      public var price: Double
      public var imageURL: String?
      public var productURL: String?
      public var metadata: [String: String]

      public init(
        id: String, name: String, variantId: String, quantity: Int = 1, price: Double,
        imageURL: String? = nil, productURL: String? = nil,
        metadata: [String: String] = [:]
      ) {
        self.id = id
        self.name = name
        self.variantId = variantId
        self.quantity = quantity
        self.price = price
        self.imageURL = imageURL
        self.productURL = productURL
        self.metadata = metadata
      }

      var properties: [String: Any] {
        var properties: [String: Any] = [
          "product_id": id, "product_name": name, "variant_id": variantId, "quantity": quantity,
          "price": price,
        ]
        properties["image_url"] = imageURL
        properties["product_url"] = productURL
        if !metadata.isEmpty { properties["metadata"] = metadata }
        return properties
      }
    }
  }

  /// Logs an event of a shop.
  public func logEcommerceEvent(_ event: some Ecommerce.Event) {
    logCustomEvent(name: event.name, properties: event.properties)
    for product in event.purchases {
      logPurchase(
        productId: product.id, currency: event.currency, price: product.price, quantity: product.quantity,
        properties: ["variant_id": product.variantId])
    }
  }

  /// `logEcommerceEvent(_:)`. The location is not used.
  public func logEcommerceEvent(_ event: some Ecommerce.Event, fileID: StaticString, line: UInt) {
    logEcommerceEvent(event)
  }
}

extension Martlet.Ecommerce.Event {
  /// No products were bought.
  public var purchases: [Martlet.Ecommerce.Product] { [] }
}
