// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What people spent. Amounts in different currencies are never added.
public struct Revenue: Hashable, Sendable {
  /// In hundredths, by currency (ISO 4217). The empty text is for events that name none.
  public private(set) var sums: [String: Int64]

  public init(_ sums: [String: Int64] = [:]) {
    self.sums = sums
  }

  /// By currency, in the order of their codes.
  public var ordered: [(currency: String, hundredths: Int64)] {
    sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Adds an amount. What is no sum of money, such as a number beyond all bounds, adds nothing.
  public mutating func add(_ amount: Amount) {
    if let hundredths = Int64(exactly: (amount.value * 100).rounded()) {
      add(hundredths, in: amount.currency)
    }
  }

  public mutating func add(_ other: Revenue) {
    for (currency, hundredths) in other.sums { add(hundredths, in: currency) }
  }

  private mutating func add(_ hundredths: Int64, in currency: String) {
    guard hundredths != 0 else { return }
    let (sum, isTooLarge) = sums[currency, default: 0].addingReportingOverflow(hundredths)
    if !isTooLarge { sums[currency] = sum }
  }

  /// The revenue of one event.
  public struct Amount: Hashable, Sendable {
    public var value: Double
    public var currency: String

    public init(_ value: Double, currency: String = "") {
      self.value = value
      self.currency = currency
    }
  }
}

extension ConversionRule {
  /// The revenue of an event: the property that the conversion names, in the currency that its
  /// property `currency` names. The price of a purchase is that of one unit, so it counts as often
  /// as there are units. nil: the conversion or the event has none.
  public func amount(of properties: Properties) -> Revenue.Amount? {
    guard let revenue, var value = properties.number(at: [revenue]) else { return nil }
    if activity.kind == .purchase, revenue == "price" { value *= properties.number(at: ["quantity"]) ?? 1 }
    guard case .string(let currency)? = properties["currency"], currency.utf8.count == 3,
      currency.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 })
    else { return Revenue.Amount(value) }
    return Revenue.Amount(value, currency: currency)
  }
}
