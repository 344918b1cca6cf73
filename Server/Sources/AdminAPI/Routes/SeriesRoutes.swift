// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Store

/// `/api/v1/series`: one figure over time.
struct SeriesRoutes: Sendable {
  let store: any Store

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("series", use: series)
  }

  @Sendable
  private func series(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let metric: SeriesMetric = try request.choice("metric", default: nil)
    let traits = metric.traits
    let step: SeriesStep = try request.choice("step", default: .day)
    guard traits.steps.contains(step) else {
      throw AdminAnswers.queryInvalid(
        "step", expected: "day, because \(metric.rawValue) counts people by day")
    }
    if let zone = request.queryValue("zone"), zone != "UTC" {
      throw AdminAnswers.queryInvalid("zone", expected: "UTC, or leave it out: days and hours are in UTC")
    }
    let to = try request.instant("to") ?? context.receivedAt
    let from = try request.instant("from") ?? to - .milliseconds(step.length * (step == .day ? 30 : 24))
    guard from < to else { throw AdminAnswers.queryInvalid("to", expected: "a time after from") }
    var query = SeriesQuery(metric, step: step, from: from, to: to)
    guard query.count <= SeriesQuery.limit else {
      throw AdminAnswers.queryInvalid(
        "from",
        expected: "a time at most \(SeriesQuery.limit) \(step.rawValue)s before to, or choose a longer step")
    }
    if let campaign = request.queryValue("campaign").map({ CampaignID(String($0)) }) {
      guard traits.campaignMetric != nil else {
        let others = SeriesMetric.allCases.filter { $0.traits.campaignMetric != nil }.map(\.rawValue).joined(
          separator: ", ")
        throw AdminAnswers.queryInvalid("campaign", expected: "it only with \(others)")
      }
      guard try await store.campaign(campaign, app: app) != nil else {
        throw AdminAnswers.answer(to: .notFound, isPrecondition: false)
      }
      query.campaign = campaign
    }
    return Response(json: try await store.series(query, app: app).json)
  }
}

extension Series {
  /// As the API returns it.
  fileprivate var json: Wire.JSONValue {
    let traits = query.metric.traits
    let fields: [String: Wire.JSONValue?] = [
      "metric": .string(query.metric.rawValue), "title": .string(traits.title), "unit": .string(traits.unit),
      "meaning": .string(traits.meaning), "step": .string(query.step.rawValue), "zone": "UTC",
      "campaign_id": query.campaign.map { .string($0.rawValue) }, "from": .int(query.bounds.lowerBound),
      "to": .int(query.bounds.upperBound),
      "total": total.map { .int(Int64($0)) },
      "points": .array(
        counts.indices.map { ["start": .int(start(of: $0).milliseconds), "count": .int(Int64(counts[$0]))] }),
    ]
    return .object(fields.compactMapValues(\.self))
  }
}

extension Request {
  /// One of a few words. Throws 400 for another, and without the parameter if there is no default.
  fileprivate func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, default standard: Choice?
  ) throws -> Choice {
    let text = queryValue(name)
    if text == nil, let standard { return standard }
    guard let choice = text.flatMap(Choice.init) else {
      throw AdminAnswers.queryInvalid(
        name, expected: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }
}
