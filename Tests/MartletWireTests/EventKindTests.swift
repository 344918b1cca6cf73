// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import MartletWire

@Suite("Kinds of events")
struct EventKindTests {
  private static func record(_ kind: EventKind) -> Wire.EventRecord {
    var fields = EventFields()
    (fields.id, fields.decisionID, fields.decided.id) = ("e-1", "d-1", "e-0")
    return fields.record(of: kind.traits)
  }

  @Test(arguments: EventKind.allCases)
  func `a record of each kind is of that kind before and after it is written`(_ kind: EventKind) throws {
    let record = Self.record(kind)
    #expect(record.body.known == kind && record.body.kind == kind.traits.name)
    #expect(try Wire.decode(Wire.EventRecord.self, from: Wire.encode(record)) == record)
  }

  @Test(arguments: Event.Category.allCases)
  func `each event that triggers wait for has its words, and one form on the wire and in the engine`(
    _ category: Event.Category
  ) throws {
    let kind = try #require(EventKind.allCases.first { $0.traits.name == category.rawValue })
    #expect(kind.traits.words != nil)
    let record = Self.record(kind)
    let event = try #require(Event(record))
    #expect(event.kind.category == category)
    #expect(Wire.EventRecord.Body(event.kind) == record.body)
  }

  @Test func `only events that triggers wait for have words of triggers`() {
    let names = EventKind.all.filter { $0.words != nil }.map(\.name)
    #expect(names.sorted() == Event.Category.allCases.map(\.rawValue).sorted())
  }
}
