// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Documents
import Domain
import Foundation
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import PeopleFiles
import Store

/// What campaigns did and why: reports, decisions, event counts and the names of counted events.
struct InsightRoutes: Sendable {
  static let decisionLimit = 1...500

  /// The number of names in one answer: enough for all counted names, and for many more that
  /// campaigns wait for.
  static let nameLimit = 1...5_000

  let store: any Store
  let authoring: CampaignAuthoring

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "campaigns/{id}/report", id: "getReport", tag: .insight,
        "Get the report of a campaign. Each event counts once.",
        parameters: [
          .query("from", .time), .query("to", .time), .named("AnalyticsFormat"),
          .query(
            "of", .words(of: CampaignReportFile.Part.self).with(.default("hours")),
            """
            What the file of `format=csv` has: `hours`, or the `conversions`, with a line for \
            each currency of their revenue.
            """),
          .query(
            "count_conversions", .flag.with(.default(false)), "Counts `conversions` however long it takes."),
          .query(
            "include_test_devices", .flag.with(.default(false)),
            "Whether `totals` and `hours` include test devices and devices of the Device Lab."),
        ],
        answers: [
          .ok(
            "The report; with `format=csv` a line for each hour in which something happened, oldest first, or for each conversion.",
            .json(ReportDocument.self), .csv)
        ],
        use: report),
      Endpoint(
        .get, "campaigns/{id}/breakdown", id: "getBreakdown", tag: .insight,
        "Count the people who saw a campaign, by what their devices say.",
        details: """
          Each person counts once, by what their most recently used device last reported. The \
          20 most frequent values come first, then all others together, then people whose \
          device did not say. Test devices do not count.
          """,
        parameters: [
          .query("by", .words(CampaignBreakdown.facts.map(\.rawValue)), isRequired: true),
          .query("from", .time), .query("to", .time),
          .query(
            "count_all", .flag.with(.default(false)),
            """
            Counts however long it takes. Without it, 100,000 people and events or more are \
            refused with 422.
            """),
        ],
        answer: "The groups.",
        use: breakdown),
      Endpoint(
        .get, "campaigns/{id}/explain", id: "explainCampaign", tag: .insight,
        """
        List the latest decisions with the campaign as a candidate, each with the gate that \
        stopped it, the values compared, and a sentence.
        """,
        parameters: [
          .limit(Self.decisionLimit, default: 50),
          .query("person_id", .text, "`u:` and the user id, or `d:` and the device id."),
        ],
        answer: "The decisions.",
        use: explain),
      Endpoint(
        .get, "events/counts", id: "countEvents", tag: .insight,
        "Count the stored events of the app.",
        answer: "The counts.",
        use: eventCounts),
      Endpoint(
        .get, "events/names", id: "listEventNames", tag: .insight,
        "List the counted names of custom events, the most widely used first.",
        parameters: [.limit(Self.nameLimit, default: 500)],
        answer: "The names.",
        use: eventNames),
      Endpoint(
        .delete, "events/names", id: "forgetUnusedEventNames", tag: .insight,
        "Remove all names that no campaign uses, to make room for new ones.",
        details: """
          Events are kept. The counts move to “other”. If devices send a name again, its count \
          starts from zero.
          """,
        parameters: [
          .query("unused", ["type": "boolean", "enum": [true]], "Confirms the removal.", isRequired: true)
        ],
        answer: "The names are removed.",
        use: forgetUnusedNames),
      Endpoint(
        .delete, "events/names/{name}", id: "forgetEventName", tag: .insight,
        "Remove one name, even one that a campaign uses, to make room for another.",
        details: """
          Events are kept. The count moves to “other”. If devices send the name again, its \
          count starts from zero.
          """,
        answers: [.empty("The name is removed.")],
        use: forgetName),
    ]
  }

  @Sendable
  private func report(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let campaign = try await authoring.campaign(context)
    let from = try request.instant("from")
    let to = try request.instant("to")
    if let from, let to, to <= from { throw AdminAnswers.queryInvalid("to", expected: "a time after from") }
    let countsTests = try request.flag("include_test_devices")
    let isFile = try request.isFile
    let words = CampaignReportFile.Part.allCases.map(\.rawValue)
    guard let part = CampaignReportFile.Part(rawValue: request.queryValue("of") ?? words[0]) else {
      throw AdminAnswers.queryInvalid("of", expected: words.joined(separator: " or "))
    }
    if isFile {
      let bytes = try await part.file(of: campaign, from: from, to: to, countsTests: countsTests, in: store)
      return Response(file: part.fileName, contentType: CampaignReportFile.contentType) { put in
        try await put(bytes)
      }
    }
    let report = try await store.report(
      campaign: campaign.id, app: campaign.appID, from: from, to: to, countsTests: countsTests)
    // Only the report of the whole time shows impossible figures.
    let isWhole = from == nil && to == nil && !countsTests
    let whole =
      isWhole
      ? report : try await store.report(campaign: campaign.id, app: campaign.appID, from: nil, to: nil)
    let document = ReportDocument(
      campaign: campaign, report: report, period: (from, to), countsTests: countsTests,
      doubts: whole.doubts(about: campaign, at: context.receivedAt),
      conversions: try await store.conversions(
        of: campaign, from: from, to: to, isAsked: try request.flag("count_conversions")))
    return Response(json: document.json)
  }

  @Sendable
  private func breakdown(_ request: Request, context: ServerRequestContext) async throws -> BreakdownDocument
  {
    let campaign = try await authoring.campaign(context)
    let (from, to) = (try request.instant("from"), try request.instant("to"))
    if let from, let to, to <= from { throw AdminAnswers.queryInvalid("to", expected: "a time after from") }
    guard let fact = request.queryValue("by").flatMap({ AudienceFact(rawValue: String($0)) }),
      CampaignBreakdown.facts.contains(fact)
    else {
      throw AdminAnswers.queryInvalid(
        "by", expected: "one of " + CampaignBreakdown.facts.map(\.rawValue).joined(separator: ", "))
    }
    guard
      let breakdown = try await store.breakdown(
        of: campaign, by: fact, from: from, to: to, isAsked: try request.flag("count_all"))
    else {
      throw Wire.Problem(
        status: 422, code: "too_much_to_count",
        title: "Many people saw this campaign, so counting may take a minute.",
        remedy: "Send count_all=true, or a shorter period.")
    }
    return BreakdownDocument(campaign: campaign, breakdown: breakdown, from: from, to: to)
  }

  @Sendable
  private func explain(_ request: Request, context: ServerRequestContext) async throws -> Explanation {
    let campaign = try await authoring.campaign(context)
    let limit = try request.limit(in: Self.decisionLimit)
    let person = request.queryValue("person_id")
    let decisions = try await store.decisions(
      campaign: campaign.id, personID: person, app: campaign.appID, limit: limit ?? 50)
    let names = try await store.campaigns(app: campaign.appID).reduce(into: [String: String]()) {
      $0[$1.id.rawValue] = $1.name
    }
    return Explanation(
      campaign: campaign.id,
      decisions: decisions.map { ExplainedDecision(decision: $0, campaign: campaign.id, names: names) })
  }

  @Sendable
  private func eventCounts(_ request: Request, context: ServerRequestContext) async throws -> EventCounts {
    EventCounts(byKind: try await store.eventCounts(app: try context.appID))
  }

  // MARK: - Names of events

  @Sendable
  private func eventNames(_ request: Request, context: ServerRequestContext) async throws -> EventNames {
    let app = try context.appID
    let limit = try request.limit(in: Self.nameLimit)
    let names = try await store.customEventNames(app: app, limit: limit ?? 500)
    return EventNames(names: names, others: try await store.otherEvents(app: app).count)
  }

  @Sendable
  private func forgetName(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let name = try context.parameters.require("name").removingPercentEncoding ?? ""
    guard try await store.forgetEventNames([name], app: try context.appID) > 0 else {
      throw Wire.Problem(
        status: 404, code: "event_name_not_found", title: "No event is counted under this name.",
        remedy: "Check upper and lower case, and spaces. List all names with GET /api/v1/events/names.")
    }
    return Response(status: .noContent)
  }

  /// Requires the parameter `unused`: a request that lacks the name in its path must not remove all
  /// names.
  @Sendable
  private func forgetUnusedNames(_ request: Request, context: ServerRequestContext) async throws
    -> ForgottenNames
  {
    guard try request.flag("unused") else {
      throw AdminAnswers.queryInvalid(
        "unused", expected: "true to remove all names that no campaign uses, or add a name to the path")
    }
    return ForgottenNames(count: try await store.forgetEventNames(nil, app: try context.appID))
  }
}

