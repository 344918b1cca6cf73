// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PushTokenTests {
  @Test func `a token that a device reports is known, moves with it, and is shown in the management API`()
    async throws
  {
    try await TestServer.run { server in
      func sync(_ device: String, _ user: String, _ push: String) async throws {
        let answer = try await server.device(
          "/sdk/v1/sync",
          #"""
          {"version":1,"sent_at":1,"user_id":"\#(user)","device":{"id":"\#(device)"\#(push)},
          "events":[{"id":"\#(device)","kind":"session_start","at":1,"user_id":"\#(user)"}]}
          """#)
        #expect(answer.status == 200, "\(answer.text)")
      }
      func push(_ user: String) async throws -> Wire.JSONValue? {
        try await server.manage("GET", "/people/u:\(user)").json["devices"]?[0]?["push"]
      }
      let token = #","push_token":"aa","push_environment":"development","push_authorization":"authorized""#
      try await sync("d-1", "ana", token)
      var known = try await push("ana")
      #expect(
        known?["has_token"] == true && known?["environment"] == "development"
          && known?["authorization"] == "authorized")
      #expect(known?["registered_at"]?.integer != nil)
      // The person signed out: the installation has another id, and the token with it.
      try await sync("d-2", "ben", token)
      known = try await push("ana")
      #expect(known?["has_token"] == false && known?["environment"] == nil)
      #expect(try await push("ben")?["has_token"] == true)
    }
  }
}
