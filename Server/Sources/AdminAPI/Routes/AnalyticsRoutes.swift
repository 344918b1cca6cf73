// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Documents
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import PeopleFiles

/// `/api/v1/funnel` and `/api/v1/retention`: figures that are counted from the stored events.
struct AnalyticsRoutes: Sendable {
  let analytics: EventAnalytics

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "funnel", id: "getFunnel", tag: .insight,
        "Count how many people do one thing, then the next.",
        details: """
          From each first step in the period, the next step is the earliest one that is \
          strictly later, and so on, all less than `hours` after the first step. A person \
          counts once, as far as they got from their best first step. Test devices and the \
          Device Lab are left out. Only stored events count. At most 2,000,000 events are \
          read; if there are more, the response is 422 with the code `too_many_events`.
          """,
        parameters: [
          .repeated(
            "step", .list(of: .named("EventSelector")).with(["minItems": 2, "maxItems": 8]),
            "The events, in order: once for each step.", isRequired: true),
          .repeated(
            "where", .list(of: .text.with(.pattern("^[1-8]:[{]"))).with(["maxItems": 8]),
            """
            The conditions of a step, once for each step that has some: its number from 1, a \
            colon, and a filter as JSON, as triggers have them. For example \
            `2:{"path":["total"],"op":"greater","value":20}`. An event of such a step counts as \
            ten towards the limit. Events whose details retention has removed have no \
            properties, and sessions have no conditions.
            """), .query("hours", .integer.with(.range(FunnelQuery.hours)).with(.default(24))),
          .query("from", .integer, "When the first steps happened. Without it, 30 days before `to`."),
          .query("to", .integer, "The first steps happened before it. Without it, now."),
          .named("AnalyticsAudience"), .named("AnalyticsFormat"),
        ],
        answers: [.ok("The funnel.", .json(FunnelDocument.self), .csv)],
        use: funnel),
      Endpoint(
        .get, "retention", id: "getRetention", tag: .insight,
        "Count how many people are active again, day by day after their first event.",
        details: """
          A person's day k begins k · 24 hours after their first event in the period, and ends \
          before the next one begins. Each day counts the people for whom it is over, and of \
          these those who were active. Test devices and the Device Lab are left out. Only \
          stored events count. At most 2,000,000 events are read; if there are more, the \
          response is 422 with the code `too_many_events`.
          """,
        parameters: [
          .query(
            "first", .named("EventSelector").with(.default("session_start")), "What begins a person's days."),
          .repeated(
            "active", .list(of: .named("EventSelector")).with(["minItems": 1, "maxItems": 8]),
            "What makes people active, any of these. Without it, a session."),
          .query(
            "cohorts", .words(of: CohortSpan.self),
            """
            Also counts the people of each first day or first week. Days and weeks are in UTC, \
            weeks begin on Monday, and the period cuts the first and the last one. At most 100.
            """),
          .query("from", .integer, "When the first events happened. Without it, 30 days before `to`."),
          .query("to", .integer, "The first events happened before it. Without it, now."),
          .named("AnalyticsAudience"), .named("AnalyticsFormat"),
        ],
        answers: [.ok("The curve.", .json(RetentionDocument.self), .csv)],
        use: retention),
    ]
  }

  @Sendable
  private func funnel(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let steps = try request.filtered(try request.selectors("step", FunnelQuery.steps))
    let hours = try request.number("hours", in: FunnelQuery.hours)
    let isFile = try request.isFile
    guard
      let query = FunnelQuery(steps, hours: hours ?? 24, period: try request.period(at: context.receivedAt))
    else {
      throw AdminAnswers.queryInvalid("step", expected: request.expected(FunnelQuery.steps))
    }
    let funnel = try await analytics.funnel(
      query, audience: request.audience, app: app, at: context.receivedAt)
    if isFile { return Self.file("funnel.csv", AnalyticsFile.csv(funnel)) }
    return Response(
      json: FunnelDocument(query: query, funnel: funnel, audience: request.audience).json)
  }

  @Sendable
  private func retention(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let first = try request.selectors("first", 1...1, standard: EventSelector(.sessionStart))[0]
    let active = try request.selectors(
      "active", RetentionQuery.actives, standard: EventSelector(.sessionStart))
    let isFile = try request.isFile
    let period = try request.period(at: context.receivedAt)
    let span = try request.span(of: period)
    guard
      let query = RetentionQuery(
        first: first, active: active, period: period, now: context.receivedAt, by: span)
    else {
      throw AdminAnswers.queryInvalid("active", expected: request.expected(RetentionQuery.actives))
    }
    let curve = try await analytics.retention(query, audience: request.audience, app: app)
    if isFile {
      return Self.file(
        "retention.csv", span == nil ? AnalyticsFile.csv(curve) : AnalyticsFile.csv(cohortsOf: curve))
    }
    return Response(
      json: RetentionDocument(
        query: query, curve: curve, audience: request.audience, hasCohorts: span != nil
      ).json)
  }

  private static func file(_ name: String, _ bytes: [UInt8]) -> Response {
    Response(file: name, contentType: AnalyticsFile.contentType) { put in try await put(bytes) }
  }
}

extension Request {
  /// The days of a period when none is given.
  private static let days = 30

  fileprivate var audience: AudienceID? { queryValue("audience").map { AudienceID(String($0)) } }

  /// Whether the answer is a CSV file.
  var isFile: Bool {
    get throws {
      switch queryValue("format") ?? "json" {
      case "json": return false
      case "csv": return true
      default: throw AdminAnswers.queryInvalid("format", expected: "json or csv")
      }
    }
  }

  fileprivate func period(at now: Instant) throws -> Range<Instant> {
    let to = try instant("to") ?? now
    let from = try instant("from") ?? to - .seconds(Self.days * 86_400)
    guard from < to else { throw AdminAnswers.queryInvalid("to", expected: "a time after from") }
    return from..<to
  }

