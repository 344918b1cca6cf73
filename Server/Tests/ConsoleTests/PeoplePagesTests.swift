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

@Suite struct PeoplePagesTests {
  private static let phone = Wire.Device(
    id: "8f3c2b1a-77aa", platform: "ios", osVersion: "18.1", model: "iPhone17,1", locale: "de-AT",
    timeZone: "Europe/Vienna",
    appVersion: "3.2.0", sdkVersion: "0.1.0")

  private static func ago(_ seconds: Int) -> Instant { Samples.now - .seconds(seconds) }

  private static let devices = [
    PersonDevice(device: phone, firstSeen: ago(900_000), lastSeen: ago(60), isTest: true),
    PersonDevice(device: Wire.Device(id: "tablet-1"), firstSeen: ago(7_200), lastSeen: ago(7_200)),
  ]
  private static let ana = PersonSummary(
    id: "u:ana", firstSeen: ago(900_000), lastSeen: ago(60), devices: devices)

  private func page(_ template: String, _ model: Any, title: String) throws -> (html: String, site: Site) {
    let site = try Console.site(navigation: [.campaigns, .people, .lab, .settings])
    let frame = Frame(
      title: title, section: "people", appName: "Acorn Shop", csrfToken: "token",
      styleSheets: ["console.css"], scripts: ["console.js"])
    return (site.page(template, model, in: frame), site)
  }

  @Test func `the list looks as recorded, and names are text`() throws {
    let people = [
      Self.ana, PersonSummary(id: "u:<b>&ben", firstSeen: Self.ago(80_000), lastSeen: Self.ago(3_700)),
      PersonSummary(
        id: "d:tablet-9", firstSeen: Self.ago(7_200), lastSeen: Self.ago(7_200),
        devices: [
          PersonDevice(
            device: Wire.Device(id: "tablet-9"), firstSeen: Self.ago(7_200), lastSeen: Self.ago(7_200))
        ]),
    ]
    let model = PeopleListPage.Model(
      ListPage(elements: people, next: "further"), query: PeopleListPage.Query(), now: Samples.now,
      hasLab: true)
    let (html, site) = try page("people/list", model, title: "People")
    #expect(!html.contains("<b>&ben"))
    #expect(try PageFile.difference(html, from: "people", site: site) == nil)
  }

  @Test func `an order is claimed where it holds, and a search says who stands first`() throws {
    func html(_ query: PeopleListPage.Query) throws -> String {
      let model = PeopleListPage.Model(
        ListPage(elements: [Self.ana], next: nil), query: query, now: Samples.now, hasLab: true)
      return try page("people/list", model, title: "People").html
    }
    for sort in PeopleSort.allCases {
      #expect(try html(PeopleListPage.Query(sort: sort)).contains("aria-sort"))
      let found = try html(PeopleListPage.Query(search: "a<b", sort: sort))
      #expect(!found.contains("aria-sort"))
      #expect(found.contains("Matches by id, e-mail address and name come first"))
    }
  }

  @Test func `a person looks as recorded: facts, attributes, devices, and each decision with its reasons`()
    throws
  {
    let person = Person(
      summary: Self.ana,
      attributes: [
        PersonAttribute(key: "first_name", value: .string("Ana <script>"), at: Self.ago(5_000)),
        PersonAttribute(key: "plan", value: .string("free"), at: Self.ago(90_000), isOwn: false),
      ],
      merged: [Person.MergedDevice(deviceID: Self.phone.id, at: Self.ago(80_000))])
    let shown = Wire.EventRecord.Presentation(id: "p", campaignID: "c-cart", campaignVersion: 1)
    let decision = Samples.decisions[1].record
    let bodies: [Wire.EventRecord.Body] = [
      .dismissal(shown, by: .known(.user)), .click(shown, buttonID: "1"), .impression(shown),
      .decision(decision),
      .custom(name: "cart_viewed", properties: ["total": 18]),
      .attribute(key: "first_name", value: .string("Ana")),
      .userChanged(previousUserID: nil), .sessionStart,
    ]
    let entries = bodies.enumerated().map { index, body in
      let at = Self.ago(60 + index * 20_000)
      let record = Wire.EventRecord(id: "e\(index)", at: at, sessionID: "s", userID: "ana", body: body)
      return TimelineEntry(
        id: "e\(index)", kind: body.kind, deviceID: Self.phone.id, at: at, countedAt: at,
        receivedAt: at + .seconds(1), record: record)
    }
    let delivery = PushDelivery(
      deviceID: Self.phone.id, personID: "u:ana", attempt: 1, outcome: .optedOut, detail: "2026-05-03",
      at: Self.ago(600))
    let push = PersonPush(campaignID: "c-cart", runID: "r", delivery: delivery)
    let source = PersonPage.Source(
      person: person, timeline: ListPage(elements: entries, next: "older"), pushes: [push],
      campaigns: Samples.campaigns, now: Samples.now)
    let (html, site) = try page(
      "people/person", PersonPage.Model(source, query: PersonPage.Query()), title: "ana")
    #expect(!html.contains("<script>Ana") && html.contains("Ana &lt;script&gt;"))
    #expect(try PageFile.difference(html, from: "person", site: site) == nil)
  }

