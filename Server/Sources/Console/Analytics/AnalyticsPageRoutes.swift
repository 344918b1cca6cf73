// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import PeopleFiles
import Store

/// `/events/funnel` and `/events/retention`: figures that are counted when somebody asks for them,
/// while the page waits if there are few events.
struct AnalyticsPageRoutes: Sendable {
  let console: Console

  private var analytics: EventAnalytics { EventAnalytics(store: console.store) }

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("events/funnel", use: funnel)
    group.get("events/funnel.csv", use: funnelFile)
    group.get("events/retention", use: retention)
    group.get("events/retention.csv", use: retentionFile)
    group.get("events/retention-cohorts.csv", use: cohortsFile)
  }

  // MARK: - Funnel

  @Sendable
  private func funnel(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(request, at: context.receivedAt)
    var suggestions = await console.suggestions(app: visit.app.id)
    suggestions.values = await values(form, visit)
    let funnel = try await funnel(&form, suggestions.values, visit)
    let model = FunnelPage(
      form, suggestions, audiences: try await console.audiences(visit), funnel: funnel)
    return page(.funnel, model, form, visit, model.counting)
  }

  @Sendable
  private func funnelFile(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(request, at: context.receivedAt)
    let funnel = try await funnel(&form, await values(form, visit), visit, waits: true)?.figure
    return file(.funnel, funnel.map { AnalyticsFile.csv($0) }, form)
  }

  /// What is known of the properties of the steps that have conditions.
  private func values(_ form: AnalyticsForm, _ visit: Visit) async -> [EventSelector: [String: KnownValues]] {
    let steps = form.form.rows(FunnelPage.list).filter { !$0.rows(StepFilter.list).isEmpty }
    return await console.values(steps.compactMap { EventSelector(step: $0) }, app: visit.app.id)
  }

  /// nil if there is none; then the form may have problems.
  private func funnel(
    _ form: inout AnalyticsForm, _ values: [EventSelector: [String: KnownValues]], _ visit: Visit,
    waits: Bool = false
  ) async throws -> FigureCache.Look<Funnel>? {
    guard let query = FunnelPage.query(&form, values) else { return nil }
    let (analytics, audience, now) = (analytics, form.audience, form.now)
    return try await figure(.funnel, &form, visit, waits: waits) { limit throws(Rejection) in
      try await analytics.funnel(query, audience: audience, app: visit.app.id, at: now, limit: limit)
    }
  }

  // MARK: - Retention

  @Sendable
  private func retention(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(request, at: context.receivedAt)
    let curve = try await curve(&form, visit)
    let model = RetentionPage(
      form, await console.suggestions(app: visit.app.id), audiences: try await console.audiences(visit),
      curve: curve)
    return page(.retention, model, form, visit, model.counting)
  }

  @Sendable
  private func retentionFile(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(request, at: context.receivedAt)
    return file(
      .retention, try await curve(&form, visit, waits: true)?.figure.map { AnalyticsFile.csv($0) }, form)
  }

  @Sendable
  private func cohortsFile(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(request, at: context.receivedAt)
    let bytes = try await curve(&form, visit, waits: true)?.figure.map { AnalyticsFile.csv(cohortsOf: $0) }
    return file(.retention, bytes, form, name: "retention-cohorts.csv")
  }

  private func curve(
    _ form: inout AnalyticsForm, _ visit: Visit, waits: Bool = false
  ) async throws -> FigureCache.Look<RetentionCurve>? {
    guard let query = RetentionPage.query(&form) else { return nil }
    let (analytics, audience) = (analytics, form.audience)
    return try await figure(.retention, &form, visit, waits: waits) { limit throws(Rejection) in
      try await analytics.retention(query, audience: audience, app: visit.app.id, limit: limit)
    }
  }

  // MARK: - Counting

  /// The most people among whom an audience is looked for while a page waits.
  private static let mostPeople = 10_000

  /// A figure; nil if there is none, and then the form says why.
  ///
  /// - Parameters:
  ///   - waits: Whether somebody waits until it is counted, as for a file.
  ///   - count: Reads at most so many events.
  private func figure<Figure: Sendable>(
    _ tab: EventTab, _ form: inout AnalyticsForm, _ visit: Visit, waits: Bool,
    _ count: @escaping @Sendable (_ limit: Int) async throws(Rejection) -> Figure
  ) async throws -> FigureCache.Look<Figure>? {
    let (now, app, hasAudience) = (form.now, visit.app.id, form.audience != nil)
    @Sendable func counted(_ limit: Int) async throws(StoreError) -> Result<Figure, Rejection> {
      do throws(Rejection) {
        return .success(try await count(limit))
      } catch .store(let error) {
        throw error
      } catch {
        return .failure(error)
      }
    }
    // Rules name each other, so a change of any audience can change who is in this one.
    let rules =
      form.audience == nil ? [] : try await console.audiences(visit).map { "\($0.id)@\($0.revision)" }
    let question = ([app.rawValue, form.path(tab.path)] + rules).joined(separator: " ")
    let look = try await console.figure(question, isAsked: !form.isBlank || waits, waits: waits, at: now) {
      isAsked throws(StoreError) in
      if isAsked { return try await counted(EventAnalytics.limit) }
      if hasAudience,
        try await console.store.peopleCount(app: app, limit: Self.mostPeople + 1) > Self.mostPeople
      {
        return nil
      }
      let figure = try await counted(EventAnalytics.unaskedLimit)
      // Too many events to count unasked.
      if case .failure(.impossible(let problem)) = figure, problem != EventAnalytics.audienceNotFound {
        return nil
      }
      return figure
    }
    switch look {
    case nil: form.wait()
    case .counted(.failure(let problem), _, _): try form.add(problem)
    case let look?: return look.compactMap { try? $0.get() }
    }
    return nil
  }

  // MARK: - Answers

  private func page(
    _ tab: EventTab, _ model: Any, _ form: AnalyticsForm, _ visit: Visit, _ counting: CountingNote?
  ) -> Response {
    var frame = visit.frame(title: tab.label, section: "events", isWide: true)
    frame.styleSheets.append("editor.css")
    frame.isLive = counting?.isOpen == true
    return console.response(
      "events/\(tab.rawValue)", model, frame, status: form.problems.isEmpty ? .ok : .unprocessableContent)
  }

  /// Without a figure, the page says what is wrong.
  private func file(_ tab: EventTab, _ bytes: [UInt8]?, _ form: AnalyticsForm, name: String? = nil)
    -> Response
  {
    guard let bytes else { return Response(seeOther: form.path(tab.path)) }
    return Response(file: name ?? tab.rawValue + ".csv", contentType: AnalyticsFile.contentType) { put in
      try await put(bytes)
    }
  }
}

extension AnalyticsForm {
  fileprivate init(_ request: Request, at now: Instant) {
    self.init((try? FormFields(encoded: Array((request.uri.query ?? "").utf8))) ?? FormFields([]), at: now)
  }
}
