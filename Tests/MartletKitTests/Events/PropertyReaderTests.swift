// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import Testing

@testable import MartletKit

@Suite struct PropertyReaderTests {
  @Test func `every type that Swift code logs keeps its own`() {
    let properties: [String: Any] = [
      "bool": true, "int": 1, "zero": 0, "int8": Int8(-3), "uint": UInt(7), "huge": UInt64.max, "double": 1.0,
      "float": Float(0.5),
      "string": "", "date": Date(timeIntervalSince1970: 1.5),
      "birthday": Date(timeIntervalSince1970: -86_400), "null": NSNull(),
      "none": Int?.none as Any, "some": Int?.some(4) as Any,
      "list": [1, "two", false] as [Any], "map": ["deep": ["deeper": 2.5]],
    ]
    let (read, problems) = PropertyReader.read(properties)
    #expect(problems.isEmpty)
    #expect(
      read == [
        "bool": .bool(true), "int": .int(1), "zero": .int(0), "int8": .int(-3), "uint": .int(7),
        "huge": .double(18_446_744_073_709_551_616),
        "double": .double(1), "float": .double(0.5), "string": .string(""),
        "date": .date(Instant(milliseconds: 1_500)),
        "birthday": .date(Instant(milliseconds: -86_400_000)), "null": .null,
        "none": .null, "some": .int(4), "list": .array([.int(1), .string("two"), .bool(false)]),
        "map": .object(["deep": .object(["deeper": .double(2.5)])]),
      ])
  }

  @Test func `boxed numbers keep their type as well`() {
    let (read, problems) = PropertyReader.read(["int": NSNumber(value: 5), "double": NSNumber(value: 2.5)])
    #expect(problems.isEmpty)
    #expect(read == ["int": .int(5), "double": .double(2.5)])
  }

  @Test func `a wrong property is named with its path and left out; the others stay`() {
    struct Thing {}
    let (read, problems) = PropertyReader.read([
      "good": 1, "bad": Thing(), "$own": 2, "": 3, "infinite": Double.infinity,
      "cart": ["items": [["price": 1], ["price": Thing()]]],
      "ancient": Date(timeIntervalSince1970: -62_135_596_801), "long": (0..<251).map { $0 },
      String(repeating: "k", count: 256): 1,
    ])
    #expect(read["good"] == .int(1))
    #expect(read["cart"] == .object(["items": .array([.object(["price": .int(1)]), .object([:])])]))
    #expect(read.count == 2)
    #expect(
      Set(problems.map(\.path)) == [
        "bad", "$own", "", "infinite", "cart.items[1].price", "ancient", "long",
        String(repeating: "k", count: 64),
      ])
  }

  @Test func `nesting stops at eight levels, the properties themselves being the first`() {
    func nested(_ levels: Int) -> [String: Any] { levels == 1 ? ["leaf": 1] : ["down": nested(levels - 1)] }
    #expect(PropertyReader.read(nested(8)).problems.isEmpty)
    #expect(
      PropertyReader.read(nested(9)).problems.map(\.path) == ["down.down.down.down.down.down.down.down"])
  }

  @Test(
    arguments: [
      ("a", true), (String(repeating: "é", count: 255), true), (String(repeating: "a", count: 256), false),
      ("", false), ("$x", false),
      ("x$", true), (String(repeating: "e\u{301}", count: 127), true),
      (String(repeating: "e\u{301}", count: 128), false),
    ])
  func
    `names have 1 to 255 characters and no leading dollar sign; Unicode scalars are counted, as by the server, not bytes`(
      name: String, isFine: Bool
    )
  {
    #expect(((try? EventRules.check(eventName: name)) != nil) == isFine)
  }

  @Test func `properties are bounded in number and size`() {
    let many = Properties(Dictionary(uniqueKeysWithValues: (0..<257).map { ("k\($0)", Value.int(0)) }))
    #expect(throws: EventRules.Refusal.self) { try EventRules.check(many) }
    #expect(throws: EventRules.Refusal.self) {
      try EventRules.check(["k": .string(String(repeating: "x", count: 40_000))])
    }
    #expect(throws: Never.self) {
      try EventRules.check(["k": .string(String(repeating: "x", count: 30_000))])
    }
  }

  @Test func `a purchase is normalised: currency in upper case, price with two decimals`() throws {
    let purchase = try EventRules.purchase(
      productID: "$p", currency: "eur", price: 19.999, quantity: 100, properties: [:])
    #expect(purchase.currency == "EUR")
    #expect(purchase.price == 20)
  }

  @Test(
    arguments: [
      ("", "EUR", 1.0, 1), (String(repeating: "p", count: 256), "EUR", 1, 1), ("p", "EURO", 1, 1),
      ("p", "E1R", 1, 1), ("p", "", 1, 1),
      ("p", "EUR", .nan, 1), ("p", "EUR", .infinity, 1), ("p", "EUR", 1, 0), ("p", "EUR", 1, 101),
    ])
  func `a purchase with a wrong field is refused as a whole`(
    product: String, currency: String, price: Double, quantity: Int
  ) {
    #expect(throws: EventRules.Refusal.self) {
      try EventRules.purchase(
        productID: product, currency: currency, price: price, quantity: quantity, properties: [:])
    }
  }
}