  @Test(
    arguments: [
      (nil, "quiet_hours", "until the quiet hours are over"),
      (nil, "TooManyRequests", "The device was sent too many pushes in a short time."),
      (.optedOut, "2026-05-03", "since 3 May 2026"),
      (.missingValue, "event.order", "event.order has no value"),
      (.tokenInvalid, "Unregistered", "answer: Unregistered"),
      (.cancelled, "exception", "an exception of the campaign happened first"),
      (.sent, nil, nil),
    ] as [(PushOutcome?, String?, String?)])
  func `a push of a person says in words why it waits or was not sent`(
    outcome: PushOutcome?, detail: String?, words: String?
  ) {
    let delivery = PushDelivery(
      deviceID: "d", personID: "u:ana", attempt: 1, outcome: outcome, detail: detail, at: Samples.now)
    #expect(delivery.reasonWords == words)
  }

  @Test(arguments: [
    (Wire.AttributeChange(.known(.increment), 2), "Increased visits by 2"),
    (Wire.AttributeChange(.known(.increment), -2), "Decreased visits by 2"),
    (Wire.AttributeChange(.known(.increment), .int(.min)), "Decreased visits by 9223372036854775808"),
    (Wire.AttributeChange(.known(.increment), -0.5), "Decreased visits by 0.5"),
    (Wire.AttributeChange(.known(.add), "tea"), "Added “tea” to visits"),
    (Wire.AttributeChange(.known(.remove), 7), "Removed 7 from visits"),
    (Wire.AttributeChange(.known(.merge), ["city": "Wien", "a": .null]), "Changed a, city in visits"),
    (Wire.AttributeChange(.known(.merge), [:]), "Changed nothing in visits"),
    (Wire.AttributeChange(.unknown("multiply"), 2), "Changed visits (unknown operation: multiply)"),
  ])
  func `a timeline says what a change was`(change: Wire.AttributeChange, words: String) {
    let record = Wire.EventRecord(
      id: "e", at: Samples.now, sessionID: "s", userID: "ana", body: .attributeChange(key: "visits", change))
    let entry = TimelineWords(campaigns: []).entry(
      TimelineEntry(
        id: "e", kind: record.body.kind, deviceID: "d", at: Samples.now, countedAt: Samples.now,
        receivedAt: Samples.now, record: record))
    #expect(entry.title == words && entry.chip == "Profile")
    #expect(Wire.EventRecord.Topic.profile.kinds.contains(record.body.kind))
  }

  @Test
  func `a timeline is searched by what it says of each entry, and the way goes on behind what was looked at`()
    async throws
  {
    let browser = try await Browser()
    for start in stride(from: 0, to: 2_400, by: 400) {
      let events = (start..<start + 400).map { (number: Int) -> Wire.EventRecord in
        let name = number % 800 == 799 ? "rare-\(number)" : "usual"
        return Wire.EventRecord(
          id: "e\(number)", at: Samples.now - .seconds(number * 120), sessionID: "s", userID: "ana",
          body: .custom(name: name, properties: ["total": .int(Int64(number))]))
      }
      _ = try await browser.store.ingest(
        IngestBatch(appID: "app", device: Self.phone, receivedAt: Samples.now, events: events))
    }
    let shown = Wire.EventRecord.Presentation(id: "p", campaignID: "c-cart", campaignVersion: 1)
    let click = Wire.EventRecord(
      id: "click", at: Samples.now - .seconds(90), sessionID: "s", userID: "ana",
      body: .click(shown, buttonID: "1"))
    _ = try await browser.store.ingest(
      IngestBatch(appID: "app", device: Self.phone, receivedAt: Samples.now, events: [click]))

    let first = try await browser.get("/people/u%3Aana?q=rare&kind=activity&campaign=c-cart").html
    #expect(first.contains("rare-799") && !first.contains("rare-1599") && !first.contains(">usual<"))
    #expect(
      first.contains("name=\"kind\" value=\"activity\"")
        && first.contains("name=\"campaign\" value=\"c-cart\""))
    let next = try #require(first.firstMatch(of: /href="([^"#]+after=[^"#]+)#timeline">Show older/)?.1)
      .replacing("&amp;", with: "&")
    #expect(next.contains("q=rare") && next.contains("kind=activity"))
    let second = try await browser.get(String(next)).html
    #expect(second.contains("rare-1599") && !second.contains("rare-799"))