  /// How people are grouped; nil if they are not.
  fileprivate func span(of period: Range<Instant>) throws -> CohortSpan? {
    guard let text = queryValue("cohorts") else { return nil }
    guard let span = CohortSpan(rawValue: String(text)) else {
      throw AdminAnswers.queryInvalid(
        "cohorts", expected: CohortSpan.allCases.map(\.rawValue).joined(separator: " or "))
    }
    guard span.cohorts(in: period) != nil else {
      throw AdminAnswers.queryInvalid(
        "cohorts",
        expected: "up to \(CohortSpan.mostCohorts) of them in the period: weeks, or a shorter period")
    }
    return span
  }

  /// - Parameter standard: What the parameter means if it is left out.
  func selectors(_ name: String, _ counts: ClosedRange<Int>, standard: EventSelector? = nil) throws
    -> [EventSelector]
  {
    let texts = queryValues(name)
    if texts.isEmpty, let standard { return [standard] }
    let selectors = texts.compactMap { EventSelector($0) }
    guard selectors.count == texts.count, counts.contains(texts.count) else {
      throw AdminAnswers.queryInvalid(name, expected: expected(counts))
    }
    return selectors
  }

  /// The steps with their conditions: each parameter `where` is the number of a step, a colon, and
  /// a filter.
  fileprivate func filtered(_ steps: [EventSelector]) throws -> [EventSelector] {
    var steps = steps
    for text in queryValues("where") {
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, let number = Int(parts[0]), steps.indices.contains(number - 1),
        steps[number - 1].filter == nil,
        let json = try? Wire.decode(Wire.JSONValue.self, from: Array(parts[1].utf8))
      else {
        let example = #"{"path":["total"],"op":"greater","value":20}"#
        throw AdminAnswers.queryInvalid(
          "where", expected: "once for a step: its number, a colon, and a filter such as \(example)")
      }
      guard steps[number - 1].kind != .sessionStart else {
        throw AdminAnswers.queryInvalid(
          "where", expected: "about a step with properties. Step \(number) is a session, which has none")
      }
      do throws(EventFilter.Problem) {
        steps[number - 1].filter = try EventFilter(json: json)
      } catch {
        let place = error.field.isEmpty ? "" : ", at \(error.field)"
        throw AdminAnswers.queryInvalid(
          "where", expected: "a filter. Of step \(number)\(place): \(error.message)")
      }
    }
    return steps
  }

  fileprivate func expected(_ counts: ClosedRange<Int>) -> String {
    let times =
      counts.lowerBound == counts.upperBound
      ? "it once" : "it \(counts.lowerBound) to \(counts.upperBound) times"
    let kinds = AudienceActivity.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    return
      "\(times), each time a kind (\(kinds)), or a kind with a name such as custom:order_placed; sessions have no name"
  }
}

// MARK: - Documents

private struct FunnelDocument: Shaped {
  var query: FunnelQuery
  var funnel: Funnel
  var audience: AudienceID?

  static let shape = Shape<Self>(
    "Funnel", "", .field("hours", \.query.hours), .field("from", \.query.period.lowerBound.milliseconds),
    .field("to", \.query.period.upperBound.milliseconds), .optional("audience_id", \.audience?.rawValue),
    .field(
      "steps",
      { document in
        zip(document.query.steps, document.funnel.reached).map { Step(event: $0, people: $1) }
      }))

  private struct Step: Shaped {
    var event: EventSelector
    var people: Int

    static let shape = Shape<Self>(
      "FunnelStep", "", .field("event", \.event.text, "", .named("EventSelector")),
      .optional("where", { $0.event.filter?.wire.json }, "", .named("Filter")),
      .field("people", \.people, "Who did this step and all before it."))
  }
}

private struct RetentionDocument: Shaped {
  var query: RetentionQuery
  var curve: RetentionCurve
  var audience: AudienceID?
  var hasCohorts: Bool

  static let shape = Shape<Self>(
    "Retention", "", .field("first", \.query.first.text, "", .named("EventSelector")),
    .field("active", { $0.query.active.map(\.text) }, "", .list(of: .named("EventSelector"))),
    .field("from", \.query.period.lowerBound.milliseconds),
    .field("to", \.query.period.upperBound.milliseconds),
    .field("at", \.query.now, "When the curve was counted. Days that were over by then count."),
    .optional("audience_id", \.audience?.rawValue),
    .field("people", \.curve.people, "Who had a first event in the period."),
    .field("days", { Day.all(of: $0.curve.days) }, "From day 0 to day 30."),
    .optional(
      "cohorts", { $0.hasCohorts ? $0.curve.cohorts.map(Cohort.init) : nil },
      "The people by their first event, oldest first. Only with the parameter `cohorts`."))

  private struct Cohort: Shaped {
    var cohort: RetentionCurve.Cohort

    static let shape = Shape<Self>(
      "Cohort", "",
      .field("from", \.cohort.first.lowerBound.milliseconds, "Their first events happened from then on."),
      .field("to", \.cohort.first.upperBound.milliseconds, "Their first events happened before it."),
      .field("people", \.cohort.people), .field("days", { Day.all(of: $0.cohort.days) }))
  }

  private struct Day: Shaped {
    var number: Int
    var day: RetentionCurve.Day

    static func all(of days: [RetentionCurve.Day]) -> [Day] {
      days.enumerated().map { Day(number: $0, day: $1) }
    }

    static let shape = Shape<Self>(
      "RetentionDay", "", .field("day", \.number),
      .field("observed", \.day.observed, "The people for whom this day is over."),
      .field("active", \.day.active, "Of these, who was active on it."))
  }
}
