// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
public import Documents
public import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Store

/// `/api/v1/series`: one figure over time.
struct SeriesRoutes: Sendable {
  let store: any Store

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "series", id: "getSeries", tag: .insight,
        "Get one figure over time.",
        details: """
          Test devices and the Device Lab are left out. Each event counts once, at the time it \
          happened, also when it arrives later. Days and hours are in UTC. There is one point \
          for each step, also where the count is 0.
          """,
        parameters: [
          .query("metric", .named("SeriesMetric"), isRequired: true),
          .query(
            "step", .words(of: SeriesStep.self).with(.default("day")),
            "Active people are only counted by day."),
          .query("from", .integer, "Lies in the first step. Without it, 30 days or 24 hours before `to`."),
          .query(
            "to", .integer,
            """
            Lies in the last step, or at its end. Without it, now. At most 800 steps after \
            `from`.
            """), .query("zone", .words(["UTC"]).with(.default("UTC"))),
          .query(
            "campaign", .text,
            """
            One campaign, for the figures shown, clicked, dismissed and not_shown. Without it, \
            all together.
            """),
        ],
        answer: "The figure.",
        use: series)
    ]
  }

  @Sendable
  private func series(_ request: Request, context: ServerRequestContext) async throws -> Series {
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
        throw Rejection.notFound(.campaign)
      }
      query.campaign = campaign
    }
    return try await store.series(query, app: app)
  }
}

/// As the API returns it.
extension Series: Shaped {
  public static let shape = Shape<Self>(
    "Series", "", .field("metric", \.query.metric.rawValue, "", .named("SeriesMetric")),
    .field("title", \.query.metric.traits.title),
    .field("unit", \.query.metric.traits.unit, "", .words(["people", "times"])),
    .field("meaning", \.query.metric.traits.meaning, "What is counted, in one sentence."),
    .field("step", \.query.step), .field("zone", { _ in "UTC" }, "", .words(["UTC"])),
    .optional("campaign_id", \.query.campaign?.rawValue),
    .field("from", \.query.bounds.lowerBound, "When the first step begins."),
    .field("to", \.query.bounds.upperBound, "When the last step ends."),
    .optional(
      "total", \.total,
      """
      The sum over the period. Absent for active people, because the same people are active on several days.
      """), .field("points", \.points))

  private var points: [Point] {
    counts.indices.map { Point(start: start(of: $0), count: counts[$0]) }
  }

  private struct Point: Shaped {
    var start: Instant
    var count: Int

    static let shape = Shape<Self>(
      "SeriesPoint", "", .field("start", \.start.milliseconds, "When the step begins."),
      .field("count", \.count))
  }
}

extension SeriesStep: DocumentValue {}

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
