// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletServer
import MartletWire
import Testing

/// The whole way of an experiment of surveys: each person is asked the questions of one arm, and
/// the report counts who answered.
@Suite("Experiments of surveys, over HTTP", .timeLimit(.minutes(5)))
struct SurveyExperimentHTTPTests {
  private typealias Device = LoopDevice

  private static let how: Wire.JSONValue = [
    "id": "how", "kind": "rating", "title": "How was it?", "scale": "stars",
  ]

  private static let campaign: Wire.JSONValue = [
    "name": "Opinion", "triggers": [["kind": "custom_event", "name": "cart_viewed"]],
    "banner": ["title": "Two minutes?"], "content": ["kind": "survey", "questions": [how]],
    "experiment": [
      "control": 3000,
      "variants": [
        ["id": "a", "share": 3500],
        [
          "id": "b", "name": "Longer", "share": 3500,
          "content": [
            "kind": "survey", "questions": [how, ["id": "else", "kind": "text", "title": "Anything else?"]],
          ],
        ],
      ],
    ],
    "conversions": [["name": "Order", "event": ["kind": "custom", "name": "order_placed"]]],
  ]

  private static func sent(_ id: String, in answer: TestServer.Answer) -> Wire.JSONValue? {
    guard case .array(let campaigns)? = answer.json["definitions"]?["campaigns"] else { return nil }
    return campaigns.first { $0["id"]?.string == id }
  }

  @Test
  func
    `each person gets the questions of one arm, and the report counts who saw the survey and who answered it`()
    async throws
  {
    try await TestServer.run { server in
      let made = try await server.manage("POST", "/campaigns", Self.campaign.text)
      let id = try #require(made.json["id"]?.string, "\(made.text)")
      #expect(try await server.manage("POST", "/campaigns/\(id)/launch").status == 200)
      let experiment = try #require(
        try await server.manage("GET", "/campaigns/\(id)").json["experiment"]?["id"]?.string)
      let phone = try await server.makeDevice("phone")
      var people: [String: [Int]] = [:]
      for number in 0..<600 where number < 30 || people.count < 3 {
        let user = "person-\(number)"
        let answer = try await phone.sync(
          user, [Device.event("s-\(number)", user, ["kind": "session_start"])])
        let campaign = try #require(Self.sent(id, in: answer), "\(answer.text)")
        let arm = try #require(campaign["arm"]?["name"]?.string)
        people[arm, default: []].append(number)
        let isWithheld = arm == "control"
        #expect(campaign["arm"]?["form"]?.string == (isWithheld ? "banner_and_content" : nil))
        let questions: [String?]? =
          if case .array(let asked)? = campaign["content"]?["questions"] {
            asked.map { $0["id"]?.string }
          } else { nil }
        #expect(questions == ["a": ["how"], "b": ["how", "else"]][arm])
        #expect(!answer.text.contains("variants"))
        var events: [Wire.JSONValue] = []
        func report(_ kind: String, _ fields: [String: Wire.JSONValue]) {
          var event = fields
          event["presentation_id"] = .string("p-\(number)")
          (event["campaign_id"], event["campaign_version"], event["kind"]) = (.string(id), 1, .string(kind))
          events.append(Device.event("e-\(events.count)-\(number)", user, event))
        }
        report("exposure", ["surface": "banner", "experiment_id": .string(experiment), "arm": .string(arm)])
        if isWithheld {
          report("outcome", ["outcome": "withheld"])
        } else {
          // Everybody opens it, and every other one answers.
          report("impression", ["surface": "banner"])
          report("click", ["surface": "banner"])
          if number.isMultiple(of: 2) {
            report("survey_answers", ["answers": arm == "a" ? ["how": 5] : ["how": 4, "else": "No."]])
            report("click", ["surface": "content"])
          }
        }
        let sent = try await phone.send(events)
        #expect(Set(sent.results) == ["stored"], "\(sent.text)")
      }
      let report = try await server.manage("GET", "/campaigns/\(id)/experiment").json
      for (place, arm) in ["control", "a", "b"].enumerated() {
        let own = people[arm, default: []]
        let figures = report["arms"]?[place]
        #expect(figures?["name"]?.string == arm && figures?["people"]?.integer == own.count, "\(report)")
        #expect(figures?["shown"]?.integer == (arm == "control" ? 0 : own.count))
        let answering = own.count { $0.isMultiple(of: 2) }
        #expect(figures?["clicked"]?.integer == (arm == "control" ? 0 : answering))
        var counted: [String: Int] = [:]
        if case .array(let answers)? = figures?["answers"] {
          for answer in answers {
            counted["\(answer["question"]?.string ?? "") \(answer["answer"]?.string ?? "-")"] =
              answer["count"]?.integer
          }
        }
        let expected = arm == "a" ? ["how -", "how 5"] : arm == "b" ? ["how -", "how 4", "else -"] : []
        #expect(
          counted
            == (answering == 0 ? [:] : Dictionary(uniqueKeysWithValues: expected.map { ($0, answering) })))
      }
    }
  }
}
