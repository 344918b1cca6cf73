// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

@Suite struct AttributeChangeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: Wire.JSONValue
    var change: Wire.AttributeChange
    var after: Wire.JSONValue

    init(
      _ name: String, _ before: Wire.JSONValue, _ operation: Wire.AttributeChange.Operation,
      _ value: Wire.JSONValue,
      _ after: Wire.JSONValue
    ) {
      testDescription = name
      self.before = before
      change = Wire.AttributeChange(.known(operation), value)
      self.after = after
    }

    /// Nothing changes.
    init(
      _ name: String, _ before: Wire.JSONValue, _ operation: Wire.AttributeChange.Operation,
      _ value: Wire.JSONValue
    ) {
      self.init(name, before, operation, value, before)
    }
  }

  static let date: Wire.JSONValue = ["$date": 0]
  static let full: [Wire.JSONValue] = (0..<250).map { .string("e\($0)") }
  static let long = Wire.JSONValue.string(String(repeating: "x", count: 20_000))

  static let cases: [Case] = [
    Case("absent counts as 0", .null, .increment, 2, 2),
    Case("absent and a fraction", .null, .increment, 0.5, 0.5),
    Case("whole numbers stay whole", 40, .increment, 2, 42),
    Case("a negative number takes away", 1, .increment, -3, -2),
    Case("a fraction makes a double", 1, .increment, 0.5, 1.5),
    Case("a double stays one", 1.5, .increment, 1, 2.5),
    Case("beyond 64 bits it is a double", .int(.max), .increment, 1, .double(9_223_372_036_854_775_808)),
    Case("below 64 bits too", .int(.min), .increment, -1, .double(-9_223_372_036_854_775_808)),
    Case(
      "beyond all doubles it stays", .double(.greatestFiniteMagnitude), .increment,
      .double(.greatestFiniteMagnitude)),
    Case("a text is no number", "7", .increment, 1),
    Case("true is no number", true, .increment, 1),
    Case("a text is no step", 7, .increment, "1"),
    Case("nothing and a text that is no step", .null, .increment, "1"),

    Case("absent becomes a list", .null, .add, "a", ["a"]),
    Case("at the end", ["b"], .add, "a", ["b", "a"]),
    Case("one that is there moves to the end", ["a", "b", "a"], .add, "a", ["b", "a"]),
    Case("equal numbers are one", [1, 2], .add, 1.0, [2, 1.0]),
    Case("a truth value is no number", [1], .add, true, [1, true]),
    Case("dates", [date], .add, date, [date]),
    Case("of 251 the first falls off", .array(full), .add, "new", .array(Array(full.dropFirst()) + ["new"])),
    Case("250 that are there stay", .array(full), .add, "e0", .array(Array(full.dropFirst()) + ["e0"])),
    Case("an object in a list stays", [["a": 1]], .add, "b", [["a": 1], "b"]),
    Case("a text is no list", "a", .add, "b"),
    Case("an object is no list", ["a": 1], .add, "b"),
    Case("a list is no element", ["a"], .add, ["b"]),
    Case("what would be too long stays", [long], .add, long.string.map { .string($0 + "y") } ?? .null),

    Case("absent stays absent", .null, .remove, "a"),
    Case("every one of it", ["a", "b", "a"], .remove, "a", ["b"]),
    Case("an equal number", [1.0, 2], .remove, 1, [2]),
    Case("the last", ["a"], .remove, "a", []),
    Case("what is not there", ["b"], .remove, "a"),
    Case("a text is no list to remove from", "a", .remove, "a"),

    Case("absent becomes the object", .null, .merge, ["a": 1], ["a": 1]),
    Case(
      "without its nulls, however deep", .null, .merge, ["a": .null, "b": ["c": .null, "d": 1]],
      ["b": ["d": 1]]),
    Case("members beside each other", ["a": 1], .merge, ["b": 2], ["a": 1, "b": 2]),
    Case("null removes", ["a": 1, "b": 2], .merge, ["a": .null], ["b": 2]),
    Case(
      "deep", ["a": ["x": 1, "y": 2], "b": 3], .merge, ["a": ["x": .null, "z": 4]],
      ["a": ["y": 2, "z": 4], "b": 3]),
    Case("an object in place of a number", ["a": 1], .merge, ["a": ["b": 2]], ["a": ["b": 2]]),
    Case("a number in place of an object", ["a": ["b": 2]], .merge, ["a": 1], ["a": 1]),
    Case("lists are replaced, with their nulls", ["a": [1]], .merge, ["a": [2, .null]], ["a": [2, .null]]),
    Case("a date is a value", ["a": date], .merge, ["a": ["b": 1]], ["a": ["b": 1]]),
    Case("a date takes the place of an object", ["a": ["b": 1]], .merge, ["a": date], ["a": date]),
    Case("an attribute that is a date is no object", date, .merge, ["a": 1]),
    Case("a text is no object", "a", .merge, ["a": 1]),
    Case("an object that would be too long stays", ["a": long], .merge, ["b": long]),
  ]

  @Test(arguments: cases)
  func `a change makes of an attribute what the table says`(_ testCase: Case) {
    #expect(testCase.change.applied(to: testCase.before) == testCase.after)
  }

  @Test(arguments: [Wire.JSONValue.null, 1, "a", ["a"], ["a": 1]])
  func `an operation to come changes nothing`(before: Wire.JSONValue) {
    #expect(Wire.AttributeChange(.unknown("multiply"), 2).applied(to: before) == before)
  }

  @Test func `an operation to come is kept whole`() throws {
    let text = Wire.encode(
      Examples.record(
        "e-1", .attributeChange(key: "k", Wire.AttributeChange(.unknown("multiply"), ["by": 2]))))
    let record = try Wire.decode(Wire.EventRecord.self, from: text)
    #expect(record.body == .attributeChange(key: "k", Wire.AttributeChange(.unknown("multiply"), ["by": 2])))
    #expect(Wire.encode(record) == text)
  }
}
