// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("Filter program")
struct FilterProgramTests {
  private func program(_ filter: Filter) throws -> FilterProgram {
    try FilterProgram(filter, compilePattern: plainPatterns)
  }

  private func compare(_ operation: Comparison.Operation, _ path: String...) -> Filter {
    .compare(Comparison(path: path.isEmpty ? ["x"] : path, operation: operation))
  }

  /// One value of each type and one operand of each type that is not null.
  private static let values: [Value] = [
    .bool(true), .int(1), .double(1), .string("1"), .date(Instant(milliseconds: 1)), .array([.int(1)]),
    .object(["a": .int(1)]),
  ]

  @Test(arguments: values, values)
  func `values of one type are equal, of different types neither equal nor not equal`(
    value: Value, operand: Value
  ) throws {
    let isSameType = NaiveFilter.type(value) == NaiveFilter.type(operand)
    #expect(try program(compare(.equals(operand))).evaluate(["x": value]) == isSameType)
    #expect(try program(compare(.notEquals(operand))).evaluate(["x": value]) == false)
    #expect(try program(compare(.isIn([operand]))).evaluate(["x": value]) == isSameType)
    let miss = try program(compare(.notEquals(operand))).explain(["x": value])
    #expect(
      miss
        == FilterMiss(path: ["x"], operation: .notEquals(operand), actual: value, isTypeMismatch: !isSameType)
    )
  }

  @Test(arguments: values, values)
  func `only numbers, strings and dates have an order, each among its own`(value: Value, operand: Value)
    throws
  {
    let operations: [(Comparison.Operation, Bool)] = [
      (.less(.value(operand)), false), (.greater(.value(operand)), false),
      (.lessOrEqual(.value(operand)), true),
      (.greaterOrEqual(.value(operand)), true), (.between(.value(operand), .value(operand)), true),
    ]
    for (operation, acceptsEqual) in operations {
      if ["number", "string", "date"].contains(NaiveFilter.type(operand)) {
        let isSameType = NaiveFilter.type(value) == NaiveFilter.type(operand)
        #expect(try program(compare(operation)).evaluate(["x": value]) == (isSameType && acceptsEqual))
      } else {
        #expect(throws: InvalidFilter.self) { try program(compare(operation)) }
      }
    }
  }

  @Test(
    arguments: [
      (Value.int(1), Value.int(2)), (.int(-1), .double(-0.5)), (.double(1.5), .int(2)),
      (.double(-2.5), .int(-2)),
      (.double(0.1), .double(0.2)),
      (.string("a"), .string("b")), (.string("B"), .string("a")), (.string("a"), .string("ab")),
      (.string(""), .string(" ")),
      (.string("z"), .string("\u{E9}")), (.date(1), .date(2)),
      (.int(9_007_199_254_740_992), .int(9_007_199_254_740_993)),
      (.double(9_007_199_254_740_992), .int(9_007_199_254_740_993)),
      (.int(.max), .double(0x1p63)), (.double(-0x1p63), .int(.min + 1)), (.int(.max), .double(.infinity)),
      (.double(-.infinity), .int(.min)),
      (.double(-0x1.0000000000001p63), .int(.min)),
    ])
  func `each comparison holds for less, equal and greater as its name says`(smaller: Value, larger: Value)
    throws
  {
    let cases: [(Value, Value, [Bool])] = [
      (smaller, larger, [true, true, false, false, false, true]),
      (smaller, smaller, [false, true, false, true, true, false]),
      (larger, smaller, [false, false, true, true, false, true]),
    ]
    for (value, operand, expected) in cases {
      let operations: [Comparison.Operation] = [
        .less(.value(operand)), .lessOrEqual(.value(operand)), .greater(.value(operand)),
        .greaterOrEqual(.value(operand)),
        .equals(operand), .notEquals(operand),
      ]
      #expect(
        try operations.map { try program(compare($0)).evaluate(["x": value]) } == expected,
        "\(value) to \(operand)")
    }
  }

  @Test(
    arguments: [
      (Value.int(1), Value.double(1), true), (.double(-0.0), .int(0), true),
      (.double(-0x1p63), .int(.min), true),
      (.double(0x1p63), .int(.max), false),
      (.int(9_007_199_254_740_993), .double(9_007_199_254_740_992), false), (.double(1.5), .int(1), false),
      (.double(.infinity), .int(.max), false),
    ])
  func `numbers are equal by what they amount to, exactly`(value: Value, operand: Value, isEqual: Bool) throws
  {
    for (value, operand) in [(value, operand), (operand, value)] {
      #expect(try program(compare(.equals(operand))).evaluate(["x": value]) == isEqual)
      #expect(try program(compare(.notEquals(operand))).evaluate(["x": value]) == !isEqual)
      #expect(try program(compare(.isIn([operand]))).evaluate(["x": value]) == isEqual)
      #expect(try program(compare(.contains(operand))).evaluate(["x": .array([value])]) == isEqual)
    }
  }

  @Test func `NaN equals nothing, has no order and is not equal to every number`() throws {
    for operand in [Value.int(0), .double(1.5)] {
      let falses: [Comparison.Operation] = [
        .equals(operand), .less(.value(operand)), .lessOrEqual(.value(operand)), .greater(.value(operand)),
        .greaterOrEqual(.value(operand)),
        .isIn([operand]), .isBlank,
      ]
      #expect(try falses.allSatisfy { try !program(compare($0)).evaluate(["x": .double(.nan)]) })
      #expect(try program(compare(.notEquals(operand))).evaluate(["x": .double(.nan)]))
    }
  }

  @Test(arguments: [[:], ["x": Value.null]])
  func `a missing property and null are blank, equal nothing and are not equal to every value`(
    properties: Properties
  ) throws {
    #expect(try program(compare(.isBlank)).evaluate(properties))
    #expect(try !program(compare(.isNotBlank)).evaluate(properties))
    for operand in Self.values {
      #expect(try !program(compare(.equals(operand))).evaluate(properties))
      #expect(try program(compare(.notEquals(operand))).evaluate(properties))
      #expect(try !program(compare(.isIn([operand]))).evaluate(properties))
      #expect(try !program(compare(.contains(operand))).evaluate(properties))
    }
    #expect(try !program(compare(.less(.int(1)))).evaluate(properties))
    #expect(try !program(compare(.matches(pattern: "", ignoringCase: false))).evaluate(properties))
  }

  @Test(
    arguments: values + [.string(""), .bool(false), .array([]), .object([:])])
  func `every other value is not blank, the empty string included`(value: Value) throws {
    #expect(try !program(compare(.isBlank)).evaluate(["x": value]))
    #expect(try program(compare(.isNotBlank)).evaluate(["x": value]))
  }

  @Test(
    arguments: [
      (Value.string("banana"), Value.string("nan"), true), (.string("banana"), .string("Nan"), false),
      (.string("aab"), .string("ab"), true),
      (.string(""), .string(""), true), (.string(""), .string("a"), false),
      (.string("caf\u{E9}"), .string("\u{E9}"), true),
      (.string("cafe\u{301}"), .string("\u{E9}"), true), (.string("caf\u{E9}"), .string("e"), false),
      (.string("1"), .int(1), false),
      (.array([.string("banana")]), .string("nan"), false),
      (.array([.string("a"), .int(2)]), .double(2), true), (.array([]), .int(1), false),
      (.array([.array([.int(1)])]), .array([.double(1)]), true),
      (.object(["a": .int(1)]), .string("a"), false),
    ])
  func `a string contains the same Unicode scalars, an array includes an equal value`(
    value: Value, operand: Value, expected: Bool
  ) throws {
    #expect(try program(compare(.contains(operand))).evaluate(["x": value]) == expected)
  }

  @Test func `strings that are canonically equivalent are equal, in lists of any length too`() throws {
    let composed = Value.string("caf\u{E9}")
    let decomposed = Value.string("cafe\u{301}")
    let long = (0..<20).map { Value.string("s\($0)") } + [composed]
    for operation in [Comparison.Operation.equals(composed), .isIn([composed]), .isIn(long)] {
      #expect(try program(compare(operation)).evaluate(["x": decomposed]))
    }
    #expect(try !program(compare(.less(.value(composed)))).evaluate(["x": decomposed]))
  }

  @Test(
    arguments: ["caf\u{E9}", "cafe\u{301}"], ["caf\u{E9}", "cafe\u{301}"])
  func `no comparison tells two spellings of a text apart`(text: String, operand: String) throws {
    let accent = String(operand.unicodeScalars.dropFirst(3))
    let yes: [Comparison.Operation] = [
      .equals(.string(operand)), .isIn([.string(operand)]), .contains(.string(accent)),
      .contains(.string(accent), ignoringCase: true),
      .startsWith(operand), .startsWith(operand, ignoringCase: true), .endsWith(accent),
      .endsWith(accent, ignoringCase: true),
      .matches(pattern: "^caf\(accent)$", ignoringCase: false),
      .matches(pattern: "f[\(accent)]", ignoringCase: true),
      .matches(pattern: "f\(accent)*$", ignoringCase: false), .lessOrEqual(.string(operand)),
      .greaterOrEqual(.string(operand)),
      .between(.string(operand), .string(operand)),
    ]
    let no: [Comparison.Operation] = [
      .startsWith("cafe"), .contains(.string("e")), .contains(.string("E"), ignoringCase: true),
      .endsWith("\u{301}"),
      .matches(pattern: "e", ignoringCase: false), .matches(pattern: "\u{301}$", ignoringCase: false),
      .notEquals(.string(operand)),
      .isNotIn([.string(operand)]), .less(.string(operand)), .greater(.string(operand)),
    ]
    for (operations, expected) in [(yes, true), (no, false)] {
      for operation in operations {
        let program = try FilterProgram(compare(operation), compilePattern: Pattern.compiler)
        #expect(program.evaluate(["x": .string(text)], at: 0) == expected, "\(operation)")
        #expect((program.explain(["x": .string(text)], at: 0) == nil) == expected, "\(operation)")
        // Inside a list and an object too, under a name that is spelled either way.
        let inside = try FilterProgram(
          compare(.anyElement(.compare(Comparison(path: [operand], operation: operation)))),
          compilePattern: Pattern.compiler)
        #expect(
          inside.evaluate(["x": .array([.object([text: .string(text)])])], at: 0) == expected, "\(operation)")
      }
    }
    for operation in [
      Comparison.Operation.contains(.string(operand)), .includesAny([.string(operand)]),
      .includesAll([.string(operand)]),
    ] {
      #expect(try program(compare(operation)).evaluate(["x": .array([.string(text)])]))
    }
  }

  @Test func `a pattern sees the beginning of a text in normal form, as far as it is searched`() throws {
    let text = String(repeating: "e\u{301}", count: Filter.maximumSearchedLength)
    let program = try FilterProgram(
      compare(.matches(pattern: "^\u{E9}*$", ignoringCase: false)), compilePattern: Pattern.compiler)
    #expect(program.evaluate(["x": .string(text)], at: 0))
  }

  @Test func `a pattern is searched in strings only, with or without regard to case`() throws {
    #expect(
      try program(compare(.matches(pattern: "AN", ignoringCase: true))).evaluate(["x": .string("banana")]))
    #expect(
      try !program(compare(.matches(pattern: "AN", ignoringCase: false))).evaluate(["x": .string("banana")]))
    let miss = try program(compare(.matches(pattern: "1", ignoringCase: false))).explain(["x": .int(1)])
    #expect(miss?.isTypeMismatch == true)
  }

  @Test func `paths go through objects only`() throws {
    let isOne = try program(compare(.equals(.int(1)), "cart", "total", "net"))
    #expect(isOne.evaluate(["cart": .object(["total": .object(["net": .int(1)])])]))
    #expect(!isOne.evaluate(["cart": .object(["total": .int(1)])]))
    #expect(!isOne.evaluate(["cart": .array([.object(["total": .object(["net": .int(1)])])])]))
    #expect(!isOne.evaluate(["cart.total.net": .int(1)]))
  }

  @Test func `a purchase's own fields can be named, and a property of the same name hides them`() throws {
    let plain = Purchase(productID: "sku", currency: "EUR", price: 9.5, quantity: 3)
    let filter = Filter.all([
      compare(.equals(.double(9.5)), "price"), compare(.equals(.string("EUR")), "currency"),
      compare(.equals(.int(3)), "quantity"),
      compare(.equals(.string("sku")), "product_id"),
    ])
    #expect(try program(filter).evaluate(plain))
    #expect(try !program(filter).evaluate(plain.properties))
    var hidden = plain
    hidden.properties["price"] = .null
    #expect(try program(compare(.isBlank, "price")).evaluate(hidden))
    #expect(try program(filter).explain(hidden)?.path == ["price"])
    #expect(try program(compare(.isBlank, "price", "net")).evaluate(plain))
  }

  @Test
  func
    `all of nothing is true, any of nothing is false, and the explanation of the impossible names no property`()
    throws
  {
    #expect(try program(.all([])).evaluate([:]))
    #expect(try !program(.any([])).evaluate([:]))
    let impossible = FilterMiss(path: [], operation: .isIn([]), actual: nil, isTypeMismatch: false)
    #expect(try program(.any([])).explain([:]) == impossible)
    #expect(try program(.all([compare(.isBlank), .any([])])).explain([:]) == impossible)
    #expect(try program(.not(.any([]))).evaluate([:]))
  }

  @Test func `the explanation names the comparison that decided, and whether it stands under a not`() throws {
    let first = compare(.greater(.int(20)), "amount")
    let second = compare(.equals(.string("a")), "category")
    let properties: Properties = ["amount": .int(30), "category": .string("b")]
    let all = try program(.all([first, second])).explain(properties)
    #expect(
      all
        == FilterMiss(
          path: ["category"], operation: .equals(.string("a")), actual: .string("b"), isTypeMismatch: false))
    let not = try program(.not(.any([second, first]))).explain(properties)
    #expect(
      not
        == FilterMiss(
          path: ["amount"], operation: .greater(.int(20)), actual: .int(30), isTypeMismatch: false,
          isNegated: true))
    #expect(try program(.not(.not(second))).explain(properties)?.isNegated == false)
    #expect(try program(first).explain([:])?.actual == nil)
    #expect(try program(first).explain(properties) == nil)
  }

  @Test func `the program agrees with a naive reading of the tree, and its explanation is true`() throws {
    for seed in PropertyCases.seeds(full: 10_000) {
      var random = SeededGenerator(seed: seed)
      let filter = random.filter()
      let program = try program(filter)
      for _ in 0..<4 {
        let kind: Event.Kind =
          random.oneIn(2) ? .custom(name: "e", properties: random.properties()) : .purchase(random.purchase())
        let now = Instant(milliseconds: Int64(random.int(-1...1) * 1_000 + random.int(0...2)))
        let (result, miss) =
          switch kind {
          case .custom(_, let properties):
            (program.evaluate(properties, at: now), program.explain(properties, at: now))
          case .purchase(let purchase):
            (program.evaluate(purchase, at: now), program.explain(purchase, at: now))
          case .sessionStart, .pushClick, .screenView, .attribute, .audienceEntry, .audienceExit:
            (true, nil as FilterMiss?)
          }
        #expect(result == NaiveFilter.isTrue(filter, kind, at: now), "seed \(seed): \(filter) on \(kind)")
        #expect(result == (miss == nil), "seed \(seed)")
        if let miss, !miss.path.isEmpty {
          let actual = NaiveFilter.value(at: miss.path, in: kind)
          #expect("\(actual as Any)" == "\(miss.actual as Any)", "seed \(seed)")
          #expect(NaiveFilter.isTrue(miss.operation, actual, at: now) == miss.isNegated, "seed \(seed)")
        }
      }
    }
  }
}
