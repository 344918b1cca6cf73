// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import Pages
import Store

/// `/settings/holdout`: who gets no campaign at all, and what that shows. The address has what is
/// counted, so a result can be sent to others.
struct HoldoutRoutes: Sendable {
  let settings: SettingsRoutes
  private var console: Console { settings.console }

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings/holdout", use: page)
    group.post("settings/holdout", use: change)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    var form = AnalyticsForm(
      (try? FormFields(encoded: Array((request.uri.query ?? "").utf8))) ?? FormFields([]),
      at: context.receivedAt)
    var report: HoldoutReport?
    if let query = HoldoutPage.query(&form) {
      do throws(Rejection) {
        report = try await HoldoutReports(store: console.store).report(
          of: query.event, in: query.period, app: visit.app.id, at: context.receivedAt)
      } catch {
        try form.add(error)
      }
    }
    return try await answer(visit, form, report: report)
  }

  @Sendable
  private func change(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let text = try await request.formFields()[HoldoutPage.share] ?? ""
    let share = text.isBlank ? 0 : FormText.share(text) ?? -1
    let change = try await settings.change(visit) {
      $0.globalHoldout.change(to: share, at: context.receivedAt)
      return $0.diagnostics.filter { $0.field == "global_holdout.share" }
    }
    guard change.problems.isEmpty else {
      let form = AnalyticsForm(FormFields([]), at: context.receivedAt)
      return try await answer(visit, form, typed: text, problems: change.problems)
    }
    let words =
      change.settings.globalHoldout.isOn
      ? "\(NumberWords.percent(ofTenThousandths: change.settings.globalHoldout.share)) of people are held out."
      : "Nobody is held out."
    return console.redirect(
      to: HoldoutPage.path, .good, words + " Devices receive the change on their next sync.")
  }

  private func answer(
    _ visit: Visit, _ form: AnalyticsForm, report: HoldoutReport? = nil, typed: String? = nil,
    problems: [Diagnostic] = []
  ) async throws -> Response {
    let stored = try await console.store.settings(app: visit.app.id)
    let model = HoldoutPage(
      stored.globalHoldout, form, await console.suggestions(app: visit.app.id), report: report, typed: typed,
      problems: problems,
      canChange: visit.may(.administer))
    var frame = visit.frame(title: "Global holdout", section: "settings")
    frame.styleSheets.append("editor.css")
    let hasProblems = !problems.isEmpty || model.hasProblems
    return console.response(
      "settings/holdout", model, frame, status: hasProblems ? .unprocessableContent : .ok)
  }
}
