// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

@testable import ReachAPI

/// What is refused, with the old statuses and the field by its old name.
@Suite(.timeLimit(.minutes(5)))
struct ReachRefusalTests {
  private static let text: [String: Wire.JSONValue] = [
    "name": "A", "type": "text/plain", "deliveryTime": "session", "notificationTitle": "T", "title": "T",
    "body": "B",
    "exitButtonText": "OK",
  ]

  /// A native push has none of the fields of an announcement.
  private static func native(_ fields: [String: Wire.JSONValue]) -> [String: Wire.JSONValue] {
    text.mapValues { _ in .null }.merging(["name": "A"]) { $1 }.merging(fields) { $1 }
  }

  /// Fields beside those of a correct announcement, and the field that is refused.
  static let documents: [(kind: String, change: [String: Wire.JSONValue], field: String)] = [
    ("announcements", ["name": .null], "name"), ("announcements", ["type": .null], "type"),
    ("announcements", ["type": "text"], "type"), ("announcements", ["titel": "x"], "titel"),
    ("announcements", ["questions": []], "questions"), ("announcements", ["payload": [:]], "payload"),
    ("announcements", ["title": .string(String(repeating: "x", count: 129))], "title"),
    ("announcements", ["title": 7], "title"),
    ("announcements", ["notificationIcon": "yes"], "notificationIcon"),
    ("announcements", ["notificationSound": true], "notificationSound"),
    ("announcements", ["notificationBadge": true], "notificationBadge"),
    ("announcements", ["notificationImage": "iVBORw0KGgo="], "notificationImage"),
    ("announcements", ["notificationOptions": ["vibration": 1]], "notificationOptions.vibration"),
    ("announcements", ["title": "Hello ${id}"], "title"),
    ("announcements", ["actionUrl": "shop://${id}"], "actionUrl"),
    ("announcements", ["startTime": "tomorrow"], "startTime"),
    ("announcements", ["startTime": "2026-12-24T18:00:00"], "startTime"),
    ("announcements", ["timezone": "Europe/Atlantis"], "timezone"),
    ("announcements", ["deliveryTime": "background", "deliveryActivities": ["Home"]], "deliveryActivities"),
    ("announcements", ["pushMode": "one-shot", "startTime": "2099-01-01T00:00:00Z"], "timezone"),
    ("announcements", ["localization": ["french": [:]]], "localization.french"),
    ("announcements", ["localization": ["fr": ["name": "x"]]], "localization.fr.name"),
    (
      "announcements", ["audience": ["filters": [["type": "engage-subset", "max": 7]]]],
      "audience.filters[0].type"
    ),
    (
      "announcements",
      [
        "audience": [
          "criteria": ["Vip": ["type": "date-tag", "name": "n", "value": 1, "op": "GT"]], "expression": "Vip",
        ]
      ],
      "audience.criteria.Vip.type"
    ),
    ("announcements", ["audience": ["expression": "Vip"]], "audience.expression"),
    ("announcements", ["audience": ["expression": "not"]], "audience.expression"),
    ("announcements", ["audience": "everybody"], "audience"),
    ("polls", ["type": .null, "questions": [["title": 1]]], "questions[0].title"),
    (
      "polls",
      [
        "type": .null,
        "questions": [
          [
            "title": "Q",
            "choices": [["title": "A", "isDefault": true], ["title": "B", "isDefault": true]],
          ]
        ],
      ], "questions[0].choices"
    ),
    ("nativePushes", native(["payload": ["badge": "+1"]]), "payload.badge"),
    ("nativePushes", native(["payload": ["aps": ["alert": "x"], "own": 1]]), "payload.own"),
    ("nativePushes", native(["payload": ["alert": "x"], "pushMode": "manual"]), "pushMode"),
  ]

  @Test func `each refusal has the status 400 and names the field`() async throws {
    try await ReachBench.run { bench in
      for (kind, change, field) in Self.documents {
        let document = Self.text.merging(change) { $1 }
        let answer = try await bench.ask("POST", "/campaigns/\(kind)", .object(document))
        #expect(answer.status == 400 && answer.json["field"] == .string(field), "\(field): \(answer.text)")
        #expect(answer.header("Content-Type") == "application/problem+json")
      }
      #expect(try await bench.ask("GET", "/campaigns/announcements").json["value"]?.count == 0)
      #expect(try await bench.ask("GET", "/campaigns/polls").json == ["value": []])
    }
  }

