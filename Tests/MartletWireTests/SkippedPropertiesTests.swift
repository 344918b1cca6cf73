// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import MartletWire

@Suite struct SkippedPropertiesTests {
  static let bodies: [Wire.EventRecord.Body] = [
    .custom(name: "viewed", properties: ["total": 5, "list": [1, ["deep": "}\""]]]),
    .screenView(name: "viewed", properties: ["total": 5]),
    .purchase(productID: "viewed", currency: "EUR", price: 2.5, quantity: 2, properties: ["total": 5]),
  ]

  private func record(_ body: Wire.EventRecord.Body, _ unknown: Wire.UnknownFields = [:]) -> Wire.EventRecord {
    Wire.EventRecord(id: "e", at: .init(milliseconds: 7), sessionID: "s", userID: "ana", body: body, unknown: unknown)
  }

  @Test(arguments: bodies) func `properties that are needed are read, and others are left out with nothing else`(
    body: Wire.EventRecord.Body
  ) throws {
    let record = record(body, ["later": "z"])
    let bytes = Wire.encode(record)
    #expect(try Wire.EventRecord.decode(bytes) { kind, name in kind == body.kind && name == "viewed" } == record)
    let read = try Wire.EventRecord.decode(bytes) { _, _ in false }
    #expect(read.body.properties == [:] && read.body.name == "viewed" && read.body.kind == body.kind)
    #expect((read.id, read.at, read.sessionID, read.userID) == ("e", record.at, "s", "ana") && read.unknown == record.unknown)
  }

  @Test(arguments: [
    Wire.EventRecord.Body.sessionStart, .attribute(key: "properties", value: ["a": 1]),
    .unknown(kind: "new", fields: ["properties": [:]]),
  ])
  func `kinds without properties are read whole, and nobody is asked`(body: Wire.EventRecord.Body) throws {
    let record = record(body)
    let read = try Wire.EventRecord.decode(Wire.encode(record)) { _, _ in
      Issue.record("asked")
      return false
    }
    #expect(read == record)
  }

  @Test(arguments: [
    #"{"at":7,"id":"e","kind":"custom","properties":{"a":1},"name":"viewed"}"#,
    #"{ "\u006bind" : "custom" , "\u006eame" : "viewed", "properties" : null, "at": 7, "id": "e" }"#,
    #"{"properties":{"kind":"purchase","name":"no"},"name":"viewed","kind":"custom","id":"e","at":7}"#,
  ])
  func `fields can come in any order, with spaces and escapes`(text: String) throws {
    let read = try Wire.EventRecord.decode(Array(text.utf8)) { kind, name in kind != "custom" || name != "viewed" }
    #expect(read.body == .custom(name: "viewed", properties: [:]))
  }

  @Test(arguments: [#"{"kind":"custom"}"#, #"{"kind":"custom","name":"viewed","id":"e","at":7"#, "[]", #"{"kind":7}"#, ""])
  func `what is no record is refused`(text: String) {
    #expect(throws: Wire.DecodingProblem.self) { try Wire.EventRecord.decode(Array(text.utf8)) { _, _ in false } }
  }
}
