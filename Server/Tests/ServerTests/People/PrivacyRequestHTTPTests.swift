// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletServer
import MartletWire
import Testing

/// What devices may ask for, as the server judges it, and how the team answers.
@Suite("Privacy requests over HTTP", .timeLimit(.minutes(5)))
struct PrivacyRequestHTTPTests {
  /// A device and the backend that signs its users.
  private struct Scene {
    let server: TestServer
    let backend: AppBackend
    let phone: LoopDevice

    init(_ server: TestServer, authentication: String = "required", mode: String = "review") async throws {
      self.server = server
      backend = await AppBackend()
      try await server.authenticate(authentication, [backend])
      try await server.acceptPrivacyRequests(mode)
      phone = try await server.makeDevice("phone")
    }

    func ask(_ kind: String, user: String?, signature: String? = nil, from device: LoopDevice? = nil)
      async throws -> TestServer.Answer
    {
      var fields: [String: Wire.JSONValue] = ["kind": .string(kind)]
      fields["user_id"] = user.map { .string($0) }
      return try await (device ?? phone).post("privacy", .object(fields), signature: signature)
    }

    /// Somebody who has signed in and has an attribute; their signature.
    func signIn(_ user: String) async throws -> String {
      let signature = try await backend.signature(for: user)
      let answer = try await phone.sync(
        user, [LoopDevice.attribute("a-\(user)", user, "plan", "pro")], signature: signature)
      guard answer.results == ["stored"] else { throw TestServer.Refused(text: answer.text) }
      return signature
    }
  }

