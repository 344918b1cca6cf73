// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import TestSupport
import Testing

@Suite("Places in JSON text")
struct JSONPlacesTests {
  static let text = """
    {
      "name": "A \\"quoted\\" {name}",
      "steps": [
        { "event": "first", "properties": {"a.b": 1, "a": {"b": 2}} },
        [ 1,
          22, {"k\\u0065y": null} ]
      ],
      "last": true
    }
    """

  @Test(
    arguments: [
      ("", 1, 1), ("name", 2, 3), ("steps", 3, 3), ("steps[0]", 4, 5), ("steps[0].event", 4, 7),
      ("steps[0].properties.a.b", 4, 40),
      ("steps[0].properties.a", 4, 50), ("steps[1]", 5, 5), ("steps[1][0]", 5, 7), ("steps[1][1]", 6, 7),
      ("steps[1][2].key", 6, 12),
      ("last", 8, 3),
    ])
  func `a field is found by its path, on the line and column of its key`(
    field: String, line: Int, column: Int
  ) {
    let position = Wire.JSONPlaces(Array(Self.text.utf8)).position(of: field)
    #expect(position.line == line)
    #expect(position.column == column)
  }

  @Test(
    arguments: [
      ("nothing", 1), ("steps[7].event", 3), ("steps[0].nothing.more", 4), ("steps.event", 3), ("name[0]", 2),
      ("steps[x]", 3),
    ])
  func `what is not there stands where the innermost thing stands that is`(field: String, line: Int) {
    #expect(Wire.JSONPlaces(Array(Self.text.utf8)).position(of: field).line == line)
  }

  @Test func `the elements of a list are found in one pass`() {
    let places = Wire.JSONPlaces(Array(Self.text.utf8))
    #expect(places.lines(ofElementsOf: "steps") == [4, 5])
    #expect(places.lines(ofElementsOf: "steps[1]") == [5, 6, 6])
    #expect(places.lines(ofElementsOf: "name").isEmpty)
    #expect(places.lines(ofElementsOf: "nothing").isEmpty)
  }

  @Test func `text that is no JSON is harmless`() {
    var generator = SeededGenerator(seed: 7)
    let bytes = Array(Self.text.utf8)
    for _ in 0..<2_000 {
      var broken = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
      for _ in 0..<3 where !broken.isEmpty {
        broken[Int.random(in: 0..<broken.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let places = Wire.JSONPlaces(broken)
      let position = places.position(of: "steps[1][2].key")
      #expect(position.offset <= broken.count)
      #expect(places.lines(ofElementsOf: "steps").count <= broken.count)
    }
  }
}
