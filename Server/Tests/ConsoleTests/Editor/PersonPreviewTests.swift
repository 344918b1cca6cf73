// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import MartletWire
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite("A preview for a chosen person")
struct PersonPreviewTests {
  private func browser(_ people: PersonalText?) async throws -> Browser {
    let browser = try await Browser(campaigns: [], people: people)
    let events = [("first_name", "Ana"), ("secret", "unnamed")].enumerated().map { index, pair in
      Wire.EventRecord(
        id: "e-\(index)", at: Samples.now, sessionID: nil, userID: "ana",
        body: .attribute(key: pair.0, value: .string(pair.1)))
    }
    _ = try await browser.store.ingest(
      IngestBatch(
        appID: "app", device: Wire.Device(id: "d-1", platform: "ios", locale: "de"), receivedAt: Samples.now,
        events: events))
    return browser
  }

  private func answer(_ person: String, text: String, isPersonal: Bool = true, people: PersonalText? = nil)
    async throws -> Wire.JSONValue
  {
    let form = CampaignForm(writing: [
      "name": "Greeting", "header": text, "trigger.0.kind": "session_start",
      "personalised": isPersonal ? "yes" : "",
    ])
    let fields = form.fields.all.map { ($0.name, $0.value) } + [("preview.person", person)]
    let answer = try await browser(people).post("/campaigns/preview", fields)
    #expect(answer.status == .ok)
    return try Wire.decode(Wire.JSONValue.self, from: Array(answer.html.utf8))
  }

  @Test
  func
    `the texts have the person's values, and what is not known stands there as it is written and is named`()
    async throws
  {
    let whole = try await answer("ana", text: "Hello {{user.first_name}}")
    #expect(whole["html"]?.string?.contains("Hello Ana") == true)
    #expect(whole["notice"]?.string == "Shown as this person sees it.")
    let gap = try await answer("ana", text: "{{user.first_name}}, {{user.town}} for {{event.total}}")
    #expect(gap["html"]?.string?.contains("Ana, {{user.town}} for {{event.total}}") == true)
    #expect(
      gap["notice"]?.string
        == "This person has no value for user.town, so devices do not show it to them. Filled in from the event: event.total."
    )
  }

  @Test func `a banner and a survey have the person's values too`() async throws {
    var content = SurfaceSamples.survey
    content.rules.render = .known(.atDisplay)
    content.banner?.title = "{{user.first_name}}, two minutes?"
    content.content?.questions[0].title = "How was it, {{user.first_name}}?"
    let fields =
      CampaignForm(name: "Opinion", content: content).fields.all.map { ($0.name, $0.value) } + [
        ("preview.person", "ana")
      ]
    let browser = try await browser(nil)
    for (part, text) in [("banner", "Ana, two minutes?"), ("content", "How was it, Ana?")] {
      let answer = try await browser.post("/campaigns/preview", fields + [("preview.part", part)])
      #expect(answer.html.contains(text), "\(part)")
    }
  }

  @Test
  func `somebody unknown, nobody, and a message that is the same for everybody change nothing in the texts`()
    async throws
  {
    let unknown = try await answer("nobody", text: "Hello {{user.first_name}}")
    #expect(unknown["html"]?.string?.contains("Hello {{user.first_name}}") == true)
    #expect(unknown["notice"]?.string?.hasPrefix("No person has this user id") == true)
    let nobody = try await answer("", text: "Hello {{user.first_name}}")
    #expect(nobody["html"]?.string?.contains("Hello {{user.first_name}}") == true)
    let tag =
      "{{#user.first_name}}{{user.first_name}}{{/user.first_name}}{{^user.first_name}}friend{{/user.first_name}}"
    #expect(try await answer("", text: "Hello \(tag)")["html"]?.string?.contains("Hello friend") == true)
    let same = try await answer("ana", text: "Hello there", isPersonal: false)
    #expect(same["html"]?.string?.contains("Hello there") == true)
    #expect(same["notice"]?.string == PersonWords.sameForEverybody)
  }

  @Test func `while the person cannot be looked up, the preview is drawn and says so`() async throws {
    let answer = try await answer(
      "ana", text: "Hello {{user.first_name}}", people: PersonalText(store: RestingPeopleStore()))
    #expect(answer["html"]?.string?.contains("Hello {{user.first_name}}") == true)
    #expect(answer["notice"]?.string?.hasPrefix("This person cannot be loaded right now") == true)
  }

  @Test func `user ids that begin like what is typed are suggested`() async throws {
    #expect(try await answer("", text: "a")["people"] == ["ana"])
    #expect(try await answer("an", text: "a")["people"] == ["ana"])
    #expect(try await answer("zoe", text: "a")["people"] == [])
  }
}
