// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPTypes
import MartletCore
import MartletTesting
import MartletWire
import PeopleFiles
import Store
import StoreSQLite
import Synchronization
import Testing

@testable import Console

@Suite struct ImportPagesTests {
  private static let text = "user_id,plan,born\nana,pro,2000-01-31\nben,free,yesterday\n"

  private static func fields(_ action: String, _ text: String = text, id: String = "june") -> [(
    String, String
  )] {
    [("import", id), ("format", "csv"), ("text", text), ("type.born", "date"), ("do", action)]
  }

  @Test func `a check stores nothing, names lines and columns, and keeps what was typed`() async throws {
    let browser = try await Browser()
    let html = try await browser.post("/people/import", Self.fields("check")).html
    #expect(html.contains("1 line of 2 can be imported, with 2 values. Nothing is stored yet."))
    #expect(
      html.contains("Line 3, born") && html.contains("Enter a date such as") && html.contains("Import 1 line")
    )
    #expect(
      html.contains("ben,free,yesterday") && html.contains("value=\"june\"")
        && html.contains("<option value=\"date\" selected>"))
    #expect(try await browser.store.profiles(app: "app", after: nil, limit: 10).elements.isEmpty)
    let file = try await browser.post("/people/import", Self.fields("problems"))
    #expect(
      file.html.contains("\r\n3,born,")
        && file.headers[.contentDisposition] == "attachment; filename=\"problems.csv\"")
  }

  @Test func `an import leads to its result, and sent again it stores only what is new`() async throws {
    let browser = try await Browser()
    let answer = try await browser.post("/people/import", Self.fields("store"))
    #expect(answer.status == .seeOther && answer.location == "/people/import/june")
    let html = try await browser.get("/people/import/june").html
    #expect(html.contains("1 line of 2 imported, with 2 new values.") && html.contains("Line 3, born"))
    #expect(try await browser.get("/people/import/june/problems").html.contains("\r\n3,born,"))
    _ = try await browser.post(
      "/people/import", Self.fields("store", Self.text.replacing("yesterday", with: "2001-01-01")))
    #expect(
      try await browser.get("/people/import/june").html.contains(
        "2 lines of 2 imported, with 2 new values. 2 values were imported before.")
    )
    let people = try await browser.store.profiles(app: "app", after: nil, limit: 10).elements
    #expect(people.map(\.userID) == ["ana", "ben"] && people.last?.attributes["plan"] == "free")
  }

  @Test func `an import that the server does not know can be sent again under its id`() async throws {
    let browser = try await Browser()
    let html = try await browser.get("/people/import/before-the-restart").html
    #expect(
      html.contains("The server has no record of this import")
        && html.contains("value=\"before-the-restart\""))
    #expect(try await browser.get("/people/import/a%20b").status == .notFound)
    #expect(try await browser.get("/people/import/unknown/problems").status == .notFound)
  }

  @Test func `an import without a token is refused`() async throws {
    let browser = try await Browser()
    let answer = try await browser.send(.post, "/people/import", fields: Self.fields("store"))
    #expect(answer.status == .forbidden)
    #expect(try await browser.store.profiles(app: "app", after: nil, limit: 10).elements.isEmpty)
  }

  @Test func `a long import says how far it is, and one that stops in the middle goes on where it was`()
    async throws
  {
    struct Full: Error {}
    let stored = Mutex<Set<String>>([])
    let isFull = Mutex(true)
    let imports = RunningImports(store: try SQLiteStore.inMemory(), environment: ManualClock().environment)
    let file = PeopleImport(
      Array(("user_id,n\n" + (0..<1_200).map { "user-\($0),\($0)\n" }.joined()).utf8), format: .csv)
    let run = ImportRun(file, id: "long")
    let intake: ImportRun.Intake = { events in
      if isFull.withLock({ $0 }), stored.withLock({ $0.count }) >= 1_000 { throw Full() }
      if case .running(let progress)? = try await imports.state("long", app: "app") {
        #expect(
          progress.total == 1_200
            && (!isFull.withLock { $0 } || progress.sent == stored.withLock { $0.count }))
      } else {
        Issue.record("It runs.")
      }
      return events.map { event in
        let isNew = stored.withLock { $0.insert(event.id).inserted }
        return Wire.EventResult(id: event.id, status: .known(isNew ? .stored : .duplicate))
      }
    }
    try await imports.begin(run, id: "long", app: "app", at: Samples.now, intake)?.value
    guard case .stopped(let progress)? = try await imports.state("long", app: "app") else {
      Issue.record("It stops.")
      return
    }
    #expect(progress == RunningImports.Progress(sent: 1_000, total: 1_200))
    isFull.withLock { $0 = false }
    try await imports.begin(run, id: "long", app: "app", at: Samples.now, intake)?.value
    guard case .done(let outcome)? = try await imports.state("long", app: "app") else {
      Issue.record("It ends.")
      return
    }
    #expect(outcome.stored == 200 && outcome.known == 1_000 && outcome.goodLines == 1_200)
    #expect(try await imports.state("long", app: "other") == nil)
  }

  @Test func `only the latest imports are remembered`() async throws {
    let imports = RunningImports(store: try SQLiteStore.inMemory(), environment: ManualClock().environment)
    let run = ImportRun(PeopleImport(Array("user_id,n\nana,1\n".utf8), format: .csv), id: "i")
    for number in 0...RunningImports.shelf.most {
      try await imports.begin(run, id: "i\(number)", app: "app", at: Samples.now) { _ in [] }?.value
    }
    #expect(try await imports.state("i0", app: "app") == nil)
    #expect(try await imports.state("i1", app: "app") != nil)
  }
}
