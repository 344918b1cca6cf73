// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletServer
import MartletWire
import PushEndpoint
import ServerTestSupport
import Store
import Testing

/// Every way on which something about a person can reach a device, tried by devices that are
/// believed more and less.
///
/// What is known about Ana is marked with words that occur nowhere else, so whatever a device gets
/// can be searched for them, on any way.
@Suite(
  "A device gets to read what it said itself, and everything about a person only where their backend vouches for them",
  .timeLimit(.minutes(5)))
struct PersonalDataTests {
  /// Whoever sends as Ana.
  enum Sender: String, CaseIterable {
    /// A new device that names her, with a push token of its own.
    case stranger
    /// The same, with a signature for somebody else.
    case forger
    /// A device that never proves which one it is, with her signature.
    case unproven
    /// Her own phone, whose app has no signatures yet.
    case own
    /// Her tablet, with a valid signature.
    case vouched

    var isProven: Bool { self != .unproven }
    var token: String { "aa0\(Self.allCases.firstIndex(of: self) ?? 9)" }
    /// What only this device says about her, and an event of hers that it sends.
    var attribute: String { "said_by_\(rawValue)" }
    var key: String { "own_\(rawValue)" }
    var order: String { "ordered_on_\(rawValue)" }

    /// What the rule allows, from what a person would expect: see `DeviceTrust`.
    func mayRead(_ word: String, _ mode: String) -> Bool {
      if mode != "off", self == .vouched { return true }
      return mode != "required" && isProven && [attribute, order].contains(word)
    }
  }

  /// Known from programs: an attribute, an event, and what a run says for her.
  private static let ofPrograms = ["known_to_program", "ordered_by_program", "told_by_run"]
  private static let words = ofPrograms + Sender.allCases.flatMap { [$0.attribute, $0.order] }

  private static let attributes = ["plan"] + Sender.allCases.map(\.key)
  /// Shows everything that there is, so that no missing value keeps it from being shown.
  private static let text =
    (attributes.map { "user.\($0)" } + ["event.order", "event.note"]).map { "{{#\($0)}}{{\($0)}} {{/\($0)}}" }
    .joined() + "."

  private struct Phone {
    var sender: Sender
    var device: LoopDevice
    var signature: String?

    func sync(_ events: [Wire.JSONValue] = []) async throws -> TestServer.Answer {
      try await device.sync("ana", events, signature: signature)
    }

    func say(_ number: Int) -> [Wire.JSONValue] {
      [
        LoopDevice.attribute("a\(number)-\(sender)", "ana", sender.key, sender.attribute),
        LoopDevice.event("s\(number)-\(sender)", "ana", ["kind": "session_start"]),
      ]
    }
  }

  private static func phones(_ server: TestServer, _ backend: AppBackend) async throws -> [Phone] {
    var phones: [Phone] = []
    for sender in Sender.allCases {
      var device = LoopDevice(id: sender.rawValue, credential: "", server: server)
      if sender.isProven { device = try await server.makeDevice(sender.rawValue) }
      device.token = sender.token
      let signature: String? =
        switch sender {
        case .stranger, .own: nil
        case .forger: try await backend.signature(for: "ben")
        case .unproven, .vouched: try await backend.signature(for: "ana")
        }
      phones.append(Phone(sender: sender, device: device, signature: signature))
    }
    return phones
  }

  private static func launch(_ server: TestServer, _ fields: Wire.JSONValue) async throws -> String {
    let made = try await server.manage("POST", "/campaigns", fields.text)
    let id = made.json["id"]?.string ?? ""
    let launched = try await server.manage("POST", "/campaigns/\(id)/launch")
    guard launched.status == 200 else { throw TestServer.Refused(text: made.text + launched.text) }
    return id
  }

  private static func start(_ server: TestServer, _ campaign: String, _ fields: Wire.JSONValue) async throws {
    let started = try await server.manage("POST", "/campaigns/\(campaign)/runs", fields.text)
    guard started.status == 201 else { throw TestServer.Refused(text: started.text) }
  }

