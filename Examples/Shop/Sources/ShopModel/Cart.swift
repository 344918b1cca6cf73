// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a person is about to buy.
public struct Cart: Equatable, Sendable {
  /// A product and how many of it.
  public struct Line: Hashable, Identifiable, Sendable {
    public let product: Product
    public var quantity: Int

    public var id: String { product.id }
    public var price: Double { product.price * Double(quantity) }
  }

  public private(set) var lines: [Line] = []

  public init() {}

  public var count: Int { lines.reduce(0) { $0 + $1.quantity } }
  public var total: Double { lines.reduce(0) { $0 + $1.price } }

  public mutating func add(_ product: Product) {
    if let index = lines.firstIndex(where: { $0.product == product }) {
      lines[index].quantity += 1
    } else {
      lines.append(Line(product: product, quantity: 1))
    }
  }

  public mutating func remove(_ product: Product) {
    lines.removeAll { $0.product == product }
  }

  /// Empties the cart and returns what was in it.
  public mutating func checkOut() -> [Line] {
    defer { lines = [] }
    return lines
  }
}