  @Test func `an audience that cannot be evaluated is named, and an empty one is everybody`() async throws {
    try await ReachBench.run { bench in
      let criteria: Wire.JSONValue = ["Vip": ["type": "date-tag", "name": "orders", "value": 3, "op": "GE"]]
      let audience: Wire.JSONValue = ["expression": "Vip", "criteria": criteria]
      let refused = try await bench.ask(
        "POST", "/campaigns/announcements", .object(Self.text.merging(["audience": audience]) { $1 }))
      let error = refused.json["errors"]?[0]
      #expect(
        refused.status == 400 && error?["field"] == "audience.criteria.Vip.type"
          && error?["code"] == "audience_not_supported")
      #expect(error?["message"]?.string?.contains("\"date-tag\"") == true)
      for (index, audience)
        in ([.null, [:], ["criteria": [:], "expression": "", "filters": []]] as [Wire.JSONValue]).enumerated()
      {
        let document = Self.text.merging(["name": .string("Open \(index)"), "audience": audience]) { $1 }
        #expect(try await bench.ask("POST", "/campaigns/announcements", .object(document)).status == 201)
      }
      let reachable: Wire.JSONValue = ["filters": [["type": "native-push-enabled"]]]
      let id = try await bench.create(
        "announcements",
        [
          "name": "P", "type": "only_notif", "deliveryTime": "background", "notificationTitle": "T",
          "audience": reachable,
        ])
      #expect(try await bench.ask("GET", "/campaigns/announcements/\(id)").json["audience"] == reachable)
    }
  }

  @Test func `old statuses: keys, names, states, methods and sizes`() async throws {
    try await ReachBench.run(key: false) { bench in
      let path = ReachBench.base + "/campaigns/announcements"
      #expect(try await bench.server.send("GET", path).status == 401)
      #expect(
        try await bench.server.send("GET", path, headers: ["Authorization": "Bearer nonsense"]).status == 401)
      #expect(
        try await bench.server.send(
          "GET", path, headers: ["Authorization": "Bearer " + bench.server.deviceKey]
        ).status == 401)
      let id = try await bench.create("announcements", .object(Self.text))
      let again = try await bench.ask("POST", "/campaigns/announcements", .object(Self.text))
      #expect(again.status == 409 && again.json["code"] == "name_taken")
      // Another kind has names of its own.
      let poll = Self.text.filter { $0.key != "type" }
      #expect(try await bench.ask("POST", "/campaigns/polls", .object(poll)).status == 201)
      for missing in [
        "/campaigns/announcements/999", "/campaigns/announcements/x", "/campaigns/polls/\(id)",
        "/campaigns/emails",
        "/campaignsByName/polls/B",
      ] {
        #expect(try await bench.ask("GET", missing).status == 404, "\(missing)")
      }
      #expect(try await bench.ask("PATCH", "/campaigns/announcements/\(id)").status == 405)
      #expect(try await bench.ask("POST", "/campaigns/announcements", [1]).status == 400)
      #expect(try await bench.ask("POST", "/campaigns/announcements/\(id)/finish").status == 403)
      #expect(try await bench.ask("POST", "/campaigns/announcements/\(id)/suspend").status == 403)
      #expect(
        try await bench.ask("POST", "/campaigns/announcements/\(id)/push", ["deviceIds": ["d"]]).status == 403
      )
      let ids = Wire.JSONValue.array((0...1_000).map { .string("d\($0)") })
      #expect(
        try await bench.ask("POST", "/campaigns/announcements/\(id)/push", ["deviceIds": ids]).status == 413)
      for body in [["deviceIds": "d"], ["deviceIds": [1]], [:], ["deviceIds": [], "devices": []]]
        as [Wire.JSONValue]
      {
        #expect(
          try await bench.ask("POST", "/campaigns/announcements/\(id)/push", body).status == 400,
          "\(body.text)")
      }
      // A draft can be deleted, and its id is not used again.
      #expect(try await bench.ask("DELETE", "/campaigns/announcements/\(id)").status == 204)
      #expect(try await bench.ask("GET", "/campaigns/announcements/\(id)").status == 404)
      #expect(try await bench.create("announcements", .object(Self.text)) > id)
    }
  }

  @Test func `what is missing for a launch is named by its old name, and nothing is launched`() async throws {
    try await ReachBench.run(key: false) { bench in
      let empty = try await bench.create(
        "announcements", ["name": "Empty", "type": "text/plain", "deliveryTime": "session"])
      let answer = try await bench.ask("POST", "/campaigns/announcements/\(empty)/activate")
      #expect(
        answer.status == 400 && answer.json["errors"]?[0]?["field"] == "notificationTitle", "\(answer.text)")
      let keyless = try await bench.create(
        "announcements",
        [
          "name": "Any", "type": "text/plain", "notificationTitle": "T", "title": "T", "body": "B",
          "exitButtonText": "OK",
        ])
      let refused = try await bench.ask("POST", "/campaigns/announcements/\(keyless)/activate")
      #expect(refused.status == 409 && refused.json["code"] == "push_key_missing", "\(refused.text)")
      for id in [empty, keyless] {
        #expect(try await bench.ask("GET", "/campaigns/announcements/\(id)").json["state"] == "draft")
      }
    }
  }

  @Test func `a call changes nothing but the notification`() async throws {
    try await ReachBench.run { bench in
      try await bench.sync(1)
      let id = try await bench.create(
        "announcements",
        [
          "name": "M", "type": "text/plain", "pushMode": "manual", "notificationTitle": "T", "title": "T",
          "body": "B",
          "exitButtonText": "OK",
        ])
      try await bench.activate("announcements", id)
      for (data, field) in [
        (["body": "Other"], "data.body"), (["type": "only_notif"], "data.type"),
        (["deliveryTime": "session"], "data.deliveryTime"),
        (["category": "c"], "data.category"), (["nonsense": 1], "data.nonsense"),
        (["notificationTitle": 1], "data.notificationTitle"),
        (["endTime": "2099-01-01T00:00:00Z"], "data.endTime"),
      ] as [(Wire.JSONValue, String)] {
        let answer = try await bench.ask(
          "POST", "/campaigns/announcements/\(id)/push", ["deviceIds": ["d1"], "data": data])
        #expect(answer.status == 400 && answer.json["field"] == .string(field), "\(answer.text)")
      }
      // A whole document is fine, as long as the rest of it is what the campaign says.
      guard case .object(var whole) = try await bench.ask("GET", "/campaigns/announcements/\(id)").json else {
        return
      }
      whole["notificationMessage"] = "New"
      let answer = try await bench.ask(
        "POST", "/campaigns/announcements/\(id)/push", ["deviceIds": ["d1"], "data": .object(whole)])
      #expect(answer.status == 200, "\(answer.text)")
    }
  }

  @Test func `lists are filtered, searched, ordered and paged`() async throws {
    try await ReachBench.run(key: false) { bench in
      var ids: [Int] = []
      for name in ["Beta", "alpha", "Gamma"] {
        ids.append(
          try await bench.create("announcements", .object(Self.text.merging(["name": .string(name)]) { $1 })))
      }
      try await bench.activate("announcements", ids[1])
      func names(_ query: String) async throws -> [String] {
        let answer = try await bench.ask("GET", "/campaigns/announcements", query: query)
        return answer.json["value"]?.elements.compactMap { $0["name"]?.string } ?? ["\(answer.status)"]
      }
      #expect(try await names("") == ["Beta", "alpha", "Gamma"])
      #expect(try await names("&$orderby=name%20asc") == ["alpha", "Beta", "Gamma"])
      #expect(try await names("&%24orderby=id%20desc") == ["Gamma", "alpha", "Beta"])
      #expect(try await names("&$orderby=activatedDate%20desc&$top=1") == ["alpha"])
      #expect(try await names("&$filter=state%20eq%20'draft'") == ["Beta", "Gamma"])
      #expect(try await names("&$filter=state%20eq%20'in-progress'") == ["alpha"])
      #expect(try await names("&$search=MM") == ["Gamma"])
      #expect(try await names("&$skip=1&$top=1") == ["alpha"])
      let first = try await bench.ask("GET", "/campaigns/announcements", query: "&$top=2")
      let next = try #require(first.json["nextLink"]?.string)
      let rest = try await bench.server.send(
        "GET", next, headers: ["Authorization": "Bearer " + bench.server.managementKey])
      #expect(
        rest.json["value"]?[0]?["name"] == "Gamma" && rest.json["nextLink"] == nil, "\(next) \(rest.text)")
      for query in [
        "$filter=name%20eq%20'a'", "$filter=state%20ne%20'draft'", "$orderby=size", "$skip=-1", "$top=0",
        "$top=x",
      ] {
        let answer = try await bench.ask("GET", "/campaigns/announcements", query: "&" + query)
        #expect(
          answer.status == 400 && answer.json["field"]?.string.map { query.hasPrefix($0) } == true, "\(query)"
        )
      }
    }
  }
}
