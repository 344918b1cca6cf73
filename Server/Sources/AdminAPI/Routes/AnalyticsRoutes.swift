// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import PeopleFiles

/// `/api/v1/funnel` and `/api/v1/retention`: figures that are counted from the stored events.
struct AnalyticsRoutes: Sendable {
  let analytics: EventAnalytics

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("funnel", use: funnel)
    group.get("retention", use: retention)
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
    let funnel = try await Self.answering { () throws(EventAnalytics.Problem) in
      try await analytics.funnel(query, audience: request.audience, app: app, at: context.receivedAt)
    }
    if isFile { return Self.file("funnel.csv", AnalyticsFile.csv(funnel)) }
    return Response(fields: [
      "hours": .int(Int64(query.hours)), "from": .int(query.period.lowerBound.milliseconds),
      "to": .int(query.period.upperBound.milliseconds),
      "audience_id": request.audience.map { .string($0.rawValue) },
      "steps": .array(
        zip(query.steps, funnel.reached).map { Self.json($0, people: $1) }),
    ])
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
    let curve = try await Self.answering { () throws(EventAnalytics.Problem) in
      try await analytics.retention(query, audience: request.audience, app: app)
    }
    if isFile {
      return Self.file(
        "retention.csv", span == nil ? AnalyticsFile.csv(curve) : AnalyticsFile.csv(cohortsOf: curve))
    }
    return Response(fields: [
      "first": .string(first.text), "active": .array(active.map { .string($0.text) }),
      "from": .int(period.lowerBound.milliseconds), "to": .int(period.upperBound.milliseconds),
      "at": .int(query.now.milliseconds),
      "audience_id": request.audience.map { .string($0.rawValue) }, "people": .int(Int64(curve.people)),
      "days": Self.json(curve.days),
      "cohorts": span.map { _ in
        .array(
          curve.cohorts.map {
            [
              "from": .int($0.first.lowerBound.milliseconds), "to": .int($0.first.upperBound.milliseconds),
              "people": .int(Int64($0.people)), "days": Self.json($0.days),
            ]
          })
      },
    ])
  }

  private static func json(_ step: EventSelector, people: Int) -> Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["event": .string(step.text), "people": .int(Int64(people))]
    fields["where"] = step.filter?.wire.json
    return .object(fields)
  }

  private static func json(_ days: [RetentionCurve.Day]) -> Wire.JSONValue {
    .array(
      days.enumerated().map {
        ["day": .int(Int64($0)), "observed": .int(Int64($1.observed)), "active": .int(Int64($1.active))]
      })
  }

  private static func file(_ name: String, _ bytes: [UInt8]) -> Response {
    Response(file: name, contentType: AnalyticsFile.contentType) { put in try await put(bytes) }
  }

  static func answering<Figure>(_ body: () async throws(EventAnalytics.Problem) -> Figure) async throws
    -> Figure
  {
    do throws(EventAnalytics.Problem) {
      return try await body()
    } catch {
      let words = error.words ?? ("", "")
      switch error {
      case .audienceNotFound:
        throw Wire.Problem(
          status: 404, code: "audience_not_found", title: words.message, remedy: words.remedy,
          field: "audience")
      case .tooManyEvents:
        throw Wire.Problem(
          status: 422, code: "too_many_events", title: words.message, remedy: words.remedy, field: "from")
      case .store(let error): throw error
      }
    }
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
