// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPTypes
import MartletCore
import MartletWire
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite("The page of the global holdout")
struct HoldoutPageTests {
  @Test func `a share is stored with its time, and nothing else of the settings changes`() async throws {
    let browser = try await Browser()
    let caps = [Wire.Cap(limit: 2, within: .known(.day))]
    _ = try await browser.store.changeSettings(app: "app") {
      $0.caps = caps
      return []
    }
    #expect(try await browser.get("/settings/holdout").html.contains("Nobody is held out."))
    let saved = try await browser.post("/settings/holdout", [("share", " 5 % ")])
    #expect(saved.status == .seeOther && saved.location == "/settings/holdout")
    let settings = try await browser.store.settings(app: "app")
    #expect(
      settings.globalHoldout.share == 500 && settings.globalHoldout.changedAt != nil && settings.caps == caps)
    // Of the caps, and of the share.
    #expect(browser.told == ["app", "app"])
    let page = try await browser.get("/settings/holdout").html
    #expect(page.contains("5% of people are held out until ") && page.contains("value=\"5\""))
    _ = try await browser.post("/settings/holdout", [("share", "")])
    #expect(try await browser.store.settings(app: "app").globalHoldout.isOn == false)
  }

  @Test(arguments: ["21", "five", "-3", "100"])
  func `a share that makes no sense is not stored, stays in the form, and the page says why`(typed: String)
    async throws
  {
    let browser = try await Browser()
    let answer = try await browser.post("/settings/holdout", [("share", typed)])
    #expect(answer.status == .unprocessableContent)
    #expect(
      answer.html.contains("The global holdout is 0% to 20%.") && answer.html.contains("value=\"\(typed)\""))
    #expect(try await browser.store.settings(app: "app") == AppSettings())
    #expect(browser.told.isEmpty)
  }

  @Test func `what is compared is in the address, and what is missing is said beside its field`() async throws
  {
    let browser = try await Browser()
    let off = try await browser.get("/settings/holdout?event.0.kind=session_start")
    #expect(off.status == .ok && off.html.contains("Nobody is held out, so there is nothing to compare."))
    _ = try await browser.post("/settings/holdout", [("share", "20")])
    let early = try await browser.get("/settings/holdout?event.0.kind=custom&event.0.name=order_placed")
    #expect(early.html.contains("Counting begins on ") && early.html.contains("value=\"order_placed\""))
    for (query, sentence) in [
      ("event.0.kind=custom&event.0.name=", "No event is chosen."),
      ("event.0.kind=session_start&period=2099-q1", "There is no such period."),
      ("event.0.kind=session_start&period=soon", "There is no such period."),
    ] {
      let answer = try await browser.get("/settings/holdout?" + query)
      #expect(answer.status == .unprocessableContent && answer.html.contains(sentence), "\(query)")
    }
    let earlier = HoldoutPeriod(containing: Samples.now).previous.name
    #expect(
      try await browser.get("/settings/holdout?event.0.kind=session_start&period=\(earlier)").html.contains(
        "was changed later"))
  }

  @Test
  func `the result has the rates of both groups, what may be said about them, and from when they count`()
    async throws
  {
    let browser = try await Browser()
    let period = HoldoutPeriod(containing: Samples.now)
    _ = try await browser.store.changeSettings(app: "app") {
      $0.globalHoldout.change(to: 2_000, at: period.begin - .seconds(1))
      return []
    }
    let holdout = try Holdout.global(period: period.name, share: 2_000)
    func ingest(_ users: [Int], _ body: Wire.EventRecord.Body, _ id: String) async throws {
      let events = users.map {
        Wire.EventRecord(
          id: "\(id)-\($0)", at: Samples.now - .seconds(60), sessionID: nil, userID: "p\($0)", body: body)
      }
      let results = try await browser.store.ingest(
        IngestBatch(
          appID: "app", device: Wire.Device(id: "phone"), receivedAt: Samples.now - .seconds(30),
          events: events, role: .own))
      try #require(results.allSatisfy { $0.status == .known(.stored) })
    }
    try await ingest(Array(0..<500), .sessionStart, "s")
    var heldOut: [Int] = []
    for user in 0..<500 {
      let standing = try #require(try await browser.store.experimentStanding(of: "u:p\(user)", app: "app"))
      if holdout.holdsOut(standing) { heldOut.append(user) }
    }
    let others = Set(0..<500).subtracting(heldOut).sorted()
    try await ingest(
      Array(heldOut.prefix(10)) + Array(others.prefix(200)), .custom(name: "order_placed", properties: [:]),
      "o")
    let page = try await browser.get("/settings/holdout?event.0.kind=custom&event.0.name=order_placed").html
    #expect(
      page.contains("10 of \(heldOut.count)") && page.contains("200 of \(others.count)"), "\(heldOut.count)")
    #expect(
      page.contains("Everybody else converts ")
        && page.contains("Counted from \(UTCTime(period.begin + GlobalHoldout.washOut).words)"))
    #expect(!page.contains("Counting begins on"))
    let author = try await Browser(role: .viewer)
    let own = try await author.get("/settings/holdout").html
    #expect(!own.contains("name=\"share\"") && own.contains("Nobody is held out."))
    #expect(try await author.post("/settings/holdout", [("share", "5")]).status == .forbidden)
  }

  @Test(arguments: [true, false])
  func `the editor keeps whether a campaign ignores the holdout`(ignores: Bool) {
    var content = CampaignContent(triggers: [], message: Wire.Message(kind: .known(.modal)))
    content.ignoresGlobalHoldout = ignores
    var form = CampaignForm([(name: String, value: String)]())
    AudiencePartForm.write(content, to: &form)
    var reader = FormReader(form: form)
    var read = CampaignContent(triggers: [])
    read.ignoresGlobalHoldout = !ignores
    AudiencePartForm.read(&reader, into: &read)
    #expect(read.ignoresGlobalHoldout == ignores)
  }
}
