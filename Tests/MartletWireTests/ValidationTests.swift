// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import MartletWire

@Suite struct ValidationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var record: Wire.EventRecord
    var expected: [String]
    var testDescription: String { name }

    init(_ name: String, _ expected: String..., change: (inout Wire.EventRecord) -> Void) {
      self.name = name
      self.expected = expected
      record = Examples.record("e-1", .sessionStart)
      change(&record)
    }
  }

  static func custom(_ properties: [String: Wire.JSONValue], name: String = "n") -> Wire.EventRecord.Body {
    .custom(name: name, properties: properties)
  }

  static func purchase(currency: String = "EUR", price: Double = 1, quantity: Int = 1)
    -> Wire.EventRecord.Body
  {
    .purchase(productID: "p", currency: currency, price: price, quantity: quantity, properties: [:])
  }

  static func change(_ operation: Wire.AttributeChange.Operation, _ value: Wire.JSONValue, key: String = "k")
    -> Wire.EventRecord.Body
  {
    .attributeChange(key: key, Wire.AttributeChange(.known(operation), value))
  }

  /// Properties whose deepest container is the `depth`th, the properties object itself being the
  /// first.
  static func nested(_ depth: Int) -> [String: Wire.JSONValue] {
    ["p": (1..<depth).reduce(Wire.JSONValue.int(1)) { inner, _ in [inner] }]
  }

  static let names255 = String(repeating: "é", count: 255)

  static let cases: [Case] = [
    Case("id empty", "id value_invalid") { $0.id = "" },
    Case("id 65 long", "id value_invalid") { $0.id = String(repeating: "a", count: 65) },
    Case("id 64 long") { $0.id = String(repeating: "a", count: 64) },
    Case("id with a space", "id value_invalid") { $0.id = "a b" },
    Case("id not ASCII", "id value_invalid") { $0.id = "é" },
    Case("before 1970", "at value_out_of_range") { $0.at = Instant(milliseconds: -1) },
    Case("1970") { $0.at = Instant(milliseconds: 0) },
    Case("end of 9999") { $0.at = Instant(milliseconds: 253_402_300_799_999) },
    Case("year 10000", "at value_out_of_range") { $0.at = Instant(milliseconds: 253_402_300_800_000) },
    Case("session id", "session_id value_invalid") { $0.sessionID = "s 1" },
    Case("user id empty", "user_id value_empty") { $0.userID = "" },
    Case("user id 256 long", "user_id value_too_long") { $0.userID = names255 + "x" },
    Case("user id NUL", "user_id value_invalid") { $0.userID = "a\0" },
    Case("anonymous") {
      $0.userID = nil
      $0.sessionID = nil
    },
    Case("negative length", "length_ms value_out_of_range") { $0.body = .sessionEnd(lengthMilliseconds: -1) },
    Case("name empty", "name value_empty") { $0.body = custom([:], name: "") },
    Case("name 255 long") { $0.body = custom([:], name: names255) },
    Case("name 256 long", "name value_too_long") { $0.body = custom([:], name: names255 + "x") },
    Case("name with $", "name value_reserved") { $0.body = custom([:], name: "$n") },
    Case("name NUL", "name value_invalid") { $0.body = custom([:], name: "a\0b") },
    Case("key empty", "properties. value_empty") { $0.body = custom(["": 1]) },
    Case("key with $", "properties.$a value_reserved") { $0.body = custom(["$a": 1]) },
    Case("key inside", "properties.a[1].$b value_reserved") { $0.body = custom(["a": [1, ["$b": 1]]]) },
    Case("key 256 long", "properties.\(String(repeating: "é", count: 64))… value_too_long") {
      $0.body = custom([names255 + "x": 1])
    },
    Case("value NUL", "properties.a.b[0] value_invalid") { $0.body = custom(["a": ["b": ["\0"]]]) },
    Case("key NUL", "properties value_invalid") { $0.body = custom(["a\0": 1]) },
    Case("date") { $0.body = custom(["a": ["$date": -3_000_000_000_000]]) },
    Case("date after 9999", "properties.a value_out_of_range") {
      $0.body = custom(["a": ["$date": 253_402_300_800_000]])
    },
    Case("date that is none", "properties.a.$date value_reserved") {
      $0.body = custom(["a": ["$date": "today"]])
    },
    Case("depth 8") { $0.body = custom(nested(8)) },
    Case("depth 9", "properties.p[0][0][0][0][0][0][0] value_too_deep") { $0.body = custom(nested(9)) },
    Case("250 values") { $0.body = custom(["a": .array(Array(repeating: 1, count: 250))]) },
    Case("251 values", "properties.a value_too_many") {
      $0.body = custom(["a": .array(Array(repeating: 1, count: 251))])
    },
    Case("32 KB", " event_too_large") {
      $0.body = custom(["a": .string(String(repeating: "x", count: 32_768))])
    },
    Case("currency lower", "currency value_invalid") { $0.body = purchase(currency: "eur") },
    Case("currency long", "currency value_invalid") { $0.body = purchase(currency: "EURO") },
    Case("currency not ASCII", "currency value_invalid") { $0.body = purchase(currency: "ÉÜ") },
    Case("price 0") { $0.body = purchase(price: 0) },
    Case("price negative", "price value_out_of_range") { $0.body = purchase(price: -0.01) },
    Case("price infinite", "price value_out_of_range") { $0.body = purchase(price: .infinity) },
    Case("price no number", "price value_out_of_range") { $0.body = purchase(price: .nan) },
    Case("quantity 0", "quantity value_out_of_range") { $0.body = purchase(quantity: 0) },
    Case("quantity 100") { $0.body = purchase(quantity: 100) },
    Case("quantity 101", "quantity value_out_of_range") { $0.body = purchase(quantity: 101) },
    Case("attribute key", "key value_empty") { $0.body = .attribute(key: "", value: 1) },
    Case("attribute value", "value.$a value_reserved") { $0.body = .attribute(key: "k", value: ["$a": 1]) },
    Case("changed key", "key value_too_long") { $0.body = change(.increment, 1, key: names255 + "x") },
    Case("increment by a half") { $0.body = change(.increment, -0.5) },
    Case("increment by a text", "value value_invalid") { $0.body = change(.increment, "1") },
    Case("increment by no number", "value value_invalid") {
      $0.body = change(.increment, .double(.infinity))
    },
    Case("add a text") { $0.body = change(.add, "") },
    Case("add a date") { $0.body = change(.add, ["$date": 0]) },
    Case("add a date after 9999", "value value_out_of_range") {
      $0.body = change(.add, ["$date": 253_402_300_800_000])
    },
    Case("add nothing", "value value_invalid") { $0.body = change(.add, .null) },
    Case("add a list", "value value_invalid") { $0.body = change(.add, ["a"]) },
    Case("remove true") { $0.body = change(.remove, true) },
    Case("remove an object", "value value_invalid") { $0.body = change(.remove, ["a": 1]) },
    Case("merge a null") { $0.body = change(.merge, ["a": .null]) },
    Case("merge a text", "value value_invalid") { $0.body = change(.merge, "a") },
    Case("merge a date", "value value_invalid") { $0.body = change(.merge, ["$date": 0]) },
    Case("merge a reserved key", "value.a.$b value_reserved") { $0.body = change(.merge, ["a": ["$b": 1]]) },
    Case("operation empty", "operation value_empty") {
      $0.body = .attributeChange(key: "k", Wire.AttributeChange(.unknown(""), 1))
    },
    Case("operation to come") {
      $0.body = .attributeChange(key: "k", Wire.AttributeChange(.unknown("multiply"), .null))
    },
    Case("version 0", "campaign_version value_out_of_range") {
      $0.body = .impression(.init(id: "p", campaignID: "c", campaignVersion: 0))
    },
    Case("presentation", "presentation_id value_invalid", "campaign_id value_empty") {
      $0.body = .click(.init(id: "", campaignID: "", campaignVersion: 1), buttonID: nil)
    },
    Case("unknown kind") { $0.body = .unknown(kind: "shake", fields: ["$force": 2]) },
    Case("unknown field NUL", "later[0].x value_invalid") { $0.unknown = ["later": [["x": "\0"]]] },
    Case("several", "id value_invalid", "name value_empty", "properties.$a value_reserved") {
      $0.id = ""
      $0.body = custom(["$a": 1], name: "")
    },
  ]

  @Test(arguments: cases)
  func `a record is judged field by field`(_ testCase: Case) {
    let errors = testCase.record.validate()
    #expect(errors.map { "\($0.field) \($0.code)" } == testCase.expected)
    #expect(errors.allSatisfy { $0.remedy?.isEmpty == false })
  }

  @Test func `the limit of bytes is exact`() {
    var record = Examples.record("e-1", Self.custom(["a": ""]))
    let room = Wire.Limits.eventBytes - Wire.encode(record).count
    record.body = Self.custom([
      "a": .string(String(repeating: "\"", count: room / 2) + String(repeating: "x", count: room % 2))
    ])
    #expect(Wire.encode(record).count == Wire.Limits.eventBytes)
    #expect(record.validate() == [])
    record.userID?.append("x")
    #expect(record.validate().map(\.code) == ["event_too_large"])
  }

  @Test(arguments: Examples.bodies.map(\.name))
  func `every example may be stored`(name: String) throws {
    let body = try #require(Examples.bodies.first { $0.name == name }).body
    #expect(Examples.record("e-1", body).validate() == [])
  }

  @Test func `a request is judged without its events`() {
    #expect(Examples.eventsRequest.validate() == [])
    #expect(Examples.syncRequest.validate() == [])
    var request = Examples.eventsRequest
    request.device.id = ""
    request.device.model = String(repeating: "x", count: 256)
    request.device.locale = "\0"
    request.version = 0
    request.sentAt = Instant(milliseconds: -5)
    request.entries.read = Array(repeating: Examples.record("", .sessionStart), count: 499)
    request.entries.rejected = [0, 1].map { Wire.RejectedEntry(index: $0, id: nil, field: "", message: "") }
    #expect(
      request.validate().map(\.field) == [
        "version", "device.id", "device.model", "sent_at", "events", "device.locale",
      ])
    var sync = Examples.syncRequest
    sync.userID = ""
    sync.sessionID = "?"
    sync.definitionsTag = "a\0"
    #expect(sync.validate().map(\.field) == ["user_id", "session_id", "definitions_tag"])
    // Each text alone, and a field that this version does not know.
    sync = Examples.syncRequest
    sync.device.unknown = ["later": "\0"]
    #expect(sync.validate().map(\.field) == ["device.later"])
    sync = Examples.syncRequest
    sync.userID = "a\0"
    #expect(sync.validate().map(\.field) == ["user_id"])
    sync = Examples.syncRequest
    sync.definitionsTag = "\0"
    #expect(sync.validate().map(\.field) == ["definitions_tag"])
  }
}