  /// The run's counts when nothing of it waits.
  private static func settled(_ server: TestServer, _ run: String) async throws -> Wire.JSONValue? {
    var answer = Wire.JSONValue.null
    try await eventually("nothing of the run waits") {
      answer = try await server.manage("GET", "/runs/\(run)").json
      return ["sending", "finished"].contains(answer["state"]) && answer["counts"]?["waiting"] == 0
    }
    return answer["counts"]?["outcomes"]
  }

  private static let order = ["kind": "custom", "name": "ordered"] as [String: Wire.JSONValue]

  @Test(arguments: ["off", "optional", "required"])
  func `nothing about somebody else reaches a device on any way`(mode: String) async throws {
    try await PushRunHTTPTests.run { server, endpoint in
      let backend = await AppBackend()
      try await PushRunHTTPTests.uploadKey(server)
      let plan =
        #"{"events":[{"id":"p1","kind":"attribute","at":1790000000000,"user_id":"ana","key":"plan","value":"known_to_program"}]}"#
      #expect(try await server.manage("POST", "/events", plan).results == ["stored"])
      // All of them are hers already when the mode begins.
      let phones = try await Self.phones(server, backend)
      for phone in phones { #expect(try await phone.sync(phone.say(1)).status == 200) }
      try await server.authenticate(mode, [backend])
      _ = try await server.manage("PUT", "/settings", try await Self.reviewing(server).text)

      let isHers: Wire.JSONValue = ["attribute": "plan", "op": "equals", "value": "known_to_program"]
      let shown = try await Self.launch(
        server,
        [
          "name": "Shown", "render": "at_display",
          "triggers": [["kind": "custom_event", "name": "cart_viewed"]], "audience": isHers,
          "message": ["kind": "slideup", "message": .string(Self.text)],
        ])
      let pushed = try await Self.launch(
        server,
        [
          "name": "Pushed", "push": ["title": "Hello", "text": .string(Self.text)], "audience": isHers,
          "triggers": [["kind": "custom_event", "name": "ordered"]],
        ])
      var answers: [(sender: Sender, way: String, text: String)] = []
      for phone in phones { answers.append((phone.sender, "sync", try await phone.sync(phone.say(2)).text)) }
      try await Self.start(server, pushed, ["id": "events", "audience": "event"])
      _ = try await Self.settled(server, "events")
      for phone in phones {
        var fields = Self.order
        fields["properties"] = ["order": .string(phone.sender.order)]
        let order = LoopDevice.event("o-\(phone.sender)", "ana", fields)
        answers.append(
          (phone.sender, "events", try await phone.device.send([order], signature: phone.signature).text))
        // A tag shows who gets the same campaigns.
        let isSigned = [.vouched, .unproven].contains(phone.sender)
        let stored = try await phone.device.post(
          "events", ["events": .array(phone.say(3)), "user_id": "ana"], signature: phone.signature)
        #expect(
          (stored.json["definitions_tag"] != nil) == (mode != "required" || isSigned),
          "\(phone.sender): \(stored.text)")
        answers.append(
          (
            phone.sender, "render",
            try await phone.device.render(shown, for: "ana", signature: phone.signature).text
          ))
        for kind in ["export", "deletion"] {
          let asked = try await phone.device.post(
            "privacy", ["kind": .string(kind), "user_id": "ana"], signature: phone.signature)
          #expect(
            (asked.status == 200) == (mode != "off" && isSigned), "\(phone.sender): \(asked.text)")
          answers.append((phone.sender, "privacy", asked.text))
        }
      }
      var fields = Self.order
      fields["properties"] = ["order": "ordered_by_program"]
      let event: Wire.JSONValue = ["events": [LoopDevice.event("o-program", "ana", fields)]]
      #expect(try await server.manage("POST", "/events", event.text).results == ["stored"])
      _ = try await Self.settled(server, "events")
      let told: Wire.JSONValue = [
        "id": "users", "audience": "users", "users": [["id": "ana", "data": ["note": "told_by_run"]]],
      ]
      let devices: Wire.JSONValue = [
        "id": "devices", "audience": "devices", "devices": .array(phones.map { .string($0.device.id) }),
      ]
      for run in [told, devices, ["id": "everybody", "audience": "everybody"]] {
        try await Self.start(server, pushed, run)
        let outcomes = try await Self.settled(server, run["id"]?.string ?? "")
        #expect(
          outcomes == (mode == "required" ? ["sent": 1, "user_not_verified": 4] : ["sent": 5]), "\(run.text)")
      }
      for phone in phones {
        try await server.services.store.setTestDevice(
          phone.device.id, true, app: "sample", at: server.services.environment.now())
        try await Self.start(
          server, pushed,
          ["id": .string("test-\(phone.sender)"), "audience": "device", "device": .string(phone.device.id)])
        _ = try await Self.settled(server, "test-\(phone.sender)")
      }
      for push in endpoint.accepted {
        let sender = try #require(Sender.allCases.first { $0.token == push.deviceToken })
        answers.append((sender, "push", String(decoding: push.payload, as: UTF8.self)))
      }

