// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletServer
import MartletWire
import Store
import Testing

/// Figures that cannot be, from the request of a device to the sentence that a marketer reads.
@Suite("Figures that cannot be", .timeLimit(.minutes(5)))
struct ReportDoubtTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)

  @Test
  func
    `a message that was shown more often than its limits allow is flagged with its cause, over HTTP and in the console`()
    async throws
  {
    try await TestServer.run { server in
      let created = try await server.manage(
        "POST", "/campaigns",
        #"{"name":"Offer","triggers":[{"kind":"session_start"}],"re_eligibility":{"type":"once"},"message":{"kind":"slideup","message":"Hello"}}"#
      )
      let id = try #require(created.json["id"]?.string)
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      let sync = try await server.device(
        "/sdk/v1/sync", #"{"version":1,"device":{"id":"phone"},"sent_at":\#(Self.now.milliseconds)}"#)
      #expect(sync.status == 200 && sync.text.contains(id))

      func show(_ number: Int) async throws {
        let shown = Wire.EventRecord.Presentation(id: "p\(number)", campaignID: id, campaignVersion: 1)
        let event = Wire.EventRecord(
          id: "e\(number)", at: Self.now, sessionID: nil, userID: nil, body: .impression(shown))
        let request = Wire.EventsRequest(device: Wire.Device(id: "phone"), sentAt: Self.now, events: [event])
        #expect(
          try await server.device("/sdk/v1/events", String(decoding: Wire.encode(request), as: UTF8.self))
            .status == 200)
      }
      func doubts() async throws -> Wire.JSONValue? {
        try await server.manage("GET", "/campaigns/\(id)/report").json["doubts"]
      }
      let session = try await server.signIn()
      func page() async throws -> String {
        try await server.send("GET", "/campaigns/\(id)", headers: session).text
      }

      try await show(0)
      #expect(try await doubts() == .array([]))
      #expect(try await !page().contains("Unusual figures"))

      try await show(1)
      try await show(2)
      let doubt = try #require(try await doubts()?[0])
      #expect(doubt["code"]?.string == "more_shown_than_allowed")
      let message = try #require(doubt["message"]?.string)
      #expect(
        message
          == "The message was shown 3 times, but the one person who received it can see it at most once.")
      let cause = try #require(doubt["cause"]?.string)
      #expect(cause.contains("two devices") && cause.contains("SDK key"))
      let html = try await page()
      #expect(html.contains(message) && html.contains(cause), "the page says it")
      // Also of a part of the time, whose figures alone could not tell.
      let part = try await server.manage("GET", "/campaigns/\(id)/report?from=0&to=1")
      #expect(
        part.json["totals"]?["impressions"] == .int(0) && part.json["doubts"]?[0]?["code"] == doubt["code"])
    }
  }
}
