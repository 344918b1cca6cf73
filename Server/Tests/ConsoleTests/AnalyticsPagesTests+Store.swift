// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import MartletWire
import Pages
import Store
import StoreSQLite
import Testing

@testable import Console

extension AnalyticsPagesTests {
  // MARK: - With a store

  @Test func `both pages count what the store has, and export it`() async throws {
    let browser = try await Browser(role: .viewer)
    _ = try await browser.store.ingest(
      IngestBatch(
        appID: Browser.app.id, device: Wire.Device(id: "phone"), receivedAt: Self.now,
        events: [("1", "seen", 3_600 * 30), ("2", "paid", 3_600 * 29)].map { id, name, ago in
          Wire.EventRecord(
            id: id, at: Self.now - .seconds(ago), sessionID: nil, userID: "ana",
            body: .custom(name: name, properties: ["total": .int(12)]))
        }))
    let steps = "step.0.name=seen&step.1.name=paid"
    let funnel = try await browser.get("/events/funnel?" + steps)
    #expect(funnel.status == .ok)
    #expect(funnel.html.contains("1. seen") && funnel.html.contains("100% of the first step"))
    let file = try await browser.get("/events/funnel.csv?" + steps)
    #expect(file.html == "step,event,people\r\n1,custom:seen,1\r\n2,custom:paid,1\r\n")
    let condition =
      steps
      + "&step.1.condition.0.path=total&step.1.condition.0.test=number:greater&step.1.condition.0.value="
    let enough = try await browser.get("/events/funnel?" + condition + "11")
    #expect(
      enough.html.contains("2. paid where total &gt; 11") && enough.html.contains("100% of the first step"))
    #expect(enough.html.contains("Values so far: whole numbers."))
    #expect(try await browser.get("/events/funnel?" + condition + "12").html.contains("0% of the first step"))
    let conditions = try await browser.get("/events/funnel.csv?" + condition + "12")
    #expect(
      conditions.html == "step,event,people,conditions\r\n1,custom:seen,1,\r\n2,custom:paid,0,total > 12\r\n")
    let curve = try await browser.get("/events/retention?first.0.name=seen&active.0.name=paid")
    #expect(curve.status == .ok && curve.html.contains("100%"))
    let days = try await browser.get("/events/retention.csv?first.0.name=seen&active.0.name=paid")
    #expect(days.html.hasPrefix("day,observed,active\r\n0,1,1\r\n1,0,0\r\n"))
    let cohorts = try await browser.get(
      "/events/retention-cohorts.csv?period=7d&first.0.name=seen&active.0.name=paid")
    #expect(cohorts.html.hasPrefix("starts_at,people,day,observed,active\r\n"))
    let begun = cohorts.html.split(separator: "\r\n").dropFirst().map {
      $0.split(separator: ",").map(String.init)
    }
    #expect(
      begun.count == 7 * 31 && begun.filter { $0[2] == "0" }.compactMap { Int($0[1]) }.reduce(0, +) == 1)
    #expect(
      begun.filter { $0[1] == "1" }.prefix(2).map { Array($0.dropFirst()) } == [
        ["1", "0", "1", "1"], ["1", "1", "0", "0"],
      ])
    // The property has whole numbers.
    let open =
      "/events/funnel" + ".csv?" + steps
      + "&step.1.condition.0.path=total&step.1.condition.0.test=&step.1.condition.0.value=12"
    #expect(try await browser.get(open).html.hasSuffix("2,custom:paid,1,total is 12\r\n"))
    // Nobody started a session.
    #expect(try await browser.get("/events/retention").html.contains("Nobody had a first event"))
    let none = try await browser.get("/events/funnel?" + steps + "&audience=none")
    #expect(none.status == .unprocessableContent && none.html.contains("There is no such audience"))
    let refused = try await browser.get("/events/funnel.csv?step.0.name=seen")
    #expect(refused.status == .seeOther && refused.location == "/events/funnel?step.0.name=seen")
  }
}