    // By campaign, by what was pressed, by date and by time, as they are shown.
    let clicked = try await browser.get("/people/u%3Aana?q=checkout+free+delivery").html
    #expect(clicked.contains("Clicked") && !clicked.contains(">usual<"))
    let day = UTCTime(Samples.now - .seconds(86_400))
    let isoDay = String(day.field.prefix(10))
    for search in [day.date, "\(isoDay) total", "\(day.shortDate), \(day.time)"] {
      let html = try await browser.get("/people/u%3Aana?q=" + QueryString.encoded(search)).html
      #expect(
        html.contains("aria-label=\"\(day.date)\"") && html.matches(of: /class="timeline-day"/).count == 1,
        "\(search)")
    }
    // A page of a search is bounded, whatever is found.
    let many = try await browser.get("/people/u%3Aana?q=usual").html
    #expect((50...PersonPage.length).contains(many.matches(of: /class="timeline-entry"/).count))
    let nothing = try await browser.get("/people/u%3Aana?q=%3Cb%3E").html
    #expect(nothing.contains("None of the next 1,000 entries match “&lt;b&gt;”") && !nothing.contains("<b>"))
  }

  @Test
  func `the pages show who was here, lead from the anonymous device to the person, and switch a test device`()
    async throws
  {
    let browser = try await Browser()
    let bodies: [(String?, Wire.EventRecord.Body)] = [
      (nil, .custom(name: "cart_viewed", properties: [:])), ("ana/1", .userChanged(previousUserID: nil)),
      ("ana/1", .attribute(key: "plan", value: .string("free"))),
      ("ana/1", .attributeChange(key: "favourites", Wire.AttributeChange(.known(.add), "socks"))),
    ]
    let events = bodies.enumerated().map {
      Wire.EventRecord(id: "e\($0)", at: Samples.now + .seconds($0), sessionID: "s", userID: $1.0, body: $1.1)
    }
    _ = try await browser.store.ingest(
      IngestBatch(appID: "app", device: Self.phone, receivedAt: Samples.now + .seconds(9), events: events))
    #expect(try await browser.get("/people").html.contains("href=\"/people/u%3Aana%2F1\""))
    #expect(try await browser.get("/people?q=ana").html.contains("ana/1"))
    #expect(try await browser.get("/people?q=nobody").html.contains("No people match “nobody”."))
    let anonymous = try await browser.get("/people/d%3A\(Self.phone.id)")
    #expect(anonymous.status == .seeOther && anonymous.location == "/people/u%3Aana%2F1")
    let html = try await browser.get("/people/u%3Aana%2F1").html
    for text in ["cart_viewed", "plan", "free", "Before sign-in", "[“socks”]", "Added “socks” to favourites"]
    {
      #expect(html.contains(text), "\(text)")
    }
    #expect(try await browser.get("/people/u%3Anobody").status == .notFound)

    var failed = Wire.EventRecord(
      id: "failed", at: Samples.now + .seconds(4), sessionID: "s", userID: "ana/1",
      body: .outcome(
        .init(id: "p", campaignID: "c-cart", campaignVersion: 1), outcome: .known(.discarded),
        reason: "asset_failed"))
    failed.detail = "not_found (404) cdn.test/autumn.png"
    _ = try await browser.store.ingest(
      IngestBatch(appID: "app", device: Self.phone, receivedAt: Samples.now + .seconds(9), events: [failed]))
    #expect(
      try await browser.get("/people/u%3Aana%2F1").html.contains(": not_found (404) cdn.test/autumn.png."))

    let form = [("device", Self.phone.id), ("test", "on")]
    #expect(try await browser.post("/people/u%3Aana%2F1/test-device", form).status == .seeOther)
    #expect(try await browser.store.testDevices(app: "app") == [Self.phone.id])
    #expect(browser.told == ["app"])
    #expect(try await browser.get("/people/u%3Aana%2F1").html.contains("Test device"))
    let forged = try await browser.send(
      .post, "/people/u%3Aana%2F1/test-device",
      fields: [("device", Self.phone.id), ("test", "off"), ("csrf", "x")])
    #expect(forged.status == .forbidden)
    #expect(try await browser.store.testDevices(app: "app") == [Self.phone.id])

    let revoked = try await browser.post("/people/u%3Aana%2F1/revoke-device", [("device", Self.phone.id)])
    #expect(revoked.status == .seeOther)
    #expect(try await browser.store.deviceCredentials(Self.phone.id, app: "app").revokedAt != nil)
    #expect(browser.told == ["app", "app"])
    let after = try await browser.get("/people/u%3Aana%2F1").html
    #expect(after.contains("Revoked</span>") && after.contains("continues as a new device"))
    #expect(!after.contains("aria-label=\"Revoke "))
    #expect(
      try await browser.post("/people/u%3Aana%2F1/revoke-device", [("device", "another")]).status == .notFound
    )
  }
}