  @Test func `requests are refused by default, whoever asks, and nothing is stored`() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server, mode: "off")
      let signature = try await scene.signIn("ana")
      let settings = try await server.manage("GET", "/settings").json
      #expect(settings["privacy_requests"] == ["mode": "off", "due_days": 30])
      for (kind, user) in [("export", "ana"), ("deletion", "ana"), ("deletion", nil)] {
        let answer = try await scene.ask(kind, user: user, signature: user == nil ? nil : signature)
        #expect(answer.status == 403 && answer.code == "privacy_requests_off", "\(kind) \(user ?? "")")
      }
      #expect(try await server.manage("GET", "/privacy/requests").json["requests"]?.count == 0)
      #expect(try await server.manage("GET", "/people/u:ana").status == 200)
    }
  }

  @Test(
    arguments: ["optional", "required"])
  func
    `the SDK key alone asks for nothing: a user needs a valid signature, also where signatures are optional`(
      authentication: String
    ) async throws
  {
    try await TestServer.run { server in
      let scene = try await Scene(server, authentication: authentication, mode: "delete_at_once")
      _ = try await scene.signIn("ana")
      let foreign = try await scene.backend.signature(for: "ben")
      let ended = try await scene.backend.signature(for: "ana", length: -120)
      let stranger = try await AppBackend().signature(for: "ana")
      for kind in ["export", "deletion"] {
        for (signature, code) in [
          (nil, "missing"), (foreign, "other_user"), (ended, "expired"), (stranger, "wrong_signature"),
        ] {
          let answer = try await scene.ask(kind, user: "ana", signature: signature)
          #expect(answer.status == 401 && answer.code == "sdk_authentication_\(code)", "\(kind) \(code)")
        }
      }
      #expect(try await server.manage("GET", "/people/u:ana").status == 200)
    }
  }

  @Test func `where nobody verifies users, nobody can ask in the name of one`() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server, authentication: "off")
      let signature = try await scene.signIn("ana")
      let answer = try await scene.ask("deletion", user: "ana", signature: signature)
      #expect(answer.status == 403 && answer.code == "privacy_user_not_verified")
    }
  }

  @Test
  func
    `a request waits for the team with a date, once per person and kind; declined, it stays the answer for a day`()
    async throws
  {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      let signature = try await scene.signIn("ana")
      let first = try await scene.ask("export", user: "ana", signature: signature)
      #expect(first.status == 200 && first.json["state"] == "open" && first.json["kind"] == "export")
      let id = try #require(first.json["id"]?.string)
      let times = [first.json["requested_at"], first.json["due_at"]].compactMap { $0?.integer }
      #expect(times.count == 2 && times[1] - times[0] == 14 * 86_400_000)
      #expect(try await scene.ask("export", user: "ana", signature: signature).json == first.json)
      let deletion = try await scene.ask("deletion", user: "ana", signature: signature)
      #expect(deletion.json["state"] == "open" && deletion.json["id"] != first.json["id"])

      let listed = try await server.manage("GET", "/privacy/requests").json["requests"]
      #expect(listed?.count == 2 && listed?[0]?["id"]?.string == id && listed?[0]?["person_id"] == "u:ana")
      #expect(listed?[0]?["is_overdue"] == false)
      let page = try await server.manage("GET", "/privacy/requests?limit=1").json
      #expect(page["requests"]?.count == 1)
      let rest = try await server.manage(
        "GET", "/privacy/requests?limit=1&after=\(page["next"]?.string ?? "")"
      ).json
      #expect(rest["requests"]?[0]?["kind"] == "deletion" && rest["next"] == nil)

      let declined = try await server.manage(
        "POST", "/privacy/requests/\(id)/decline", #"{"note":"Asked by e-mail before."}"#)
      #expect(declined.json["state"] == "declined" && declined.json["note"] == "Asked by e-mail before.")
      #expect(
        try await server.manage("POST", "/privacy/requests/\(id)/done").json["code"]
          == "privacy_request_closed")
      let again = try await scene.ask("export", user: "ana", signature: signature)
      #expect(
        again.json["id"]?.string == id && again.json["state"] == "declined" && again.json["due_at"] == nil)
      // What the team noted is not for the device.
      #expect(!again.text.contains("e-mail"))
      #expect(
        try await server.manage("GET", "/privacy/requests?state=closed").json["requests"]?[0]?["id"]?.string
          == id)
      // It is part of the person's data.
      let export = try await server.manage("GET", "/people/u:ana/export").text
      #expect(export.contains("\"record\":\"privacy_request\"") && export.contains("Asked by e-mail before."))
    }
  }

  @Test func `carrying out a deletion deletes the person, and the requests stay without them`() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      let signature = try await scene.signIn("ana")
      let export = try await scene.ask("export", user: "ana", signature: signature).json["id"]?.string ?? ""
      let id = try await scene.ask("deletion", user: "ana", signature: signature).json["id"]?.string ?? ""
      let done = try await server.manage("POST", "/privacy/requests/\(id)/done")
      #expect(done.json["state"] == "done" && done.json["person_id"] == nil)
      let receipt = try #require(done.json["receipt_id"]?.string)
      #expect(
        try await server.manage("GET", "/privacy/receipts/\(receipt)").json["removed"]?["requests"] == 2)
      #expect(try await server.manage("GET", "/people/u:ana").status == 404)
      let lapsed = try await server.manage("GET", "/privacy/requests/\(export)").json
      #expect(lapsed["state"] == "lapsed" && lapsed["person_id"] == nil && lapsed["receipt_id"] == nil)
      #expect(try await server.manage("GET", "/privacy/requests").json["requests"]?.count == 0)
      #expect(
        try await server.manage("GET", "/privacy/requests/none").json["code"] == "privacy_request_not_found")
      // Of somebody of whom nothing is stored, there is nothing to delete and nothing to give.
      let nothing = try await scene.ask("deletion", user: "ana", signature: signature)
      #expect(
        nothing.json["state"] == "done" && nothing.json["id"] == nil && nothing.json["receipt_id"] == nil)
      #expect(
        try await scene.ask("export", user: "ana", signature: signature).code == "privacy_nothing_stored")
    }
  }

  @Test
  func
    `where the app's settings say so, a deletion is carried out as it arrives, and a copy still waits for the team`()
    async throws
  {
    try await TestServer.run { server in
      let scene = try await Scene(server, mode: "delete_at_once")
      let signature = try await scene.signIn("ana")
      #expect(try await scene.ask("export", user: "ana", signature: signature).json["state"] == "open")
      let answer = try await scene.ask("deletion", user: "ana", signature: signature)
      #expect(answer.json["state"] == "done" && answer.json["due_at"] == nil)
      let receipt = try #require(answer.json["receipt_id"]?.string)
      #expect(try await server.manage("GET", "/privacy/receipts/\(receipt)").status == 200)
      #expect(try await server.manage("GET", "/people/u:ana").status == 404)
      let closed = try await server.manage("GET", "/privacy/requests?state=closed").json["requests"]
      #expect(closed?.count == 2 && closed?[0]?["receipt_id"]?.string == receipt)
    }
  }

  @Test
  func
    `anonymous: only the very device, only a deletion, at once, and never what belongs to a user who signed in on it`()
    async throws
  {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      _ = try await scene.phone.sync(nil, [LoopDevice.attribute("a1", nil, "theme", "dark")])
      #expect(try await scene.ask("export", user: nil).code == "privacy_not_signed_in")
      // Somebody else who knows the id of the device.
      let stranger = LoopDevice(id: "phone", credential: "", server: server)
      #expect(try await scene.ask("deletion", user: nil, from: stranger).code == "device_credential_unknown")
      #expect(try await server.manage("GET", "/people/d:phone").status == 200)

      let answer = try await scene.ask("deletion", user: nil)
      #expect(answer.json["state"] == "done" && answer.json["id"] == nil && answer.json["receipt_id"] != nil)
      #expect(try await server.manage("GET", "/people/d:phone").status == 404)
      #expect(try await server.manage("GET", "/privacy/requests?state=closed").json["requests"]?.count == 0)
      // The device asks again, because the answer may not have arrived. Its secret was deleted too.
      let again = try await scene.ask("deletion", user: nil)
      #expect(again.json["state"] == "done" && again.json["receipt_id"] == nil, "\(again.text)")
      // Of a device that has data and no secret, nobody can have anything deleted with a secret
      // that they made up.
      let old = LoopDevice(id: "old", credential: "", server: server)
      _ = try await old.sync(nil, [LoopDevice.attribute("o1", nil, "theme", "dark")])
      let inventor = LoopDevice(id: "old", credential: "mk_dc_made-up", server: server)
      #expect(try await scene.ask("deletion", user: nil, from: inventor).code == "privacy_device_not_proven")
      #expect(try await server.manage("GET", "/people/d:old").status == 200)

      // Ana was anonymous on the tablet: what it did is hers, and her signature is needed.
      let tablet = try await server.makeDevice("tablet")
      let signature = try await scene.backend.signature(for: "ana")
      _ = try await tablet.sync(nil, [LoopDevice.attribute("t1", nil, "theme", "dark")])
      _ = try await tablet.sync("ana", [LoopDevice.signIn("t2", "ana")], signature: signature)
      let refused = try await scene.ask("deletion", user: nil, from: tablet)
      #expect(refused.status == 409 && refused.code == "privacy_belongs_to_user")
      #expect(try await server.manage("GET", "/people/u:ana").status == 200)
    }
  }

  @Test func `what cannot be read is refused with its field, and so are settings out of range`() async throws
  {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      let signature = try await scene.signIn("ana")
      let kind = try await scene.ask("correction", user: "ana", signature: signature)
      #expect(kind.status == 400 && kind.json["field"] == "kind")
      let id = try await scene.ask("export", user: "ana", signature: signature).json["id"]?.string ?? ""
      let long = try await server.manage(
        "POST", "/privacy/requests/\(id)/decline",
        "{\"note\":\"\(String(repeating: "x", count: PrivacyRequest.noteLength + 1))\"}")
      #expect(long.status == 400 && long.json["field"] == "note")
      #expect(try await server.manage("GET", "/privacy/requests?state=all").json["field"] == "state")
      let settings = try await server.manage(
        "PUT", "/settings",
        #"{"decision_sample":1,"caps":[],"privacy_requests":{"mode":"review","due_days":91}}"#)
      #expect(settings.status == 422 && settings.json["field"] == "privacy_requests.due_days")
      // A program that does not know the field does not change it.
      #expect(try await server.manage("PUT", "/settings", #"{"decision_sample":1,"caps":[]}"#).status == 200)
      #expect(
        try await server.manage("GET", "/settings").json["privacy_requests"] == [
          "mode": "review", "due_days": 14,
        ])
    }
  }

  @Test func `one key can only ask so often, and requests that do not count take nothing from the others`()
    async throws
  {
    var limits = RateLimits.none
    limits[.keyPrivacy] = RateLimit(perSecond: 0.001, burst: 2)
    try await TestServer.run(limits: limits) { server in
      let scene = try await Scene(server)
      let signature = try await scene.signIn("ana")
      for _ in 0..<5 { #expect(try await scene.ask("export", user: "ana").status == 401) }
      for _ in 0..<2 {
        #expect(try await scene.ask("export", user: "ana", signature: signature).status == 200)
      }
      let refused = try await scene.ask("export", user: "ana", signature: signature)
      #expect(
        refused.status == 429 && refused.code == "too_many_requests" && refused.header("Retry-After") != nil)
    }
  }
}

extension TestServer {
  /// Lets devices send privacy requests, which the team has to answer in 14 days.
  func acceptPrivacyRequests(_ mode: String) async throws {
    guard mode != "off" else { return }
    let answer = try await manage(
      "PUT", "/settings",
      "{\"decision_sample\":1,\"caps\":[],\"privacy_requests\":{\"mode\":\"\(mode)\",\"due_days\":14}}")
    guard answer.status == 200 else { throw Refused(text: answer.text) }
  }
}
