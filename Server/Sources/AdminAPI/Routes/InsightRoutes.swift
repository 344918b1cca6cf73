// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
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
  /// The most hours in one report: 92 days, so that a quarter always fits.
  static let hourLimit = 2_208

  /// The number of names in one answer: enough for all counted names, and for many more that
  /// campaigns wait for.
  static let nameLimit = 1...5_000

  let store: any Store
  let authoring: CampaignAuthoring

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id/report", use: report)
    group.get("campaigns/:id/breakdown", use: breakdown)
    group.get("campaigns/:id/explain", use: explain)
    group.get("events/counts", use: eventCounts)
    group.get("events/names", use: eventNames)
    group.delete("events/names", use: forgetUnusedNames)
    group.delete("events/names/:name", use: forgetName)
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
    let doubts = whole.doubts(about: campaign, at: context.receivedAt).map { doubt -> Wire.JSONValue in
      [
        "code": .string(doubt.code.rawValue), "message": .string(doubt.message),
        "cause": .string(doubt.cause),
      ]
    }
    let conversions = try await store.conversions(
      of: campaign, from: from, to: to, isAsked: try request.flag("count_conversions"))
    let omitted = report.hours.count - Self.hourLimit
    return Response(fields: [
      "campaign_id": .string(campaign.id.rawValue), "totals": report.totals.json,
      "buttons": campaign.content.message.map { message in
        .array(report.totals.rates(of: message).map { $0.json(primary: message.leadingElements.first) })
      },
      "hours": .array(report.hours.suffix(Self.hourLimit).map(\.json)),
      "hours_omitted": omitted > 0 ? .int(Int64(omitted)) : nil,
      "includes_test_devices": .bool(countsTests), "test_device_totals": report.testTotals.json,
      "doubts": .array(doubts),
      "conversions": conversions.map { .array($0.map(\.json)) },
      "from": from.map { .int($0.milliseconds) }, "to": to.map { .int($0.milliseconds) },
    ])
  }

  @Sendable
  private func breakdown(_ request: Request, context: ServerRequestContext) async throws -> Response {
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
    return Response(fields: [
      "campaign_id": .string(campaign.id.rawValue), "by": .string(fact.rawValue),
      "groups": .array(breakdown.groups.map(\.json)),
      "conversion": campaign.content.conversionRules.first.map { .string($0.name) },
      "from": from.map { .int($0.milliseconds) }, "to": to.map { .int($0.milliseconds) },
    ])
  }

  @Sendable
  private func explain(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let campaign = try await authoring.campaign(context)
    let limit = try request.limit(in: Self.decisionLimit)
    let person = request.queryValue("person_id")
    let decisions = try await store.decisions(
      campaign: campaign.id, personID: person, app: campaign.appID, limit: limit ?? 50)
    let names = try await store.campaigns(app: campaign.appID).reduce(into: [String: String]()) {
      $0[$1.id.rawValue] = $1.name
    }
    let explanations = decisions.map { $0.json(for: campaign.id, name: { names[$0] ?? $0 }) }
    return Response(fields: ["campaign_id": .string(campaign.id.rawValue), "decisions": .array(explanations)])
  }

  @Sendable
  private func eventCounts(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let counts = try await store.eventCounts(app: try context.appID)
    let total = Int64(counts.values.reduce(0, +))
    return Response(fields: ["total": .int(total), "by_kind": .object(counts.mapValues { .int(Int64($0)) })])
  }

  // MARK: - Names of events

  @Sendable
  private func eventNames(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let limit = try request.limit(in: Self.nameLimit)
    let names = try await store.customEventNames(app: app, limit: limit ?? 500)
    let others = Int64(try await store.otherEvents(app: app).count)
    return Response(fields: ["names": .array(names.map { .string($0) }), "other_events": .int(others)])
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
  private func forgetUnusedNames(_ request: Request, context: ServerRequestContext) async throws -> Response {
    guard try request.flag("unused") else {
      throw AdminAnswers.queryInvalid(
        "unused", expected: "true to remove all names that no campaign uses, or add a name to the path")
    }
    let count = try await store.forgetEventNames(nil, app: try context.appID)
    return Response(fields: ["forgotten": .int(Int64(count))])
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

extension CampaignReport.Totals {
  var json: Wire.JSONValue {
    [
      "eligible": .int(Int64(eligible)),
      "delivered": .int(Int64(delivered)),
      "impressions": .int(Int64(impressions)),
      "unique_impressions": .int(Int64(uniqueImpressions)),
      "clicks": .int(Int64(clicks)),
      "unique_clicks": .int(Int64(uniqueClicks)),
      "clicks_by_button": counts(clicksByButton),
      "dismissals": counts(dismissals),
      "outcomes": counts(outcomes),
      "impressions_by_surface": counts(impressionsBySurface),
      "steps": counts(steps),
      "by_version": .object(byVersion.mapValues(counts)),
      "answers": .object(answers.mapValues(counts)),
    ]
  }

  private func counts(_ values: [String: Int]) -> Wire.JSONValue {
    .object(values.mapValues { .int(Int64($0)) })
  }
}

extension CampaignReport.ButtonRate {
  func json(primary: String?) -> Wire.JSONValue {
    [
      "id": .string(element), "clicks": .int(Int64(clicks)), "is_primary": .bool(element == primary),
      "rate": impressions > 0 ? .double(Double(clicks) / Double(impressions)) : .null,
    ]
  }
}

extension CampaignReport.Hour {
  var json: Wire.JSONValue {
    [
      "start": .int(start.milliseconds),
      "impressions": .int(Int64(impressions)),
      "clicks": .int(Int64(clicks)),
      "dismissals": .int(Int64(dismissals)),
      "not_shown": .int(Int64(notShown)),
    ]
  }
}
