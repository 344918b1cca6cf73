// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import MartletCore
import MartletKit
import MartletWire
import Synchronization
import Testing

@Suite(
  "What a device says of a user is taken as far as the app asks for a signature", .timeLimit(.minutes(5)))
struct SDKAuthenticationTests {
  private typealias Device = LoopDevice

  /// What is known of a person, by key.
  private static func attributes(_ person: String, _ server: TestServer) async throws -> [String: String] {
    guard case .array(let list)? = try await server.manage("GET", "/people/\(person)").json["attributes"]
    else { return [:] }
    return list.reduce(into: [:]) { $0[$1["key"]?.string ?? ""] = $1["value"]?.string }
  }

  /// A signature for each reason for which it is refused when it shall vouch for ana.
  private static func wrong(_ backend: AppBackend) async throws -> [(String, String?)] {
    let other = await AppBackend()
    return [
      ("missing", nil), ("malformed", "no-token"), ("malformed", String(repeating: "x", count: 9_000)),
      ("wrong_algorithm", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbmEifQ.AAAA"),
      ("wrong_signature", try await other.signature(for: "ana")),
      ("no_expiry", try await backend.signature(for: "ana", length: nil)),
      ("expired", try await backend.signature(for: "ana", length: -61)),
      ("not_yet_valid", try await backend.signature(for: "ana", begin: 90)),
      ("other_user", try await backend.signature(for: "ben")),
    ]
  }

  @Test func `off: signatures are not looked at, and nothing is said of them`() async throws {
    try await TestServer.run { server in
      let device = try await server.makeDevice("d1")
      for signature in [nil, "no-token"] {
        let synced = try await device.sync(
          "ana", [Device.attribute("a1", "ana", "plan", "gold")], signature: signature)
        #expect(synced.status == 200)
        #expect(synced.json["signature_refusal"] == nil)
        #expect(
          try await device.send([Device.attribute("a2", "ben", "plan", "x")], signature: signature).refusal
            == nil)
      }
      let metrics = try await server.send("GET", "/metrics").text
      #expect(!metrics.contains("martlet_user_signatures_total{"))
    }
  }

