// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import MartletWire
import Testing

/// One table of fields reads requests, writes answers, and describes both.
@Suite struct ShapeTests {
  private struct Order: ShapedRequest, Equatable {
    var item = ""
    var count = 1
    var note: String?
    var parts: [Part] = []

    static let shape = Shape<Self>(
      "Order", "What somebody wants.", .required("item", \.item, "Its name.", .length(1...9)),
      .defaulted("count", \.count, "", .range(1...5)), .accepted("note", \.note),
      .defaulted("parts", \.parts), .ignored("id", { _ in "o1" }, "Set by the server."))
  }

  private struct Part: ShapedRequest, Equatable {
    var name = ""

    static let shape = Shape<Self>("Part", "", .required("name", \.name))
  }

  @Test func `what was read is written again, with what only the server sets`() throws {
    let body: Wire.JSONValue = ["item": "tea", "note": .null, "parts": [["name": "cup"]], "id": "mine"]
    let order = try Order(body: body)
    #expect(order == Order(item: "tea", parts: [Part(name: "cup")]))
    #expect(order.json == ["item": "tea", "count": 1, "parts": [["name": "cup"]], "id": "o1"])
  }

  @Test func `all wrong fields are reported together, each with its path`() {
    let body: Wire.JSONValue = ["count": "two", "parts": [["name": 1], [:], 3], "colour": "red"]
    let problem = #expect(throws: Wire.Problem.self) { try Order(body: body) }
    #expect(
      problem?.errors.map { "\($0.field) \($0.code)" } == [
        "item field_missing", "count field_wrong_type", "parts[0].name field_wrong_type",
        "parts[1].name field_missing", "parts[2] field_wrong_type", "colour field_unknown",
      ])
    #expect(problem?.status == 400)
    #expect(problem?.field == "item")
  }

  @Test func `the schema has each field with its type, its bounds and what it is`() {
    #expect(
      Order.shape.yaml == """
            Order:
              type: object
              description: "What somebody wants."
              required: ["item"]
              additionalProperties: false
              properties:
                item: { "type": "string", "maxLength": 9, "minLength": 1, "description": "Its name." }
                count: { "type": "integer", "maximum": 5, "minimum": 1 }
                note: { "type": "string" }
                parts: { "type": "array", "items": { "$ref": "#/components/schemas/Part" } }
                id: { "description": "Set by the server." }

        """)
  }
}
