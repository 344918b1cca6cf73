// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@Suite struct EventEntryTests {
  @Test func `a bad entry is named with its field and harms no neighbour`() throws {
    let request = try Wire.decode(
      Wire.EventsRequest.self,
      from: Array(
        """
        {"version": 1, "device": {"id": "d1"}, "sent_at": 10, "events": [
          {"id": "a", "at": 1, "kind": "session_start"},
          {"id": "b", "at": 2, "kind": "custom", "name": 7},
          {"id": "c", "at": 3, "kind": "session_end", "length_ms": 5},
          9,
          {"at": 4, "kind": "session_start"}]}
        """.utf8))
    #expect(request.events.map(\.id) == ["a", "c"])
    #expect(request.rejected.map(\.index) == [1, 3, 4])
    #expect(request.rejected.map(\.id) == ["b", nil, nil])
    #expect(request.rejected.map(\.field) == ["name", "", "id"])
    #expect(request.rejected.map(\.code) == ["field_wrong_type", "field_wrong_type", "field_missing"])
    #expect(request.rejected[0].message == "Expected a string, found an integer.")
  }
}
