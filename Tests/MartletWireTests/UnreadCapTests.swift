// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire
import Testing

/// A cap protects people: one that cannot be read neither vanishes nor takes the rest of the answer
/// with it.
struct UnreadCapTests {
  private func answer(caps: String) throws -> Wire.SyncResponse {
    try Wire.decode(
      Wire.SyncResponse.self,
      from: Array(
        """
        {"version": 1, "results": [{"id": "e1", "status": "stored"}], "settings": {"decision_sample": 0.5},
         "definitions": {"tag": "t", "campaigns": [], "caps": \(caps)}}
        """.utf8))
  }

  @Test(
    arguments: [
      (#"[{"limit": 1, "within": "day"}, {"limit": "many", "within": "day"}]"#, "caps[1].limit", 1),
      (#"[{"within": "day"}, {"limit": 1, "within": "day"}]"#, "caps[0].limit", 1),
      (#"[7]"#, "caps[0]", 0), (#"{"limit": 1}"#, "caps", 0),
      (#"[{"limit": 1, "within": "eon"}]"#, "caps[0].within", 1),
    ])
  func `a cap that cannot be read leaves the answer whole, and no campaign may run`(
    caps: String, field: String, count: Int
  ) throws {
    let answer = try answer(caps: caps)
    #expect(answer.results.map(\.id) == ["e1"])
    #expect(answer.settings?.decisionSample == 0.5)
    let definitions = try #require(answer.definitions)
    #expect(definitions.caps.count == count)
    let error = #expect(throws: Wire.Untranslatable.self) { try definitions.sharedCaps() }
    #expect(error?.field == field)
  }

  @Test func `it is written back in its place, so that what is stored does not forget it`() throws {
    for caps in [
      #"[{"limit":1,"within":"day"},{"limit":"many"},{"limit":2,"within":"week"}]"#, #"{"limit":1}"#,
    ] {
      let definitions = try #require(try answer(caps: caps).definitions)
      let again = try Wire.decode(Wire.Definitions.self, from: Wire.encode(definitions))
      #expect(again == definitions)
      #expect(throws: Wire.Untranslatable.self) { try again.sharedCaps() }
      #expect(String(decoding: Wire.encode(definitions), as: UTF8.self).contains(caps))
    }
  }

  @Test(arguments: ["[]", "null", #"[{"limit": 1, "within": "day", "tag": "a"}]"#])
  func `definitions with caps that can be read give them`(caps: String) throws {
    let definitions = try #require(try answer(caps: caps).definitions)
    #expect(try definitions.sharedCaps().count == definitions.caps.count)
  }
}
