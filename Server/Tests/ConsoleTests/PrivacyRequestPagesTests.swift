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

@Suite(
  "What people asked for about their own data is listed, carried out or declined, and set in the privacy settings"
)
struct PrivacyRequestPagesTests {
  private static let day = Duration.seconds(86_400)

  /// Ana and Ben, each of whom asked for something.
  private static func browser(role: Role? = nil) async throws -> Browser {
    let browser = try await Browser(role: role)
    for user in ["ana", "ben"] {
      let event = Wire.EventRecord(
        id: "e-\(user)", at: Samples.now, sessionID: nil, userID: user,
        body: .attribute(key: "plan", value: .string("pro")))
      _ = try await browser.store.ingest(
        IngestBatch(
          appID: "app", device: Wire.Device(id: "phone-\(user)"), receivedAt: Samples.now, events: [event]))
    }
    try await add("q-export", .export, "u:ana", asked: Samples.now - .seconds(60), to: browser)
    try await add("q-deletion", .deletion, "u:ben", asked: Samples.now - day * 40, to: browser)
    return browser
  }

  private static func add(
    _ id: String, _ kind: PrivacyRequest.Kind, _ person: String, asked: Instant, to browser: Browser
  ) async throws {
    let request = PrivacyRequest(
      id: id, kind: kind, personID: person, requestedAt: asked, dueAt: asked + day * 30)
    guard try await browser.store.add(request, app: "app")?.id == id else {
      throw StoreError.failed("not added")
    }
  }

  private static func stored(_ id: String, _ browser: Browser) async throws -> PrivacyRequest? {
    try await browser.store.privacyRequest(id, app: "app")
  }

