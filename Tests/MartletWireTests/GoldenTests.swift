// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import TestSupport
import Testing

@Suite struct GoldenTests {
  @Test(arguments: Examples.all)
  func `the canonical form of every value is frozen`(example: Example) throws {
    #expect(try Golden.difference(String(decoding: example.bytes, as: UTF8.self), from: example.path) == nil)
  }

  @Test(arguments: Examples.all)
  func `a file reads as its value and is written again byte for byte`(example: Example) throws {
    let file = Array(try Golden.data(example.path))
    let (isEqual, pretty, compact) = try example.reread(file)
    #expect(isEqual)
    #expect(pretty == file)
    // The compact form says the same.
    #expect(try example.reread(compact).isEqual)
    #expect(try example.reread(compact).compact == compact)
  }

  @Test func `what a later version may send is kept and written again byte for byte`() throws {
    for (path, reread) in [
      ("wire/future-response.json", rereadResponse), ("wire/future-request.json", rereadRequest),
    ] {
      let file = Array(try Golden.data(path))
      let written = try reread(file)
      #expect(String(decoding: written, as: UTF8.self) == String(decoding: file, as: UTF8.self))
    }
  }

  private func rereadResponse(_ file: [UInt8]) throws -> [UInt8] {
    let response = try Wire.decode(Wire.SyncResponse.self, from: file)
    #expect(response.definitions?.rejected == [])
    return Wire.encode(response, layout: .pretty) + [0x0A]
  }

  private func rereadRequest(_ file: [UInt8]) throws -> [UInt8] {
    let request = try Wire.decode(Wire.EventsRequest.self, from: file)
    #expect(request.rejected == [])
    return Wire.encode(request, layout: .pretty) + [0x0A]
  }

  @Test func `every kind has an example`() {
    let kinds = Set(Examples.bodies.map(\.body.kind))
    #expect(
      kinds == [
        "session_start", "session_end", "custom", "purchase", "screen_view", "push_click", "user_changed",
        "attribute", "attribute_change",
        "audience_entry", "audience_exit",
        "impression",
        "click",
        "dismissal", "outcome", "exposure", "decision",
      ])
    let changes = Examples.bodies.compactMap {
      if case .attributeChange(_, let change) = $0.body { change.operation.rawValue } else { nil }
    }
    #expect(Set(changes) == Set(Wire.AttributeChange.Operation.allCases.map(\.rawValue)))
    #expect(
      Set(Examples.operations.map(\.operation.rawValue))
        == Set(Wire.Comparison.Operation.allCases.map(\.rawValue)))
    for kind in Wire.Message.Kind.allCases {
      #expect(Examples.messages.contains { $0.name == "message-" + kind.rawValue.replacing("_", with: "-") })
    }
    for kind in Wire.Trigger.Kind.allCases {
      #expect(Examples.triggers.contains { $0.name == "trigger-" + kind.rawValue.replacing("_", with: "-") })
    }
  }
}