  @Test
  func `optional: everything is taken, and the answer says of the first user who is not vouched for why`()
    async throws
  {
    try await TestServer.run { server in
      let backend = await AppBackend()
      try await server.authenticate("optional", [await AppBackend(), backend])
      let device = try await server.makeDevice("d1")
      let right = try await backend.signature(for: "ana")
      for (number, (reason, signature)) in try await Self.wrong(backend).enumerated() {
        let event = Device.attribute("s\(number)", "ana", "plan", reason)
        let synced = try await device.sync("ana", [event], signature: signature)
        #expect(synced.status == 200 && synced.results == ["stored"], "\(reason)")
        #expect(synced.refusal == "ana \(reason) optional")
        #expect(synced.json["signature_refusal"]?["message"]?.string?.isEmpty == false)
        let sent = try await device.send(
          [Device.attribute("e\(number)", "ana", "town", reason)], signature: signature)
        #expect(sent.results == ["stored"] && sent.refusal == "ana \(reason) optional", "\(reason)")
      }
      #expect(try await Self.attributes("u:ana", server) == ["plan": "other_user", "town": "other_user"])
      let vouched = try await device.sync(
        "ana", [Device.attribute("v1", "ana", "plan", "gold")], signature: right)
      #expect(vouched.refusal == nil && vouched.results == ["stored"])
      // The user of the request first, then those of the events in their order.
      let three = [
        Device.attribute("v2", "ana", "a", "1"), Device.attribute("v3", "ben", "a", "1"),
        Device.attribute("v4", "cleo", "a", "1"),
      ]
      #expect(try await device.sync("ana", three, signature: right).refusal == "ben other_user optional")
      #expect(try await device.sync("dora", three, signature: right).refusal == "dora other_user optional")
      #expect(try await device.send(three, signature: nil).refusal == "ana missing optional")
      // Nobody is named.
      #expect(try await device.sync(nil, [Device.attribute("v5", nil, "a", "1")]).refusal == nil)
      #expect(
        try await device.send([Device.attribute("v6", nil, "a", "1")], signature: "no-token").refusal == nil)
    }
  }

  @Test
  func
    `required: a sync and a rendering that name a user are refused without a valid signature, and nothing of them is stored`()
    async throws
  {
    try await TestServer.run { server in
      let backend = await AppBackend()
      let device = try await server.makeDevice("d1")
      try await server.authenticate("required", [await AppBackend(), backend])
      for (number, (reason, signature)) in try await Self.wrong(backend).enumerated() {
        let events = [
          Device.attribute("s\(number)", "ana", "plan", reason),
          Device.attribute("n\(number)", nil, "own", reason),
        ]
        let synced = try await device.sync("ana", events, signature: signature)
        #expect(synced.status == 401, "\(reason)")
        #expect(synced.code == "sdk_authentication_\(reason)")
        #expect(synced.header("Content-Type") == "application/problem+json")
        #expect(synced.json["remedy"]?.string?.isEmpty == false)
        #expect(!synced.text.contains("ana") && signature.map(synced.text.contains) != true)
        let rendered = try await device.render("c1", for: "ana", signature: signature)
        #expect(rendered.status == 401 && rendered.code == "sdk_authentication_\(reason)")
        // Events are answered one by one: what needs no signature is stored.
        let sent = try await device.send(
          [
            Device.attribute("e\(number)", "ana", "plan", reason),
            Device.attribute("o\(number)", nil, "seen", reason),
          ], signature: signature
        )
        #expect(sent.status == 200)
        #expect(sent.results == ["retry sdk_authentication_\(reason)", "stored"])
        #expect(sent.refusal == "ana \(reason) required")
      }
      #expect(try await server.manage("GET", "/people/u:ana").status == 404)
      #expect(try await Self.attributes("d:d1", server) == ["seen": "other_user"])

      let right = try await backend.signature(for: "ana")
      #expect(
        try await device.sync("ana", [Device.attribute("s0", "ana", "plan", "gold")], signature: right)
          .results == ["stored"])
      #expect(
        try await device.send([Device.attribute("e0", "ana", "town", "Vienna")], signature: right).results
          == ["stored"])
      #expect(
        try await device.render("c1", for: "ana", signature: right).json["withdrawn"]?["reason"]
          == "not_running")
      #expect(try await Self.attributes("u:ana", server)["plan"] == "gold")
      // A program with its own key needs none.
      let event =
        #"{"events":[{"id":"p1","kind":"attribute","at":1790000000000,"user_id":"ana","key":"plan","value":"program"}]}"#
      #expect(try await server.manage("POST", "/events", event).results == ["stored"])
    }
  }

  @Test
  func
    `required: a signature of ana brings nothing in for ben, neither by events, nor by a former user, nor by a second form of a name`()
    async throws
  {
    try await TestServer.run { server in
      let backend = await AppBackend()
      try await server.authenticate("required", [backend])
      let device = try await server.makeDevice("d1")
      let right = try await backend.signature(for: "an\u{E9}")
      let synced = try await device.sync(
        "an\u{E9}",
        [
          Device.attribute("a", "an\u{E9}", "plan", "gold"), Device.attribute("b", "ben", "plan", "stolen"),
          Device.attribute("c", "ane\u{301}", "plan", "stolen"), Device.signIn("d", "ben", from: "an\u{E9}"),
          Device.signIn("e", "an\u{E9}", from: "ben"),
          Device.event("f", "ben", ["kind": "of_a_later_version"]),
        ], signature: right)
      let retry = "retry sdk_authentication_other_user"
      #expect(synced.results == ["stored", retry, retry, retry, "stored", retry])
      #expect(synced.refusal == "ben other_user required")
      for person in ["u:ben", "u:ane%CC%81"] {
        #expect(try await server.manage("GET", "/people/\(person)").status == 404)
      }
      // What waited goes through with its own signature.
      let later = try await device.send(
        [Device.attribute("b", "ben", "plan", "own")], signature: try await backend.signature(for: "ben"))
      #expect(later.results == ["stored"])
      // What can never be stored is not kept for a signature.
      let wrong = try await device.send(
        [Device.event("x", "ben", ["kind": "custom", "name": "$go"])], signature: right)
      #expect(wrong.results.first?.hasPrefix("rejected") == true)
      let long = try await device.send(
        [Device.attribute("y", String(repeating: "x", count: 300), "plan", "x")], signature: right)
      #expect(long.results.first?.hasPrefix("rejected") == true && long.refusal == nil)
      // Too long by code points, though not by what people take for characters: nobody is named by
      // it either.
      let accented = try await device.send(
        [Device.attribute("z", String(repeating: "e\u{301}", count: 200), "plan", "x")], signature: right)
      #expect(accented.results.first?.hasPrefix("rejected") == true && accented.refusal == nil)
      #expect(try await device.sync("ane\u{301}", signature: right).code == "sdk_authentication_other_user")
    }
  }

  @Test
  func
    `required: what was done anonymously becomes a user's only with that user's signature, and later anonymous events follow`()
    async throws
  {
    try await TestServer.run { server in
      let backend = await AppBackend()
      try await server.authenticate("required", [backend])
      let device = try await server.makeDevice("d1")
      #expect(try await device.send([Device.attribute("a", nil, "colour", "red")]).results == ["stored"])
      let signIn = Device.signIn("in", "ana")
      for signature in [
        nil, try await backend.signature(for: "ben"), try await backend.signature(for: "ana", length: -61),
      ] {
        #expect(
          try await device.send([signIn], signature: signature).results.first?.hasPrefix("retry ") == true)
      }
      #expect(try await server.manage("GET", "/people/u:ana").status == 404)
      let right = try await backend.signature(for: "ana")
      #expect(try await device.send([signIn], signature: right).results == ["stored"])
      #expect(try await Self.attributes("u:ana", server) == ["colour": "red"])
      // Of this device only, which has proved that it is the one: without a name, so without a
      // signature.
      #expect(try await device.send([Device.attribute("late", nil, "size", "L")]).results == ["stored"])
      #expect(try await Self.attributes("u:ana", server) == ["colour": "red", "size": "L"])
      let stranger = try await server.makeDevice("d2")
      #expect(try await stranger.send([Device.attribute("own", nil, "size", "XL")]).results == ["stored"])
      #expect(try await Self.attributes("u:ana", server)["size"] == "L")
    }
  }

  @Test
  func
    `a token that was good ends in time, also where it is remembered; keys and the mode that change count at once`()
    async throws
  {
    let ahead = Shift()
    var environment = Environment.live
    let now = environment.now
    environment.now = { now() + ahead.value }
    try await TestServer.run(environment: environment) { server in
      let (backend, next) = (await AppBackend(), await AppBackend())
      try await server.authenticate("required", [backend])
      let device = try await server.makeDevice("d1")
      let signature = try await backend.signature(for: "ana", length: 600)
      for _ in 0..<3 { #expect(try await device.sync("ana", signature: signature).status == 200) }
      ahead.value = .seconds(630)
      #expect(try await device.sync("ana", signature: signature).status == 200)
      ahead.value = .seconds(665)
      #expect(try await device.sync("ana", signature: signature).code == "sdk_authentication_expired")
      ahead.value = .zero
      #expect(try await device.sync("ana", signature: signature).status == 200)

      try await server.authenticate("required", [next, backend])
      let other = try await next.signature(for: "ana")
      for signature in [signature, other] {
        #expect(try await device.sync("ana", signature: signature).status == 200)
      }
      try await server.authenticate("required", [next])
      #expect(try await device.sync("ana", signature: signature).code == "sdk_authentication_wrong_signature")
      #expect(try await device.sync("ana", signature: other).status == 200)
      try await server.authenticate("off", [])
      #expect(try await device.sync("ana", signature: signature).status == 200)
    }
  }

  @Test
  func
    `refusals are counted by reason, for operators with their meaning, and neither metrics nor logs name anybody`()
    async throws
  {
    let log = LogText()
    try await TestServer.run(logger: log.logger) { server in
      let backend = await AppBackend()
      try await server.authenticate("optional", [backend])
      let device = try await server.makeDevice("d1")
      for _ in 0..<2 {
        _ = try await device.sync("ana-secret", signature: try await backend.signature(for: "ana-secret"))
      }
      _ = try await device.sync("ana-secret")
      try await server.authenticate("required", [backend])
      _ = try await device.sync("ana-secret", signature: "no-token-secret")
      _ = try await device.send([Device.attribute("a", "ana-secret", "k", "v")], signature: "no-token-secret")
      _ = try await device.sync(nil)
      let metrics = try await server.send("GET", "/metrics").text
      #expect(metrics.contains("# HELP martlet_user_signatures_total "))
      for (result, count) in [("vouched", 2), ("missing", 1), ("malformed", 2)] {
        #expect(
          metrics.contains("martlet_user_signatures_total{result=\"\(result)\"} \(count)\n"), "\(result)")
      }
      #expect(!metrics.contains("secret"))
    }
    #expect(!log.text.contains("secret"))
  }
}

/// How far the server's clock is ahead.
private final class Shift: Sendable {
  private let stored = Mutex(Duration.zero)

  var value: Duration {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
