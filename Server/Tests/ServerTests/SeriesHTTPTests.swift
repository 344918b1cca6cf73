// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletServer
import MartletWire
import Testing

@Suite("Series, over HTTP", .timeLimit(.minutes(5)))
struct SeriesHTTPTests {
  private static func series(_ server: TestServer, _ query: String) async throws -> TestServer.Answer {
    try await server.manage("GET", "/series?" + query)
  }

  @Test func `a figure has one point for each day, its meaning and its total`() async throws {
    try await TestServer.run { server in
      let now = Environment.live.now()
      let events = (0..<3).map {
        #"{"id":"e\#($0)","kind":"custom","name":"cart_viewed","at":\#(now.milliseconds),"user_id":"ana"}"#
      }
      let sent = try await server.manage(
        "POST", "/events", #"{"events":[\#(events.joined(separator: ","))]}"#)
      #expect(sent.status == 200, "\(sent.text)")
      let answer = try await Self.series(server, "metric=events")
      #expect(answer.status == 200)
      #expect(answer.json["points"]?.count == 31)
      #expect(answer.json["total"]?.integer == 3)
      #expect(answer.json["zone"]?.string == "UTC")
      #expect(answer.json["meaning"]?.string?.isEmpty == false)
      let from = answer.json["from"]?.integer ?? 0
      #expect(from % 86_400_000 == 0 && answer.json["points"]?[0]?["start"]?.integer == from)
      #expect(try await Self.series(server, "metric=events&step=hour").json["points"]?.count == 25)
      // People overlap from day to day.
      let people = try await Self.series(server, "metric=active_people_7_days&from=0&to=86400000")
      #expect(people.json["total"] == nil)
      #expect(people.json["points"]?.count == 1)
    }
  }

  @Test func `a figure of one campaign needs one that exists`() async throws {
    try await TestServer.run { server in
      let listed = try await server.manage("GET", "/campaigns")
      let id = try #require(listed.json["campaigns"]?[0]?["id"]?.string, "\(listed.text)")
      let answer = try await Self.series(server, "metric=shown&campaign=\(id)")
      #expect(answer.status == 200 && answer.json["campaign_id"]?.string == id)
      #expect(try await Self.series(server, "metric=shown&campaign=nothing").status == 404)
    }
  }

  @Test(
    arguments: [
      ("", "metric", "one of active_people"), ("metric=people", "metric", "not_shown"),
      ("metric=events&step=week", "step", "day, hour"),
      ("metric=active_people&step=hour", "step", "counts people by day"),
      ("metric=events&zone=Europe/Berlin", "zone", "UTC"),
      ("metric=events&from=yesterday", "from", "milliseconds"),
      ("metric=events&from=2000&to=1000", "to", "after from"),
      ("metric=events&from=0&to=90000000000", "from", "at most 800 days"),
      ("metric=events&campaign=c", "campaign", "only with shown"),
    ])
  func `what is wrong with a request is named, with what to send`(
    query: String, field: String, remedy: String
  ) async throws {
    try await TestServer.run { server in
      let answer = try await Self.series(server, query)
      #expect(answer.status == 400)
      #expect(answer.json["field"]?.string == field)
      #expect(answer.json["remedy"]?.string?.contains(remedy) == true, "\(answer.text)")
    }
  }
}