  @Test func `the list and the pages of requests look as recorded`() throws {
    let site = try Console.site(navigation: [.campaigns, .people, .settings])
    func html(_ template: String, _ model: Any) -> String {
      let frame = Frame(
        title: "Privacy requests", section: "people", appName: "Acorn Shop", csrfToken: "token",
        styleSheets: ["console.css"],
        scripts: ["console.js"])
      return site.page(template, model, in: frame)
    }
    let asked = Samples.now - Self.day * 40
    let overdue = PrivacyRequest(
      id: "q1", kind: .deletion, personID: "u:<b>&ben", requestedAt: asked, dueAt: asked + Self.day * 30)
    let declined = PrivacyRequest(
      id: "q2", kind: .export, personID: nil, requestedAt: asked, dueAt: asked + Self.day * 30,
      state: .lapsed, closedAt: Samples.now)
    var open = PrivacyRequestsPage.Query()
    let first = PrivacyRequestsPage(
      ListPage(elements: [overdue], next: "9"), query: open, isOff: false, now: Samples.now)
    #expect(
      try PageFile.difference(html("people/requests", first), from: "privacy-requests", site: site) == nil)
    open.isOpen = false
    let answered = html(
      "people/requests",
      PrivacyRequestsPage(
        ListPage(elements: [declined], next: nil), query: open, isOff: true, now: Samples.now))
    #expect(
      answered.contains("Deleted person") && answered.contains("Not needed any more")
        && !answered.contains("Overdue"))
    let page = html("people/request", PrivacyRequestPage(overdue, now: Samples.now))
    #expect(!page.contains("<b>&ben"))
    #expect(try PageFile.difference(page, from: "privacy-request", site: site) == nil)
  }

  @Test func `open requests are listed with what is overdue, and an empty list says why none can come`()
    async throws
  {
    let browser = try await Self.browser()
    let page = try await browser.get("/privacy/requests").html
    #expect(page.contains("/privacy/requests/q-export") && page.contains("/privacy/requests/q-deletion"))
    #expect(page.split(separator: "Overdue").count == 2)
    #expect(try await browser.get("/").html.contains("1 privacy request is overdue."))
    #expect(try await browser.get("/settings/privacy").html.contains("2 open requests, 1 of them overdue."))
    let empty = try await Browser().get("/privacy/requests").html
    #expect(empty.contains("No open privacy requests.") && empty.contains("they are off"))
    #expect(
      try await browser.get("/privacy/requests?state=closed").html.contains(
        "No answered privacy requests yet."))
  }

  @Test func `a copy is marked as done by the team, once`() async throws {
    let browser = try await Self.browser()
    #expect(try await browser.get("/privacy/requests/q-export").html.contains("/people/u%3Aana/export"))
    let done = try await browser.post("/privacy/requests/q-export/done")
    #expect(done.status == .seeOther && done.location == "/privacy/requests")
    #expect(try await Self.stored("q-export", browser)?.state == .done)
    let again = try await browser.post("/privacy/requests/q-export/decline", [("note", "Too late")])
    #expect(again.location == "/privacy/requests/q-export")
    #expect(
      try await browser.get("/privacy/requests/q-export").html.contains(
        "Somebody has answered this request already."))
    #expect(try await Self.stored("q-export", browser)?.note == nil)
    #expect(try await browser.get("/privacy/requests/none").status == .notFound)
  }

  @Test func `a deletion is asked once more on its own page, which answers the request`() async throws {
    let browser = try await Self.browser()
    let page = try await browser.get("/privacy/requests/q-deletion").html
    #expect(page.contains("/people/u%3Aben/delete") && !page.contains("q-deletion/done"))
    #expect(try await browser.post("/privacy/requests/q-deletion/done").status == .notFound)
    #expect(try await browser.store.person("u:ben", app: "app") != nil)
    let deleted = try await browser.post("/people/u:ben/delete")
    let request = try #require(try await Self.stored("q-deletion", browser))
    #expect(request.state == .done && deleted.location == "/privacy/receipts/\(request.receiptID ?? "")")
    let answered = try await browser.get("/privacy/requests/q-deletion").html
    #expect(
      answered.contains("Receipt of the deletion") && !answered.contains("Delete person…")
        && !answered.contains("ben"))
  }

  @Test func `declining keeps the reason, and one that is too long comes back with what was typed`()
    async throws
  {
    let browser = try await Self.browser()
    let long = String(repeating: "x", count: PrivacyRequest.noteLength + 1)
    let refused = try await browser.post("/privacy/requests/q-export/decline", [("note", long)])
    #expect(refused.status == .unprocessableContent)
    #expect(
      refused.html.contains("A note has at most 500 characters.")
        && refused.html.contains("\n\(long)</textarea>"))
    #expect(try await Self.stored("q-export", browser)?.isOpen == true)
    #expect(
      try await browser.post("/privacy/requests/q-export/decline", [("note", " Not the owner ")]).status
        == .seeOther)
    #expect(try await Self.stored("q-export", browser)?.note == "Not the owner")
    #expect(try await browser.get("/privacy/requests/q-export").html.contains("Not the owner"))
  }

  @Test
  func `whether the app may ask, and in how many days the team answers, is set in the privacy settings`()
    async throws
  {
    let browser = try await Browser()
    #expect(try await browser.get("/settings/privacy").html.contains("No open requests."))
    let saved = try await browser.post(
      "/settings/privacy-requests", [("requests", "delete_at_once"), ("due_days", " 45 ")])
    #expect(saved.location == "/settings/privacy#privacy-requests")
    let policy = try await browser.store.settings(app: "app").privacyRequests
    #expect(policy == PrivacyRequestPolicy(mode: .deleteAtOnce, dueDays: 45))
    #expect(browser.told == ["app"])
    #expect(try await browser.get("/settings/privacy").html.contains("nobody who is signed in can ask"))
    for days in ["0", "91", "", "soon"] {
      let refused = try await browser.post(
        "/settings/privacy-requests", [("requests", "review"), ("due_days", days)])
      #expect(
        refused.status == .unprocessableContent
          && refused.html.contains("The team has 1 to 90 days to answer."), "\(days)")
      // What was chosen and typed stays.
      #expect(
        refused.html.contains("name=\"requests\" value=\"review\" checked")
          && refused.html.contains("name=\"due_days\" value=\"\(days)\""),
        "\(days)")
    }
    #expect(
      try await browser.post("/settings/privacy-requests", [("requests", "always"), ("due_days", "30")])
        .status == .notFound)
    #expect(try await browser.store.settings(app: "app").privacyRequests == policy)
    #expect(try await browser.get("/settings/privacy-requests").location == "/settings/privacy")
  }

  @Test func `only members who may delete people see requests`() async throws {
    let browser = try await Self.browser(role: .publisher)
    #expect(try await browser.get("/privacy/requests").status == .forbidden)
    #expect(try await browser.post("/privacy/requests/q-export/done").status == .forbidden)
    #expect(try await !browser.get("/").html.contains("privacy request"))
    #expect(try await Self.stored("q-export", browser)?.isOpen == true)
  }
}
