// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import PushEndpoint
import ServerTestSupport
import Testing

@testable import ReachAPI

/// What scripts of the old service did, over real HTTP.
@Suite(.timeLimit(.minutes(5)))
struct ReachScriptTests {
  @Test func `an announcement is created, activated, delivered, counted and finished`() async throws {
    try await ReachBench.run { bench in
      let fields: Wire.JSONValue = [
        "name": "Spring", "type": "text/plain", "deliveryTime": "session", "deliveryActivities": ["Home"],
        "category": "sale",
        "notificationTitle": "Spring is here", "notificationMessage": "Look", "notificationVibrate": true,
        "title": "Spring",
        "body": "20 % on everything green, {deviceid}", "actionButtonText": "Go", "exitButtonText": "",
        "actionUrl": "shop://green",
        "localization": ["fr": ["title": "Printemps"]],
      ]
      let created = try await bench.ask("POST", "/campaigns/announcements", fields)
      #expect(created.status == 201 && created.header("Warning") == nil, "\(created.text)")
      let id = try #require(created.json["id"]?.integer)
      let read = try await bench.ask("GET", "/campaigns/announcements/\(id)")
      for (field, value) in fields.fields where field != "exitButtonText" {
        #expect(read.json[field] == value, "\(field)")
      }
      #expect(
        read.json["pushMode"] == "real-time" && read.json["exitButtonText"] == nil
          && read.json["state"] == "draft")
      #expect(try await bench.ask("GET", "/campaignsByName/announcements/Spring").json == read.json)
      // Console and management API have the same campaign.
      let own = try await bench.campaign("Spring")
      #expect(
        own["banner"]?["title"] == "Spring is here" && own["content"]?["action"]?["url"] == "shop://green")
      #expect(
        own["re_eligibility"]?["type"] == "once" && own["triggers"]?[0]?["kind"] == "session_start"
          && own["screens"] == ["Home"])
      #expect(own["delivery"] == "in_app" && own["push"] == nil)
      #expect(own["languages"] == ["fr": ["content.title": "Printemps"]])

      try await bench.activate("announcements", id)
      let definitions = try await bench.sync(1)["definitions"]?["campaigns"]
      #expect(definitions?.text.contains("Spring is here") == true)
      try await bench.report(
        1, own,
        [
          ["kind": "delivered"], ["kind": "impression", "surface": "banner"],
          ["kind": "click", "surface": "banner"],
          ["kind": "impression", "surface": "content", "opened_from": "banner"],
          ["kind": "click", "surface": "content"],
        ])
      let statistics = try await bench.statistics("announcements", id)
      #expect(
        statistics == [
          "queued": 1, "pushed": 1, "delivered": 1, "dropped": 0, "in-app-notification-displayed": 1,
          "in-app-notification-actioned": 1,
          "in-app-notification-exited": 0, "content-displayed": 1, "content-actioned": 1, "content-exited": 0,
        ])
      // An active campaign is not changed, and only once activated.
      #expect(try await bench.ask("PUT", "/campaigns/announcements/\(id)", fields).status == 403)
      #expect(try await bench.ask("POST", "/campaigns/announcements/\(id)/activate").status == 403)
      #expect(try await bench.ask("DELETE", "/campaigns/announcements/\(id)").status == 403)
      let finished = try await bench.ask("POST", "/campaigns/announcements/\(id)/finish")
      #expect(finished.status == 200 && finished.json == ["id": .int(Int64(id)), "state": "finished"])
      let last = try await bench.ask("GET", "/campaigns/announcements/\(id)").json
      #expect(last["activatedDate"]?.string?.hasSuffix("Z") == true && last["finishedDate"] != nil)
    }
  }

  @Test func `a poll is sent once to everybody, and its answers are counted by question and choice`()
    async throws
  {
    try await ReachBench.run { bench in
      for number in 1...2 { try await bench.sync(number) }
      let id = try await bench.create(
        "polls",
        [
          "name": "Colour", "pushMode": "one-shot", "notificationTitle": "One question",
          "notificationSound": true, "title": "Colour",
          "body": "Please say", "actionButtonText": "Send",
          "questions": [
            [
              "title": "Which colour?", "localization": ["fr": ["title": "Quelle ?"]],
              "choices": [["title": "Red"], ["title": "Green", "isDefault": true]],
            ]
          ],
        ])
      let questions = try await bench.ask("GET", "/campaigns/polls/\(id)").json["questions"]
      #expect(
        questions == [
          [
            "id": 1, "title": "Which colour?", "localization": ["fr": ["title": "Quelle ?"]],
            "choices": [
              ["id": 2, "title": "Red", "isDefault": false], ["id": 3, "title": "Green", "isDefault": true],
            ],
          ]
        ])
      try await bench.activate("polls", id)
      _ = try await bench.statistics("polls", id, pushed: 2)
      #expect(try bench.titles == ["aa01": "One question", "aa02": "One question"])
      let own = try await bench.campaign("Colour")
      #expect(own["push"]?["sound"] == "default" && own["banner"] != nil && own["triggers"] == [])
      #expect(own["languages"] == ["fr": ["content.questions[0].title": "Quelle ?"]])
      // Nothing else delivers it, so its push brings the banner too.
      #expect(
        try bench.endpoint.accepted.allSatisfy {
          try Wire.decode(Wire.JSONValue.self, from: $0.payload)["martlet"]?["delivers_item"] == true
        })
      try await bench.report(
        1, own,
        [
          ["kind": "push_click"], ["kind": "click", "surface": "push"],
          ["kind": "impression", "surface": "content", "opened_from": "push"],
          ["kind": "survey_answers", "answers": ["1": ["3"]]], ["kind": "click", "surface": "content"],
        ])
      let statistics = try await bench.statistics("polls", id)
      #expect(
        statistics["answers"] == ["1": ["3": 1]] && statistics["content-actioned"] == 1
          && statistics["queued"] == 2)
      #expect(statistics["system-notification-actioned"] == 1 && statistics["content-displayed"] == 1)
      #expect(statistics["in-app-notification-displayed"] == 0)
    }
  }

  @Test func `a data push reaches devices with their next session`() async throws {
    try await ReachBench.run(key: false) { bench in
      let id = try await bench.create(
        "dataPushes", ["name": "Prices", "type": "text/base64", "body": "e30=", "category": "prices"])
      try await bench.activate("dataPushes", id)
      #expect(try await bench.sync(1)["definitions"]?["campaigns"]?.text.contains("e30=") == true)
      try await bench.report(
        1, try await bench.campaign("Prices"), [["kind": "delivered"], ["kind": "click", "surface": "data"]])
      #expect(
        try await bench.statistics("dataPushes", id)
          == [
            "queued": 1, "pushed": 1, "delivered": 1, "dropped": 0, "content-actioned": 1,
            "content-exited": 0,
          ])
    }
  }

  @Test(
    arguments: [
      ("dataPushes", ["name": "Prices", "type": "text/plain", "body": "refresh", "pushMode": "manual"]),
      (
        "announcements",
        [
          "name": "News", "type": "only_notif", "pushMode": "manual", "deliveryTime": "session",
          "notificationTitle": "T",
        ]
      ),
    ] as [(String, Wire.JSONValue)])
  func
    `a manual campaign without a notification outside the app reaches the devices of each call by a silent push`(
      kind: String, document: Wire.JSONValue
    ) async throws
  {
    try await ReachBench.run { bench in
      for number in 1...2 { try await bench.sync(number) }
      guard case .object(let fields) = document else { return }
      let id = try await bench.create(kind, .object(fields))
      try await bench.activate(kind, id)
      let answer = try await bench.ask("POST", "/campaigns/\(kind)/\(id)/push", ["deviceIds": ["d2"]])
      #expect(answer.status == 200 && answer.json == ["invalidDeviceIds": []], "\(answer.text)")
      _ = try await bench.statistics(kind, id, pushed: 1)
      #expect(
        bench.endpoint.accepted.map(\.deviceToken) == ["aa02"]
          && bench.endpoint.accepted.map(\.kind) == ["background"])
      let payload = try Wire.decode(Wire.JSONValue.self, from: bench.endpoint.accepted.first?.payload ?? [])
      #expect(payload["martlet"]?["delivers_item"] == true)
    }
  }

  @Test func `a manual campaign goes to the devices of each call, also with a text of its own`() async throws
  {
    try await ReachBench.run { bench in
      // The value is its own, and it proves which device it is.
      let credential = try await bench.sync(1)["device_credential"]?.string
      for number in 2...3 { try await bench.sync(number) }
      let name =
        #",{"id":"a","kind":"attribute","at":1777800000000,"user_id":"u1","key":"city","value":"Vienna"}"#
      try await bench.sync(1, attributes: name, credential: credential)
      let id = try await bench.create(
        "announcements",
        [
          "name": "Order", "type": "only_notif", "pushMode": "manual", "deliveryTime": "background",
          "notificationTitle": "To ${city}",
          "actionUrl": "shop://order", "startTime": "2020-01-01T00:00:00Z",
          "notificationOptions": ["bigText": "Long"],
        ])
      let path = "/campaigns/announcements/\(id)"
      #expect(try await bench.ask("POST", path + "/push", ["deviceIds": ["d1"]]).status == 403)
      try await bench.activate("announcements", id)
      #expect(try await bench.ask("GET", path).json["notificationTitle"] == "To ${city}")
      #expect(try await bench.ask("GET", path).json["startTime"] == "2020-01-01T00:00:00Z")
      let first = try await bench.ask("POST", path + "/push", ["deviceIds": ["d1", "d2", "nobody"]])
      #expect(first.status == 200 && first.json == ["invalidDeviceIds": ["nobody"]], "\(first.text)")
      // The device of somebody without a city gets nothing, as before.
      _ = try await bench.statistics("announcements", id, pushed: 1)
      #expect(try bench.titles == ["aa01": "To Vienna"])
      let second = try await bench.ask(
        "POST", path + "/push",
        [
          "deviceIds": ["d3"],
          "data": ["name": "Other", "notificationTitle": "Parcel", "actionUrl": "shop://parcel"],
        ])
      #expect(second.status == 200 && second.json == ["invalidDeviceIds": []], "\(second.text)")
      _ = try await bench.statistics("announcements", id, pushed: 2)
      #expect(try bench.titles["aa03"] == "Parcel")
      let payload = bench.endpoint.accepted.first { $0.deviceToken == "aa03" }?.payload ?? []
      #expect(try Wire.decode(Wire.JSONValue.self, from: payload)["martlet"]?["url"] == "shop://parcel")
      #expect(try await bench.ask("GET", path).json["notificationTitle"] == "To ${city}")
      #expect(
        try await bench.ask("POST", path + "/push", ["deviceIds": ["nobody"]]).json == [
          "invalidDeviceIds": ["nobody"]
        ])
    }
  }

  @Test func `a native push goes once to everybody, and says what its payload said`() async throws {
    try await ReachBench.run { bench in
      try await bench.sync(1)
      let payload: Wire.JSONValue = [
        "alert": ["title": "Hello", "body": "You"], "sound": "ring.caf", "badge": 3,
      ]
      let id = try await bench.create("nativePushes", ["name": "Native", "payload": payload])
      #expect(try await bench.ask("GET", "/campaigns/nativePushes/\(id)").json["payload"] == payload)
      #expect(try await bench.ask("GET", "/campaigns/announcements/\(id)").status == 404)
      try await bench.activate("nativePushes", id)
      let statistics = try await bench.statistics("nativePushes", id, pushed: 1)
      #expect(
        statistics == ["queued": 1, "pushed": 1, "pushed-native": 1, "system-notification-actioned": 0])
      try await bench.report(1, try await bench.campaign("Native"), [["kind": "push_click"]])
      #expect(try await bench.statistics("nativePushes", id)["system-notification-actioned"] == 1)
      #expect(try bench.titles == ["aa01": "Hello"])
    }
  }

  @Test func `a scheduled campaign is suspended, changed and activated again, and sends what it says then`()
    async throws
  {
    try await ReachBench.run { bench in
      try await bench.sync(1)
      var fields: [String: Wire.JSONValue] = [
        "name": "Later", "type": "only_notif", "pushMode": "one-shot", "deliveryTime": "background",
        "notificationTitle": "First",
        "startTime": "2099-06-01 10:00'Z'", "timezone": "Europe/Vienna",
      ]
      let id = try await bench.create("announcements", .object(fields))
      let path = "/campaigns/announcements/\(id)"
      let scheduled = try await bench.ask("POST", path + "/activate")
      #expect(scheduled.status == 200 && scheduled.json["state"] == "scheduled", "\(scheduled.text)")
      let own = try await bench.campaign("Later")
      // In summer, Vienna is two hours ahead.
      #expect(own["starts_at"] == .int(4_083_984_000_000))
      let campaign = try #require(own["id"]?.string)
      func runs() async throws -> Wire.JSONValue {
        try await bench.server.manage("GET", "/campaigns/\(campaign)/runs").json["runs"] ?? .null
      }
      #expect(try await runs()[0]?["starts_at"] == own["starts_at"])
      let suspended = try await bench.ask("POST", path + "/suspend")
      #expect(suspended.status == 200 && suspended.json["state"] == "draft")
      #expect(try await runs()[0]?["state"] == "cancelled")
      #expect(try await bench.ask("POST", path + "/suspend").status == 403)
      fields["startTime"] = nil
      fields["notificationTitle"] = "Second"
      #expect(try await bench.ask("PUT", path, .object(fields)).status == 200)
      try await bench.activate("announcements", id)
      _ = try await bench.statistics("announcements", id, pushed: 1)
      #expect(try bench.titles == ["aa01": "Second"])
      // It has been sent: suspending and activating once more sends nothing again.
      #expect(try await bench.ask("POST", path + "/suspend").status == 200)
      try await bench.activate("announcements", id)
      #expect(try await runs().count == 2)
    }
  }

  @Test func `a campaign of the console is read, and a document keeps what the old format cannot say`()
    async throws
  {
    try await ReachBench.run { bench in
      let own: Wire.JSONValue = [
        "name": "Console", "triggers": [["kind": "custom_event", "name": "bought"]], "tags": ["spring"],
        "banner": ["title": "Thanks", "themes": ["light": ["background": "#FFFFFF"]], "edge": "top"],
      ]
      let made = try await bench.server.manage("POST", "/campaigns", own.text)
      #expect(made.status == 201, "\(made.text)")
      let list = try await bench.ask("GET", "/campaigns/Announcements")
      #expect(list.json["value"]?.count == 1 && list.json["value"]?[0]?["name"] == "Console", "\(list.text)")
      let id = try #require(list.json["value"]?[0]?["id"]?.integer)
      guard case .object(var document) = try await bench.ask("GET", "/campaigns/announcements/\(id)").json
      else { return }
      #expect(
        document["type"] == "only_notif" && document["deliveryTime"] == "session"
          && document["pushMode"] == "real-time")
      document["notificationMessage"] = "See you"
      #expect(try await bench.ask("PUT", "/campaigns/announcements/\(id)", .object(document)).status == 200)
      let after = try await bench.campaign("Console")
      #expect(
        after["banner"]?["text"] == "See you" && after["banner"]?["edge"] == "top"
          && after["banner"]?["themes"] != nil)
      #expect(
        after["triggers"]?[0]?["name"] == "bought" && after["tags"] == ["spring"]
          && after["re_eligibility"] == nil)
    }
  }

  @Test func `a test device gets a stored campaign, and one that is not stored`() async throws {
    try await ReachBench.run { bench in
      for number in 1...2 { try await bench.sync(number) }
      #expect(try await bench.server.manage("PUT", "/test-devices/d1", "{}").status < 300)
      let id = try await bench.create(
        "announcements", ["name": "A", "type": "only_notif", "notificationTitle": "Stored"])
      let sent = try await bench.ask(
        "POST", "/campaigns/announcements/\(id)/test", ["deviceId": "d1", "lang": "fr"])
      #expect(sent.status == 200 && sent.json == ["state": "queued"], "\(sent.text)")
      let refused = try await bench.ask("POST", "/campaigns/announcements/\(id)/test", ["deviceId": "d2"])
      #expect(refused.status == 400 && refused.json["field"] == "deviceId", "\(refused.text)")
      try await eventually("the stored one arrives") { try bench.titles["aa01"] == "Stored" }
      let data: Wire.JSONValue = [
        "type": "only_notif", "deliveryTime": "background", "notificationTitle": "Unstored",
      ]
      #expect(
        try await bench.ask("POST", "/campaigns/announcements/test", ["deviceId": "d1", "data": data]).status
          == 200)
      try await eventually("the other one arrives") { try bench.titles["aa01"] == "Unstored" }
      let text: Wire.JSONValue = [
        "type": "text/plain", "title": "T", "body": "B", "notificationTitle": "N", "exitButtonText": "Close",
      ]
      let content = try await bench.ask(
        "POST", "/campaigns/announcements/test", ["deviceId": "d1", "data": text])
      #expect(content.status == 200, "\(content.text)")
      #expect(try await bench.statistics("announcements", id)["pushed"] == 0)
    }
  }
}
