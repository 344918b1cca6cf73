// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletServer
import MartletWire
import Store
import Testing

@Suite("The history of a campaign, over HTTP", .timeLimit(.minutes(5)))
struct CampaignVersionTests {
  private static func document(_ text: String, revision: Int? = nil, trigger: String = "cart_viewed")
    -> String
  {
    let revision = revision.map { #","revision":\#($0)"# } ?? ""
    return #"""
      {"name":"Offer","triggers":[{"kind":"custom_event","name":"\#(trigger)"}],"message":{"kind":"slideup","message":"\#(text)"}\#(revision)}
      """#
  }

  /// A draft that was written, changed twice and launched. Returns its id.
  private static func launched(_ server: TestServer) async throws -> String {
    let id = try #require(try await server.manage("POST", "/campaigns", document("One")).json["id"]?.string)
    for (revision, text) in [(1, "Two"), (2, "Three")] {
      #expect(
        try await server.manage("PUT", "/campaigns/\(id)", document(text, revision: revision)).status == 200)
    }
    #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
    return id
  }

  @Test
  func
    `the history lists each change with the key that made it, in pages, and a version says what it changed`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launched(server)
      let list = try await server.manage("GET", "/campaigns/\(id)/versions").json
      #expect(
        (0..<4).map { list["versions"]?[$0]?["change"]?.string } == ["launch", "edited", "edited", "created"])
      #expect((0..<4).map { list["versions"]?[$0]?["number"]?.integer } == [4, 3, 2, 1])
      #expect(list["next"] == nil && list["versions"]?.count == 4)
      let author = list["versions"]?[0]?["author"]
      #expect(author?["kind"] == "key" && author?["name"] == "Test")
      #expect(list["versions"]?[1]?["has_run"] == true && list["versions"]?[2]?["has_run"] == false)

      let first = try await server.manage("GET", "/campaigns/\(id)/versions?limit=3").json
      #expect(first["versions"]?.count == 3)
      let next = try #require(first["next"]?.integer)
      let rest = try await server.manage("GET", "/campaigns/\(id)/versions?limit=3&after=\(next)").json
      #expect(rest["versions"]?.count == 1 && rest["next"] == nil)

      let version = try await server.manage("GET", "/campaigns/\(id)/versions/3").json
      #expect(version["campaign"]?["message"]?["message"] == "Three")
      #expect(version["compared_with"]?.integer == 2)
      #expect(version["differences"] == [["field": "message.message", "before": "Two", "after": "Three"]])
      let against = try await server.manage("GET", "/campaigns/\(id)/versions/4?against=1").json
      #expect(against["differences"] == [["field": "message.message", "before": "One", "after": "Three"]])
      let oldest = try await server.manage("GET", "/campaigns/\(id)/versions/1").json
      #expect(oldest["campaign"]?["name"] == "Offer" && oldest["differences"] == nil)
      for path in ["5", "0", "none", "3?against=9"] {
        let answer = try await server.manage("GET", "/campaigns/\(id)/versions/\(path)")
        #expect(answer.status == 404 && answer.json["code"] == "version_not_found", "\(path)")
      }
      #expect(try await server.manage("GET", "/campaigns/none/versions").status == 404)
      for wrong in ["limit=0", "limit=101", "after=none", "after=-1"] {
        #expect(
          try await server.manage("GET", "/campaigns/\(id)/versions?\(wrong)").status == 400, "\(wrong)")
      }
    }
  }

  @Test func `restoring a version is a new change of a running campaign, under its next version`()
    async throws
  {
    try await TestServer.run { server in
      let id = try await Self.launched(server)
      let path = "/campaigns/\(id)/versions/1/restore"
      #expect(try await server.manage("POST", path).json["code"] == "revision_missing")
      #expect(try await server.manage("POST", path, #"{"revision":3}"#).status == 409)
      #expect(try await server.manage("POST", path, headers: ["If-Match": "\"3\""]).status == 412)
      #expect(try await server.manage("POST", path, #"{"revision":4,"other":1}"#).status == 400)
      #expect(
        try await server.manage("POST", "/campaigns/\(id)/versions/9/restore", #"{"revision":4}"#).status
          == 404)
      let restored = try await server.manage("POST", path, headers: ["If-Match": "\"4\""])
      #expect(restored.status == 200 && restored.header("ETag") == "\"5\"")
      #expect(restored.json["message"]?["message"] == "One")
      #expect(restored.json["version"]?.integer == 2 && restored.json["state"] == "running")
      let newest = try await server.manage("GET", "/campaigns/\(id)/versions?limit=1").json["versions"]?[0]
      #expect(
        newest?["change"] == "restored" && newest?["restored_from"]?.integer == 1
          && newest?["has_run"] == true)
      // The same again changes nothing, and a finished campaign cannot be changed.
      #expect(try await server.manage("POST", path, #"{"revision":5}"#).json["revision"]?.integer == 5)
      #expect(try await server.manage("POST", "/campaigns/\(id)/finish").status == 200)
      #expect(
        try await server.manage("POST", path, #"{"revision":6}"#).json["code"] == "not_allowed_in_state")
    }
  }

  @Test func `a version that is not valid today is refused with its fields, and nothing changes`()
    async throws
  {
    try await TestServer.run { server in
      let id = try #require(
        try await server.manage("POST", "/campaigns", Self.document("", trigger: "")).json["id"]?.string)
      #expect(
        try await server.manage("PUT", "/campaigns/\(id)", Self.document("Two", revision: 1)).status == 200)
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      let answer = try await server.manage("POST", "/campaigns/\(id)/versions/1/restore", #"{"revision":3}"#)
      #expect(answer.status == 422 && answer.json["code"] == "campaign_invalid")
      let fields = (0..<2).compactMap { answer.json["errors"]?[$0]?["field"]?.string }
      #expect(Set(fields) == ["message.message", "triggers[0].name"], "\(answer.text)")
      #expect(try await server.manage("GET", "/campaigns/\(id)").json["revision"]?.integer == 3)
      #expect(try await server.manage("GET", "/campaigns/\(id)/versions").json["versions"]?.count == 3)
    }
  }

  @Test func `the samples of a new server are the server's own, and a copy begins its own history`()
    async throws
  {
    try await TestServer.run { server in
      let sample = try #require(try await server.services.store.campaigns(app: FirstStart.sampleApp).first).id
      let list = try await server.manage("GET", "/campaigns/\(sample)/versions").json["versions"]
      #expect(list?.count == 1 && list?[0]?["author"] == ["kind": "system"])
      let copy = try #require(
        try await server.manage("POST", "/campaigns/\(sample)/duplicate").json["id"]?.string)
      let copied = try await server.manage("GET", "/campaigns/\(copy)/versions").json["versions"]
      #expect(
        copied?.count == 1 && copied?[0]?["author"]?["kind"] == "key" && copied?[0]?["change"] == "created")
    }
  }
}