/// Parameters of the address. Invalid values are answered with 400.
extension Request {
  /// The number of elements asked for; nil for the default.
  func limit(in range: ClosedRange<Int>) throws -> Int? {
    try number("limit", in: range, expected: "a number from 1 to \(range.upperBound)")
  }

  /// A whole number in the range; nil without it.
  func number(_ name: String, in range: ClosedRange<Int>, expected: String? = nil) throws -> Int? {
    guard let text = queryValue(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw AdminAnswers.queryInvalid(
        name, expected: expected ?? "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  fileprivate func flag(_ name: String) throws -> Bool {
    switch queryValue(name) {
    case nil, "false": false
    case "true": true
    default: throw AdminAnswers.queryInvalid(name, expected: "true or false")
    }
  }

  func instant(_ name: String) throws -> Instant? {
    guard let text = queryValue(name) else { return nil }
    guard let milliseconds = Int64(text), Wire.Limits.instants.contains(milliseconds) else {
      throw AdminAnswers.queryInvalid(name, expected: "milliseconds since 1970-01-01T00:00:00Z")
    }
    return Instant(milliseconds: milliseconds)
  }
}

// MARK: - Documents

private struct EventCounts: Shaped {
  var byKind: [String: Int]

  static let shape = Shape<Self>(
    "EventCounts", "", .field("total", { $0.byKind.values.reduce(0, +) }), .field("by_kind", \.byKind))
}

private struct EventNames: Shaped {
  var names: [String]
  var others: Int

  static let shape = Shape<Self>(
    "EventNames", "", .field("names", \.names),
    .field(
      "other_events", \.others,
      "The number of custom events that are stored but not counted by name, because there are too many names."
    ))
}

private struct ForgottenNames: Shaped {
  var count: Int

  static let shape = Shape<Self>(
    "ForgottenNames", "", .field("forgotten", \.count, "The number of removed names."))
}
