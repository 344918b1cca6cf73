// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPTypes
import StoreSQLite
import Testing

@testable import Console

@Suite("The page of a list of user ids")
struct ListPagesTests {
  private func list(_ browser: Browser, _ ids: [String]) async throws -> String {
    let saved = try await browser.post(
      "/audiences/new/list", [("name", "VIP"), ("text", ids.joined(separator: "\n")), ("do", "save")])
    return try #require(saved.location)
  }

  @Test func `without its wrong lines a file must leave somebody, and it says which columns it has`()
    async throws
  {
    let browser = try await Browser()
    let text = "Customer ID;E-Mail\n7;ana@example.com"
    for command in ["save", "skip"] {
      let answer = try await browser.post(
        "/audiences/new/list", [("name", "VIP"), ("text", text), ("do", command)])
      #expect(answer.status == .unprocessableContent)
      #expect(
        answer.html.contains("The first line has “Customer ID” and “E-Mail”.")
          && answer.html.contains("nobody would be in the list"))
      #expect(!answer.html.contains("value=\"skip\""))
    }
    #expect(try await browser.store.audiences(app: "app") == [])
    let some = try await browser.post(
      "/audiences/new/list", [("name", "VIP"), ("text", "user_id\tcity\nana\tGraz\n\tLinz"), ("do", "skip")])
    #expect(some.status == .seeOther)
    #expect(
      try await browser.store.listLength(
        of: #require(try await browser.store.audiences(app: "app").first).id, app: "app") == 1)
  }

  @Test func `to replace a list with nobody is asked about, and a new name alone changes no list`()
    async throws
  {
    let browser = try await Browser()
    let path = try await list(browser, ["ana", "ben "])
    let id = try #require(try await browser.store.audiences(app: "app").first).id
    func send(_ name: String, _ text: String, _ command: String) async throws -> Browser.Answer {
      let revision = try #require(try await browser.store.audiences(app: "app").first).revision
      return try await browser.post(
        path,
        [("name", name), ("text", text), ("change", "replace"), ("do", command), ("revision", "\(revision)")])
    }
    #expect(try await send("Very important", "", "save").status == .seeOther)
    #expect(try await browser.store.listLength(of: id, app: "app") == 2)
    for text in ["", "user_id\n"] {
      let asked = try await send("Very important", text, "save")
      #expect(
        asked.status == .unprocessableContent && asked.html.contains("Remove 2 user ids from the list?"))
    }
    #expect(try await browser.store.listLength(of: id, app: "app") == 2)
    #expect(try await send("Very important", "", "empty").status == .seeOther)
    #expect(try await browser.store.listLength(of: id, app: "app") == 0)
  }
}
