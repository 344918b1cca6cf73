// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import MartletWire
import Testing

@testable import MartletKit

@Suite("What a purchase may be")
struct PurchaseRulesTests {
  @Test(arguments: ["EUR", "eur", "cHf"])
  func `a currency is three letters from A to Z, in either case`(_ text: String) throws {
    let purchase = try EventRules.purchase(
      productID: "p", currency: text, price: 1, quantity: 1, properties: [:])
    #expect(purchase.currency == text.uppercased() && Wire.CurrencyCode.isWellFormed(purchase.currency))
  }

  /// Of three bytes each, or letters whose upper case is one of ASCII.
  @Test(
    arguments: [
      "ªa", "aª", "º1", "éa", "Ωx", "€", "ßs", "ﬁ", "ıda", "ſek", "EU", "EURO", "E1R", "E R", "", "eu\u{301}",
      "ＥＵＲ",
      "\u{212A}a",
    ])
  func `letters of other alphabets make none`(_ text: String) {
    #expect(throws: (any Error).self) {
      try EventRules.purchase(productID: "p", currency: text, price: 1, quantity: 1, properties: [:])
    }
    #expect(Wire.CurrencyCode.normal(text) == nil && !Wire.CurrencyCode.isWellFormed(text))
  }

  @Test func `what an app may log is what the server takes`() {
    for first in UInt8.min...UInt8.max {
      for second in [UInt8(ascii: "a"), 0xAA] {
        let text = String(decoding: [first, second, UInt8(ascii: "A")], as: UTF8.self)
        guard
          let purchase = try? EventRules.purchase(
            productID: "p", currency: text, price: 1, quantity: 1, properties: [:])
        else {
          continue
        }
        let record = Wire.EventRecord(
          id: "e", at: .init(milliseconds: 0), sessionID: nil, userID: "u",
          body: .purchase(productID: "p", currency: purchase.currency, price: 1, quantity: 1, properties: [:])
        )
        #expect(record.validate().isEmpty, "\(text)")
      }
    }
  }
}
