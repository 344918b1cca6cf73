// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import TestSupport
import Testing

/// A dictionary says what properties must say, for they are laid out anew only to be found faster.
@Suite("Properties")
struct PropertiesTests {
  /// Two of them are the same name, written in two ways.
  private static let names =
    ["", "a", "b", "amount", "caf\u{E9}", "cafe\u{301}", "\u{1F6D2}", "total", "x y"]
    + (0..<30).map { "name \($0)" }

  @Test func `names are found, set and taken out as in a dictionary, however many there are`() {
    for seed in PropertyCases.seeds(full: 2_000) {
      var random = SeededGenerator(seed: seed)
      var expected: [String: Value] = [:]
      let names = Self.names.prefix(random.int(1...Self.names.count))
      for name in names where random.oneIn(2) { expected[name] = .int(Int64(random.int(0...3))) }
      var properties = Properties(expected)
      for _ in 0..<4 {
        let name = random.element(of: Array(names))
        let value: Value? = random.oneIn(3) ? nil : .string("new")
        expected[name] = value
        properties[name] = value
        for name in Self.names { #expect(properties[name] == expected[name], "seed \(seed)") }
      }
      #expect(properties.count == expected.count && properties.isEmpty == expected.isEmpty, "seed \(seed)")
      #expect(properties.dictionary == expected, "seed \(seed)")
    }
  }

  @Test
  func `equal values under equal names are equal, in whatever order they came, and are told in one order`() {
    let pairs = Self.names.filter { $0 != "cafe\u{301}" }.enumerated().map { ($1, Value.int(Int64($0))) }
    var forward: Properties = [:]
    var backward: Properties = [:]
    for (name, value) in pairs { forward[name] = value }
    for (name, value) in pairs.reversed() { backward[name] = value }
    #expect(forward == backward && forward.hashValue == backward.hashValue)
    #expect(forward.map(\.key) == backward.map(\.key) && forward.map(\.value) == backward.map(\.value))
    backward["a"] = .null
    #expect(forward != backward)
  }

  @Test func `of a name that a literal has twice the last value counts`() {
    let properties: Properties = ["caf\u{E9}": .int(1), "x": .int(2), "cafe\u{301}": .int(3)]
    #expect(properties.count == 2 && properties["caf\u{E9}"] == .int(3))
  }
}
