// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import PeopleFiles

/// `/events/funnel` and `/events/retention`: figures that are counted when somebody asks for them.
struct AnalyticsPageRoutes: Sendable {
  let console: Console

  private var analytics: EventAnalytics { EventAnalytics(store: console.store) }

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("events/funnel", use: funnel)
    group.get("events/funnel.csv", use: funnelFile)
    group.get("events/retention", use: retention)
    group.get("events/retention.csv", use: retentionFile)
  }

  // MARK: - Funnel

  @Sendable
  private func funnel(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(request, at: context.receivedAt)
    let funnel = try await funnel(&form, visit)
    let model = FunnelPage(
      form, await console.suggestions(app: visit.app.id), audiences: try await console.audiences(visit), funnel: funnel)
    return page(.funnel, model, form, visit)
  }

  @Sendable
  private func funnelFile(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(request, at: context.receivedAt)
    return file(.funnel, try await funnel(&form, visit).map { AnalyticsFile.csv($0) }, form)
  }

  /// nil if there is none; then the form may have problems.
  private func funnel(_ form: inout AnalyticsForm, _ visit: Visit) async throws -> Funnel? {
    guard let query = FunnelPage.query(&form) else { return nil }
    do throws(EventAnalytics.Problem) {
      return try await analytics.funnel(query, audience: form.audience, app: visit.app.id, at: form.now)
    } catch {
      try form.add(error)
      return nil
    }
  }

  // MARK: - Retention

  @Sendable
  private func retention(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(request, at: context.receivedAt)
    let curve = try await curve(&form, visit)
    let model = RetentionPage(
      form, await console.suggestions(app: visit.app.id), audiences: try await console.audiences(visit), curve: curve)
    return page(.retention, model, form, visit)
  }

  @Sendable
  private func retentionFile(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(request, at: context.receivedAt)
    return file(.retention, try await curve(&form, visit).map { AnalyticsFile.csv($0) }, form)
  }

  private func curve(_ form: inout AnalyticsForm, _ visit: Visit) async throws -> RetentionCurve? {
    guard let query = RetentionPage.query(&form) else { return nil }
    do throws(EventAnalytics.Problem) {
      return try await analytics.retention(query, audience: form.audience, app: visit.app.id, limit: form.limit)
    } catch {
      try form.add(error)
      return nil
    }
  }

  // MARK: - Answers

  private func page(_ tab: EventTab, _ model: Any, _ form: AnalyticsForm, _ visit: Visit) -> Response {
    var frame = visit.frame(title: tab.label, section: "events", isWide: true)
    frame.styleSheets.append("editor.css")
    return console.response("events/\(tab.rawValue)", model, frame, status: form.problems.isEmpty ? .ok : .unprocessableContent)
  }

  /// Without a figure, the page says what is wrong.
  private func file(_ tab: EventTab, _ bytes: [UInt8]?, _ form: AnalyticsForm) -> Response {
    guard let bytes else { return Response(seeOther: form.path(tab.path)) }
    return Response(file: tab.rawValue + ".csv", contentType: AnalyticsFile.contentType) { put in try await put(bytes) }
  }
}

extension AnalyticsForm {
  fileprivate init(_ request: Request, at now: Instant) {
    self.init((try? FormFields(encoded: Array((request.uri.query ?? "").utf8))) ?? FormFields([]), at: now)
  }
}
