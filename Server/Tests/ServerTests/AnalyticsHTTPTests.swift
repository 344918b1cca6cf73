// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletServer
import MartletWire
import Testing

@Suite("Funnel and retention, over HTTP", .timeLimit(.minutes(5)))
struct AnalyticsHTTPTests {
  private static let day: Int64 = 86_400_000

  private static func log(_ server: TestServer, _ events: [(user: String, name: String, at: Int64)])
    async throws
  {
    let texts = events.map {
      #"{"id":"\#($0.user)-\#($0.name.replacing(" ", with: "-"))-\#($0.at)","kind":"custom","name":"\#($0.name)","at":\#($0.at),"user_id":"\#($0.user)"}"#
    }
    let sent = try await server.manage("POST", "/events", #"{"events":[\#(texts.joined(separator: ","))]}"#)
    #expect(sent.status == 200, "\(sent.text)")
  }

  @Test func `a funnel has the people of each step, as JSON and as CSV, of everybody and of an audience`()
    async throws
  {
    try await TestServer.run { server in
      let now = Environment.live.now().milliseconds
      try await Self.log(
        server,
        [
          ("ana", "seen", now - 5_000), ("ana", "paid", now - 4_000), ("ben", "seen", now - 3_000),
          ("cem", "paid", now - 2_000),
          ("cem", "order placed", now),
        ])
      // However a client writes a blank.
      for blank in ["+", "%20"] {
        let answer = try await server.manage(
          "GET", "/funnel?step=custom:order\(blank)placed&step=custom:paid")
        #expect(answer.json["steps"]?[0]?["people"]?.integer == 1, "\(answer.text)")
      }
      let path = "/funnel?step=custom:seen&step=custom:paid"
      let answer = try await server.manage("GET", path)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["hours"]?.integer == 24)
      #expect(
        answer.json["steps"]?[0]?["event"]?.string == "custom:seen"
          && answer.json["steps"]?[0]?["people"]?.integer == 2)
      #expect(answer.json["steps"]?[1]?["people"]?.integer == 1)
      let (from, to) = (answer.json["from"]?.integer ?? 0, answer.json["to"]?.integer ?? 0)
      #expect(to - from == 30 * Self.day)
      let file = try await server.manage("GET", path + "&format=csv")
      #expect(file.text == "step,event,people\r\n1,custom:seen,2\r\n2,custom:paid,1\r\n")
      let filter = "&where=2:%7B%22path%22:%5B%22total%22%5D,%22op%22:%22greater%22,%22value%22:20%7D"
      let narrow = try await server.manage("GET", path + filter)
      #expect(
        narrow.json["steps"]?[1]?["people"]?.integer == 0 && narrow.json["steps"]?[0]?["where"] == nil,
        "\(narrow.text)")
      #expect(narrow.json["steps"]?[1]?["where"]?["value"]?.integer == 20)
      let rule = #"{"name":"Ben","rule":{"person":"user_id","op":"equals","value":"ben"}}"#
      let made = try await server.manage("POST", "/audiences", rule)
      let id = try #require(made.json["id"]?.string, "\(made.text)")
      let his = try await server.manage("GET", path + "&audience=\(id)")
      #expect(
        his.json["steps"]?[0]?["people"]?.integer == 1 && his.json["steps"]?[1]?["people"]?.integer == 0)
      #expect(his.json["audience_id"]?.string == id)
      let none = try await server.manage("GET", path + "&audience=none")
      #expect(none.status == 404 && none.json["code"] == "audience_not_found")
    }
  }

  @Test func `a curve has for each day the people for whom it is over, and who was active`() async throws {
    try await TestServer.run { server in
      let now = Environment.live.now().milliseconds
      let start = now - 3 * Self.day - 1_000
      try await Self.log(
        server, [("ana", "seen", start), ("ana", "seen", start + 2 * Self.day), ("ben", "seen", now - 1_000)])
      let path = "/retention?first=custom:seen&active=custom:seen&active=purchase"
      let answer = try await server.manage("GET", path)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["people"]?.integer == 2)
      let days = try #require(answer.json["days"])
      #expect(days.count == 31)
      let found = (0..<4).map { [days[$0]?["observed"]?.integer, days[$0]?["active"]?.integer] }
      #expect(found == [[1, 1], [1, 0], [1, 1], [0, 0]])
      let file = try await server.manage("GET", path + "&format=csv")
      #expect(
        file.text.hasPrefix("day,observed,active\r\n0,1,1\r\n1,1,0\r\n2,1,1\r\n3,0,0\r\n"), "\(file.text)")
      #expect(answer.json["cohorts"] == nil)
      for (span, most) in [("day", 31), ("week", 6)] {
        let cohorts = try #require(try await server.manage("GET", path + "&cohorts=\(span)").json["cohorts"])
        let count = cohorts.count ?? 0
        #expect((most - 1...most).contains(count), "\(count)")
        let people = (0..<count).map { cohorts[$0]?["people"]?.integer ?? -1 }
        #expect(people.reduce(0, +) == 2)
        let begun = try #require(cohorts[people.firstIndex { $0 > 0 } ?? 0])
        #expect((begun["from"]?.integer ?? 0) <= start && start < (begun["to"]?.integer ?? 0))
        #expect(begun["days"]?.count == 31 && begun["days"]?[2]?["active"]?.integer == 1)
      }
      let cohorts = try await server.manage("GET", path + "&cohorts=week&format=csv")
      #expect(cohorts.text.hasPrefix("starts_at,people,day,observed,active\r\n"))
      #expect(try await server.manage("GET", "/retention").json["first"]?.string == "session_start")
    }
  }

  @Test(
    arguments: [
      ("funnel", "step", "2 to 8 times"), ("funnel?step=purchase", "step", "2 to 8 times"),
      ("funnel?step=purchase&step=buy", "step", "survey_answers"),
      ("funnel?step=purchase&step=purchase&where=3:%7B%7D", "where", "once for a step"),
      ("funnel?step=purchase&step=purchase&where=purchase", "where", "once for a step"),
      (
        "funnel?step=purchase&step=purchase&where=1:%7B%22all%22:%5B%5D%7D&where=1:%7B%22all%22:%5B%5D%7D",
        "where", "once for a step"
      ),
      ("funnel?step=purchase&step=purchase&where=2:%7B%22op%22:%22greater%22%7D", "where", "Of step 2"),
      (
        "funnel?step=session_start&step=purchase&where=1:%7B%22all%22:%5B%5D%7D", "where",
        "Step 1 is a session, which has none."
      ),
      ("funnel?step=purchase&step=purchase&hours=721", "hours", "from 1 to 720"),
      ("funnel?step=purchase&step=purchase&from=5&to=5", "to", "after from"),
      ("funnel?step=purchase&step=purchase&format=xml", "format", "json or csv"),
      ("retention?first=session_start:a", "first", "it once"),
      ("retention?first=custom&first=purchase", "first", "it once"),
      ("retention?active=", "active", "1 to 8 times"), ("retention?cohorts=month", "cohorts", "day or week"),
      ("retention?cohorts=day&from=0&to=8640000001", "cohorts", "up to 100"),
      ("retention?to=soon", "to", "milliseconds"),
    ])
  func `what is wrong with a request is named, with what to send`(path: String, field: String, remedy: String)
    async throws
  {
    try await TestServer.run { server in
      let answer = try await server.manage("GET", "/" + path)
      #expect(answer.status == 400)
      #expect(answer.json["field"]?.string == field)
      #expect(answer.json["remedy"]?.string?.contains(remedy) == true, "\(answer.text)")
    }
  }
}
