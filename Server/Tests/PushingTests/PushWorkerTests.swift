// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Domain
import MartletCore
import MartletWire
import PushEndpoint
import Pushing
import ServerTestSupport
import Store
import StoreConformance
import StoreSQLite
import Testing

/// Runs over real HTTP/2, with an endpoint in the place of APNs.
@Suite(.timeLimit(.minutes(3)))
struct PushWorkerTests {
  @Test func `every device gets the push once, with its own delivery id`() async throws {
    // More than a run has on their way at a time, in several claims.
    try await PushStage.run(devices: 1_200) { stage in
      try await stage.start()
      #expect(try await stage.wait().outcomes == [.sent: 1_200])
      let accepted = stage.endpoint.accepted
      #expect(accepted.count == 1_200 && Set(accepted.map(\.deviceToken)).count == 1_200)
      #expect(
        Set(accepted.map(\.id)).count == 1_200
          && accepted.allSatisfy { $0.id == $0.collapseID && $0.topic == PushStage.topic })
      let payload = try Wire.decode(Wire.JSONValue.self, from: accepted[0].payload)
      #expect(payload["aps"]?["alert"]?["title"] == "Hello" && payload["martlet"]?["campaign_id"] == "c")
      #expect(payload["martlet"]?["delivery_id"] == .string(accepted[0].id))
    }
  }

  @Test func `a run by events sends a push for each event, with the event's values in its text`() async throws
  {
    let push = Wire.PushNotification(
      title: "Order {{event.order}}", text: "It is on its way, {{user.first_name}}.")
    try await PushStage.run(devices: 2, push: push) { stage in
      try await stage.start(audience: .event) {
        $0.definition.triggers = [Wire.Trigger(kind: .known(.customEvent), name: "shipped")]
      }
      try await eventually("the run sends") {
        try await stage.store.pushRun("r", app: "shop")?.state == .sending
      }
      for order in 1...3 {
        let now = stage.environment.now()
        let event = Sample.event(
          "s\(order)", at: now, user: "p1",
          .custom(name: "shipped", properties: ["order": .int(Int64(order))]))
        let device = Sample.device(PushStage.name(1), token: PushStage.token(1))
        _ = try await stage.store.ingest(
          IngestBatch(appID: "shop", device: device, receivedAt: now, events: [event]))
      }
      try await eventually("three are sent") {
        try await stage.store.pushCounts(run: "r", app: "shop").outcomes[.sent] == 3
      }
      let accepted = stage.endpoint.accepted
      let titles = try accepted.map {
        try Wire.decode(Wire.JSONValue.self, from: $0.payload)["aps"]?["alert"]?["title"]?.string
      }
      #expect(Set(titles) == ["Order 1", "Order 2", "Order 3"])
      #expect(Set(accepted.map(\.id)).count == 3 && Set(accepted.map(\.deviceToken)) == [PushStage.token(1)])
    }
  }

  @Test func `a run's values are in its texts, and those of a user replace those for everybody`() async throws
  {
    let push = Wire.PushNotification(title: "{{event.shop}}", text: "Order {{event.order}}")
    try await PushStage.run(devices: 3, push: push) { stage in
      try await stage.vouch(for: 0..<3)
      try await stage.start(audience: .users(["p0", "p1", "p2"])) {
        $0.values = PushValues(
          shared: ["shop": "Vienna", "order": "unknown"],
          byUser: ["p1": ["order": 7], "p2": ["order": 8, "shop": "Graz"]])
      }
      #expect(try await stage.wait().outcomes == [.sent: 3])
      let texts = try stage.endpoint.accepted.map { push in
        let alert = try Wire.decode(Wire.JSONValue.self, from: push.payload)["aps"]?["alert"]
        return "\(alert?["title"]?.string ?? "") \(alert?["body"]?.string ?? "")"
      }
      #expect(Set(texts) == ["Vienna Order unknown", "Vienna Order 7", "Graz Order 8"])
    }
  }

  @Test
  func
    `a device for whose user nobody vouched reads what it said itself, and the team learns what it may not read`()
    async throws
  {
    let push = Wire.PushNotification(title: "{{user.first_name}}", text: "{{user.plan}}")
    try await PushStage.run(devices: 3, push: push) { stage in
      // A program knows the plan of two, and their devices do not.
      let plans = (0..<2).map {
        Sample.event("plan\($0)", user: "p\($0)", .attribute(key: "plan", value: "gold"))
      }
      _ = try await stage.store.ingest(
        IngestBatch(appID: "shop", device: nil, receivedAt: Sample.now, events: plans))
      try await stage.vouch(for: 0..<1)
      try await stage.start()
      #expect(try await stage.wait().outcomes == [.sent: 1, .userNotVerified: 1, .missingValue: 1])
      let rows = try await stage.store.pushDeliveries(
        run: "r", app: "shop", outcome: nil, after: nil, limit: 9
      ).elements
      #expect(rows.map(\.detail) == [nil, "user.plan", "user.plan"])
      #expect(stage.endpoint.accepted.map(\.deviceToken) == [PushStage.token(0)])
      // Signatures are not checked any more, so that earlier ones say nothing.
      _ = try await stage.store.changeSettings(app: "shop") {
        $0.userAuthentication.mode = .off
        return []
      }
      try await stage.start(id: "r2")
      #expect(try await stage.wait("r2").outcomes == [.userNotVerified: 2, .missingValue: 1])
    }
  }

  @Test func `each answer of APNs has its outcome, and dead tokens are not tried again`() async throws {
    let ended = Sample.now + .seconds(3_600)
    let tokens = (0..<6).map(PushStage.token)
    let script = EndpointScript(byToken: [
      tokens[0]: [.refuse(.unregistered, timestamp: ended)], tokens[1]: [.refuse(.badDeviceToken)],
      tokens[2]: [.refuse(.payloadTooLarge)], tokens[3]: [.reset(isUnprocessed: true)],
    ])
    try await PushStage.run(devices: 6, script) { stage in
      try await stage.start()
      let counts = try await stage.wait()
      #expect(counts.outcomes == [.tokenInvalid: 2, .refused: 1, .sent: 3])
      let rows = try await stage.store.pushDeliveries(
        run: "r", app: "shop", outcome: nil, after: nil, limit: 10
      ).elements
      #expect(rows.map(\.detail) == ["Unregistered", "BadDeviceToken", "PayloadTooLarge", nil, nil, nil])
      #expect(try await stage.store.pushDevice(PushStage.name(0), app: "shop")?.death?.since == ended)
      // Dead tokens are not even tried in the next run.
      let before = stage.endpoint.received
      try await stage.start(id: "r2")
      #expect(try await stage.wait("r2").outcomes == [.tokenInvalid: 2, .sent: 4])
      #expect(stage.endpoint.received == before + 4)
    }
  }

  @Test func `a push whose answer is lost is sent again with the same ids, and shows once`() async throws {
    let tokens = (0..<6).map(PushStage.token)
    // The connection closes with the answer, so the answers of others may be lost too.
    try await PushStage.run(devices: 6, EndpointScript(byToken: [tokens[4]: [.loseAnswer]])) { stage in
      try await stage.start()
      #expect(try await stage.wait().outcomes == [.sent: 6])
      let byToken = Dictionary(grouping: stage.endpoint.accepted, by: \.deviceToken)
      #expect(byToken[tokens[4]]?.count == 2)
      #expect(byToken.count == 6)
      for pushes in byToken.values {
        #expect(Set(pushes.map(\.id)).count == 1 && Set(pushes.map(\.collapseID)).count == 1)
      }
    }
  }

  @Test func `a key that APNs refuses pauses the run with the reason, and it goes on with what is left`()
    async throws
  {
    try await PushStage.run(devices: 20, topics: ["com.example.other"]) { stage in
      try await stage.start()
      #expect(try await stage.wait(for: .paused).outcomes == [:])
      #expect(try await stage.store.pushRun("r", app: "shop")?.reason == "TopicDisallowed")
      for key in try await stage.keyring.keys(app: "shop") {
        #expect(try await stage.keyring.delete(key.id, app: "shop"))
      }
      var other = PushStage.upload
      other.topic = "com.example.other"
      _ = try await stage.keyring.upload(other, app: "shop")
      // The deleted key is forgotten within a second.
      try await eventually("the run ends") {
        _ = try await stage.store.changePushRun("r", app: "shop") {
          $0.perform(.resume, at: stage.environment.now())
        }
        try await eventually("the run pauses or ends") {
          try await stage.store.pushRun("r", app: "shop")?.state != .sending
        }
        return try await stage.store.pushRun("r", app: "shop")?.state == .finished
      }
      #expect(try await stage.wait().outcomes == [.sent: 20])
    }
  }

  @Test func `without a key a run is paused, not lost`() async throws {
    try await PushStage.run(devices: 3, hasKey: false) { stage in
      try await stage.start()
      #expect(try await stage.wait(for: .paused).waiting == 3)
      #expect(try await stage.store.pushRun("r", app: "shop")?.reason == "no_key")
    }
  }

  @Test func `texts are written for each person, and who lacks a value gets nothing`() async throws {
    let push = Wire.PushNotification(
      title: "Hello {{user.first_name}}", text: "{{^user.gone}}Hi{{/user.gone}}")
    try await PushStage.run(devices: 3, push: push) { stage in
      _ = try await stage.store.ingest(
        Sample.batch([
          Sample.event(
            "gone", at: Sample.now + .seconds(9), user: "p1", .attribute(key: "first_name", value: .null))
        ]))
      try await stage.start()
      #expect(try await stage.wait().outcomes == [.sent: 2, .missingValue: 1])
      let titles = try stage.endpoint.accepted.map {
        try Wire.decode(Wire.JSONValue.self, from: $0.payload)["aps"]?["alert"]?["title"]
      }
      #expect(Set(titles) == ["Hello Ana 0", "Hello Ana 2"])
      let rows = try await stage.store.pushDeliveries(
        run: "r", app: "shop", outcome: .missingValue, after: nil, limit: 9
      ).elements
      #expect(rows.map(\.detail) == ["user.first_name"])
    }
  }

  @Test func `each device gets the push in its own language, personal or not`() async throws {
    for (own, german) in [("Hello", "Hallo"), ("Hello {{user.first_name}}", "Hallo {{user.first_name}}")] {
      let push = Wire.PushNotification(title: own, text: "Spring")
      try await PushStage.run(devices: 4, push: push, locales: ["de_AT", "en_US", nil, "fr"]) { stage in
        try await stage.start {
          $0.definition.languages = ["de": ["push.title": german], "fr": ["push.text": "Printemps"]]
        }
        #expect(try await stage.wait().outcomes == [.sent: 4])
        let texts = try stage.endpoint.accepted.map { push in
          let alert = try Wire.decode(Wire.JSONValue.self, from: push.payload)["aps"]?["alert"]
          return "\(alert?["title"]?.string?.prefix(5) ?? "") \(alert?["body"]?.string ?? "")"
        }
        #expect(texts.sorted() == ["Hallo Spring", "Hello Printemps", "Hello Spring", "Hello Spring"])
      }
    }
  }

  @Test func `quiet hours hold a push back, except on a test device, and an expired one is not sent`()
    async throws
  {
    let always = Wire.QuietHours(from: "00:00", to: "00:00")
    try await PushStage.run(devices: 3, rules: Wire.DeliveryRules(quietHours: [always])) { stage in
      try await stage.start()
      try await stage.start(id: "test", audience: .device(PushStage.name(1)))
      #expect(try await stage.wait("test").outcomes == [.sent: 1])
      try await stage.start(id: "short") { $0.expiresAt = stage.environment.now() + .seconds(60) }
      #expect(try await stage.wait("short").outcomes == [.expired: 3])
      var held: [PushDelivery] = []
      try await eventually("three are held back") {
        held = try await stage.store.pushDeliveries(run: "r", app: "shop", outcome: nil, after: nil, limit: 9)
          .elements
          .filter { $0.detail == "quiet_hours" }
        return held.count == 3
      }
      #expect(held.allSatisfy { ($0.dueAt ?? $0.at) > stage.environment.now() })
      #expect(stage.endpoint.accepted.count == 1)
    }
  }

  @Test func `a run that is cancelled while it sends ends every row, and sends no more`() async throws {
    try await PushStage.run(devices: 1_100, EndpointScript(otherwise: .hold)) { stage in
      try await stage.start()
      await stage.endpoint.waitForRequests(100)
      _ = try await stage.store.changePushRun("r", app: "shop") {
        $0.perform(.cancel, at: stage.environment.now())
      }
      stage.endpoint.setScript(EndpointScript())
      stage.endpoint.release()
      var counts = PushCounts(waiting: 1)
      try await eventually("nothing waits") {
        stage.endpoint.release()
        counts = try await stage.wait(for: .cancelled)
        return counts.waiting == 0
      }
      let (sent, cancelled) = (counts.outcomes[.sent] ?? 0, counts.outcomes[.cancelled] ?? 0)
      #expect(sent + cancelled == 1_100 && sent == stage.endpoint.acceptedCount && sent <= 1_000)
    }
  }
}
