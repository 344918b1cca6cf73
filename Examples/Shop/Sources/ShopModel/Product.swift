// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Something to buy.
public struct Product: Hashable, Identifiable, Sendable {
  public let id: String
  public let name: String
  /// In euros.
  public let price: Double
  /// The name of an SF Symbol.
  public let symbol: String

  public static let all = [
    Product(id: "tulips", name: "Tulips", price: 12.5, symbol: "camera.macro"),
    Product(id: "herbs", name: "Herbs", price: 6.9, symbol: "leaf"),
    Product(id: "olive-tree", name: "Olive tree", price: 79, symbol: "tree"),
    Product(id: "watering-can", name: "Watering can", price: 24, symbol: "drop"),
  ]

  public static func with(id: String) -> Product? { all.first { $0.id == id } }
}

extension Double {
  /// The number as a price: 12.50 €.
  public var euros: String {
    let cents = Int((self * 100).rounded())
    return "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100) €"
  }
}
