// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletServer
import MartletWire
import Testing

@Suite("Languages, over HTTP", .timeLimit(.minutes(5)))
struct LanguageHTTPTests {
  private static let languages: Wire.JSONValue = [
    "de": ["message.message": "Hallo {{user.id}}"], "de-AT": ["message.message": "Servus {{user.id}}"],
  ]

  private static func document(_ change: (inout [String: Wire.JSONValue]) -> Void = { _ in }) -> [String: Wire
    .JSONValue]
  {
    var fields: [String: Wire.JSONValue] = [
      "name": "Test", "triggers": [["kind": "session_start"]],
      "message": ["kind": "slideup", "message": "Hi {{user.id}}", "language": "en"], "render": "at_display",
      "languages": languages,
    ]
    change(&fields)
    return fields
  }

  private static func launch(_ server: TestServer, _ fields: [String: Wire.JSONValue] = document())
    async throws -> String
  {
    let made = try await server.manage("POST", "/campaigns", Wire.JSONValue.object(fields).text)
    guard let id = made.json["id"]?.string else { throw TestServer.Refused(text: made.text) }
    let launched = try await server.manage("POST", "/campaigns/\(id)/launch")
    guard launched.status == 200 else { throw TestServer.Refused(text: launched.text) }
    return id
  }

  private static func message(_ id: String, in answer: TestServer.Answer) -> Wire.JSONValue? {
    guard case .array(let campaigns)? = answer.json["definitions"]?["campaigns"] else { return nil }
    return campaigns.first { $0["id"]?.string == id }?["message"]
  }

  @Test
  func
    `devices of one person get the texts of their own language, at a sync, at display and after a change of the language`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launch(server)
      var phone = try await server.makeDevice("phone")
      let expected = [
        "de_AT": ("Servus", "de-AT"), "de": ("Hallo", "de"), "en_GB": ("Hi", "en"), "ja_JP": ("Hi", "en"),
      ]
      var tags: Set<String> = []
      for (locale, (word, language)) in expected {
        phone.locale = locale
        let answer = try await phone.sync("ana")
        let message = try #require(Self.message(id, in: answer), "\(answer.text)")
        #expect(
          message["message"]?.string == "\(word) {{user.id}}" && message["language"]?.string == language)
        #expect(!answer.text.contains("languages"))
        #expect(try await phone.render(id, for: "ana").json["message"]?["message"]?.string == "\(word) ana")
        let tag = try #require(answer.json["definitions"]?["tag"]?.string)
        tags.insert(tag)
        // After events, the device learns the tag of its own language.
        #expect(try await phone.send([]).json["definitions_tag"]?.string == tag)
        let again = try await phone.post("sync", ["user_id": "ana", "definitions_tag": .string(tag)])
        #expect(again.json["definitions"] == nil, "\(again.text)")
      }
      #expect(tags.count == 3)
    }
  }

  @Test func `a variant has its own languages`() async throws {
    try await TestServer.run { server in
      let id = try await Self.launch(
        server,
        Self.document {
          $0["experiment"] = [
            "variants": [
              ["id": "a", "share": 5_000],
              [
                "id": "b", "share": 5_000,
                "message": ["kind": "slideup", "message": "Hey", "language": "en"],
                "languages": ["de": ["message.message": "He"]],
              ],
            ]
          ]
        })
      var phone = try await server.makeDevice("phone")
      phone.locale = "de_DE"
      var seen: [String: Set<String>] = [:]
      for number in 0..<200 where number < 10 || seen.count < 2 {
        let answer = try await phone.sync(
          "person-\(number)", [LoopDevice.event("s-\(number)", "person-\(number)", ["kind": "session_start"])]
        )
        guard case .array(let campaigns)? = answer.json["definitions"]?["campaigns"],
          let campaign = campaigns.first(where: { $0["id"]?.string == id })
        else { continue }
        seen[campaign["arm"]?["name"]?.string ?? "", default: []].insert(
          campaign["message"]?["message"]?.string ?? "")
      }
      #expect(seen == ["a": ["Hallo {{user.id}}"], "b": ["He"]])
    }
  }

  @Test func `documents come back as they were sent, and their mistakes are named with their fields`()
    async throws
  {
    try await TestServer.run { server in
      let made = try await server.manage("POST", "/campaigns", Wire.JSONValue.object(Self.document()).text)
      #expect(made.json["languages"] == Self.languages, "\(made.text)")
      let read = try await server.manage("GET", "/campaigns/\(made.json["id"]?.string ?? "")")
      #expect(read.json["languages"] == Self.languages)
      let wrong = Self.document { $0["languages"] = ["de": "Hallo", "fr": ["message.message": 7]] }
      let refused = try await server.manage("POST", "/campaigns", Wire.JSONValue.object(wrong).text)
      guard case .array(let errors)? = refused.json["errors"] else {
        throw TestServer.Refused(text: refused.text)
      }
      #expect(errors.map { $0["field"]?.string } == ["languages.de", "languages.fr.message.message"])
      let unknown = Self.document {
        $0["languages"] = [
          "en": ["message.message": "Hi"],
          "fr": ["message.heading": "Salut", "message.message": "Salut {{#x}}"],
        ]
      }
      let draft = try await server.manage("POST", "/campaigns", Wire.JSONValue.object(unknown).text)
      let launched = try await server.manage("POST", "/campaigns/\(draft.json["id"]?.string ?? "")/launch")
      guard case .array(let problems)? = launched.json["errors"] else {
        throw TestServer.Refused(text: launched.text)
      }
      #expect(
        Set(problems.map { "\($0["field"]?.string ?? "") \($0["code"]?.string ?? "")" }) == [
          "languages.en language_is_own", "languages.fr.message.heading text_unknown",
          "languages.fr.message.message template_invalid",
        ])
    }
  }
}
