// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import StoreConformance
import Testing

@testable import StoreSQLite

@Suite struct EventTextTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `an event is read back as it was`(_ seed: UInt64) throws {
    for sent in World(events: 100, seed: seed).sent { try expectSame(sent.event) }
  }

  @Test func `awkward values are read back as they were`() throws {
    let text = "\u{0}\u{1}\u{1F}\n\t\r\u{7F}\"\\/ü🐦\u{2028}"
    let awkward: [Wire.JSONValue] = [
      .null, .bool(true), .bool(false), .int(.min), .int(.max), .double(0.1), .double(-0.0), .double(1e300),
      .double(.leastNonzeroMagnitude), .double(3),
      .string(text), .string(""), .array([]), .object([:]), .array([.array([.null]), .object([text: .int(1), "": .null])]),
    ]
    for value in awkward { try expectSame(Sample.event("e", .custom(name: text, properties: [text: value, "other": value]))) }
    let presentation = Wire.EventRecord.Presentation(id: text, campaignID: text, campaignVersion: -1)
    let bodies: [Wire.EventRecord.Body] = [
      .sessionStart, .sessionEnd(lengthMilliseconds: .max), .custom(name: "", properties: [:]), .impression(presentation),
      .click(presentation, buttonID: nil), .click(presentation, buttonID: text), .dismissal(presentation, by: .unknown(text)),
      .outcome(presentation, outcome: .unknown(text), reason: text), .outcome(presentation, outcome: .known(.expired), reason: nil),
      .purchase(productID: text, currency: "EUR", price: 1.5, quantity: 2, properties: ["a": .int(1)]), .pushClick(campaignID: nil),
      .attribute(key: text, value: .null), .unknown(kind: text, fields: ["a": .null]),
    ]
    for body in bodies {
      try expectSame(Sample.event(text, user: nil, session: nil, body))
      var event = Sample.event(text, user: text, session: text, body)
      // A kind that is not known has all of its fields for its own.
      if case .unknown = body {} else { event.unknown = ["from_the_future": .array([.int(1)])] }
      try expectSame(event)
    }
  }

  private func expectSame(_ event: Wire.EventRecord) throws {
    let text = EventText.of(event)
    #expect(try Wire.decode(Wire.EventRecord.self, from: Array(text.utf8)) == event, "\(text)")
    // The statements that look into records use SQLite's reader, which would take a NUL for the end.
    #expect(!text.utf8.contains(0))
  }
}