      for (sender, way, text) in answers {
        for word in Self.words where !sender.mayRead(word, mode) {
          #expect(!text.contains(word), "\(sender) read \(word) by \(way): \(text)")
        }
      }
      // And what may be read is there, so that nothing passes because nothing was sent.
      for sender in Sender.allCases {
        func read(_ way: String) -> String {
          answers.filter { $0.sender == sender && $0.way == way }.map(\.text).joined()
        }
        for word in Self.words where sender.mayRead(word, mode) {
          // Where signatures are required, events without one wait on their devices.
          if mode == "required", word.hasPrefix("ordered_on"), word != Sender.vouched.order { continue }
          #expect(read("push").contains(word), "\(sender) does not read \(word) by push")
        }
        if sender.mayRead(sender.attribute, mode) {
          #expect(read("render").contains(sender.attribute), "\(sender)")
        }
        if sender.mayRead("known_to_program", mode) { #expect(read("render").contains("known_to_program")) }
        #expect(read("push").isEmpty == (mode == "required" && sender != .vouched))
      }
    }
  }

  /// The present settings, with privacy requests that wait for the team.
  private static func reviewing(_ server: TestServer) async throws -> Wire.JSONValue {
    guard case .object(var settings) = try await server.manage("GET", "/settings").json else { return .null }
    settings["privacy_requests"] = ["mode": "review", "due_days": 30]
    return .object(settings)
  }

  @Test func `who takes the token of another phone loses it as soon as that phone sends a request`()
    async throws
  {
    try await PushRunHTTPTests.run { server, endpoint in
      try await PushRunHTTPTests.uploadKey(server)
      let campaign = try await PushRunHTTPTests.launch(server)
      var (phone, thief) = (try await server.makeDevice("phone"), try await server.makeDevice("thief"))
      (phone.token, thief.token) = ("aa01", "aa01")
      func sync(_ device: LoopDevice, _ user: String) async throws {
        #expect(
          try await device.sync(user, [LoopDevice.event("e", user, ["kind": "session_start"])]).status == 200)
      }
      func reached(_ run: String) async throws -> [String] {
        let before = endpoint.accepted.count
        try await Self.start(server, campaign, ["id": .string(run), "audience": "everybody"])
        _ = try await Self.settled(server, run)
        return try endpoint.accepted.dropFirst(before).map {
          try Wire.decode(Wire.JSONValue.self, from: $0.payload)["aps"]?["alert"]?["title"]?.string ?? ""
        }
      }
      try await sync(phone, "ana")
      #expect(try await reached("first") == ["Hello ana"])
      try await sync(thief, "mallory")
      #expect(try await reached("taken") == ["Hello mallory"])
      // Any request of the phone is enough.
      #expect(try await phone.send([]).status == 200)
      #expect(try await reached("back") == ["Hello ana"])
    }
  }
}
