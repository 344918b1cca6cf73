// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPTypes
import MartletCore
import MartletWire
import Pages
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite struct EventPagesTests {
  private static let now = Samples.now

  private func page(_ template: String, _ model: Any, title: String) throws -> (html: String, site: Site) {
    let site = try Console.site(navigation: [.home, .campaigns, .people, .events, .lab, .settings])
    let frame = Frame(
      title: title, section: "events", appName: "Acorn Shop", csrfToken: "token",
      styleSheets: ["console.css"], scripts: ["console.js"],
      isWide: true)
    return (site.page(template, model, in: frame), site)
  }

  @Test(arguments: Wire.EventRecord.Topic.allCases.flatMap(\.kinds))
  func `every kind of event has a name of its own on pages`(kind: String) {
    #expect(EventTopic(kind: kind).kindWords != kind)
  }

  private static let volumes = [
    EventVolume(topic: EventTopic(kind: "session_start"), days: (0..<30).map { 120 + $0 % 7 * 9 }),
    EventVolume(
      topic: EventTopic(kind: "custom", name: "cart_viewed <b>"),
      days: (0..<30).map { $0 < 28 ? $0 % 5 * 11 : 0 }),
    EventVolume(topic: EventTopic(kind: "custom"), days: Array(repeating: 0, count: 29) + [3]),
  ]

  private static let newest = [("u:ana", 40, false), ("d:tablet-9", 90_000, true)].enumerated().map {
    index, one in
    let at = now - .seconds(one.1)
    let record = Wire.EventRecord(
      id: "e\(index)", at: at, sessionID: nil, userID: "ana",
      body: .custom(
        name: "cart_viewed <b>",
        properties: ["total": .double(12.5), "items": 3, "coupon": .string("<i>SPRING</i>")]))
    return EventSample.Entry(
      personID: one.0,
      event: TimelineEntry(
        id: record.id, kind: "custom", deviceID: "d", at: at, countedAt: at, receivedAt: at, record: record,
        isTest: one.2))
  }

  @Test func `the list looks as recorded, and names are text`() throws {
    let model = EventListPage.Model(
      Self.volumes, newest: Self.newest, query: EventListPage.Query(), now: Self.now, hasLab: true)
    let (html, site) = try page("events/list", model, title: "Events")
    #expect(!html.contains("<b>"))
    #expect(try PageFile.difference(html, from: "events", site: site) == nil)
  }

  @Test func `an event looks as recorded: its volume, its people, its properties and the newest of it`()
    throws
  {
    let model = EventPage.Model(
      Self.volumes[1], people: Self.volumes[1].days.map { $0 / 3 }, newest: Self.newest, now: Self.now)
    let (html, site) = try page("events/event", model, title: model.name)
    #expect(!html.contains("<i>"))
    #expect(html.contains("from the newest 2 stored events"))
    #expect(try PageFile.difference(html, from: "event", site: site) == nil)
  }

  @Test func `an event of which there are too many to count people says so, and one without people does not`()
  {
    func words(_ kind: String, _ name: String = "", people: [Int]? = nil) -> String {
      let volume = EventVolume(
        topic: EventTopic(kind: kind, name: name), days: Array(repeating: 9, count: 30))
      return EventPage.Model(volume, people: people, newest: [], now: Self.now).periodWords
    }
    #expect(words("custom", "a").contains("up to 50,000 events"))
    #expect(!words("custom", "a", people: Array(repeating: 1, count: 30)).contains("50,000"))
    #expect(!words("custom").contains("50,000") && !words("click").contains("50,000"))
  }

  @Test func `a search finds names and kinds, and says when there is nothing`() {
    func names(_ search: String) -> ([String], String?) {
      let model = EventListPage.Model(
        Self.volumes, newest: [], query: EventListPage.Query(search: search), now: Self.now, hasLab: false)
      return (model.rows.map(\.name), model.nothingFound)
    }
    #expect(names("cart").0 == ["cart_viewed <b>"])
    #expect(names("session").0 == ["Session start"])
    #expect(names("nothing").1 == "No events match “nothing”.")
  }

  @Test func `each row leads to the page of its kind or name`() async throws {
    let browser = try await Browser(role: .viewer)
    #expect(try await browser.get("/events").html.contains("No events yet"))
    let name = "a/b c&d"
    _ = try await browser.store.ingest(
      IngestBatch(
        appID: Browser.app.id, device: Wire.Device(id: "phone"), receivedAt: Self.now,
        events: [
          Wire.EventRecord(
            id: "1", at: Self.now, sessionID: nil, userID: "ana",
            body: .custom(name: name, properties: ["total": 3])),
          Wire.EventRecord(id: "2", at: Self.now, sessionID: nil, userID: "ana", body: .sessionStart),
        ]))
    let list = try await browser.get("/events").html
    for topic in [EventTopic(kind: "custom", name: name), EventTopic(kind: "session_start")] {
      #expect(list.contains("href=\"\(topic.path.replacing("&", with: "&amp;"))\""), "\(topic.path)")
      let answer = try await browser.get(topic.path)
      #expect(answer.status == .ok)
      #expect(answer.html.contains("ana"))
      // One person.
      #expect(answer.html.contains("<th scope=\"col\" class=\"number\">People</th>"))
    }
    #expect(try await browser.get("/events/nothing").status == .notFound)
    #expect(try await browser.get("/events/custom?name=nothing").status == .notFound)
  }
}
