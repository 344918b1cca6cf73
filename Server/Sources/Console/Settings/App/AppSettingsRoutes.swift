// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Pages
import Store

/// `/settings/app`: how an app connects, what its devices report, and the names of its events.
struct AppSettingsRoutes: Sendable {
  let settings: SettingsRoutes
  private var console: Console { settings.console }

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings/app", use: page)
    group.post("settings/decisions", use: changeShare)
    group.post("settings/names", use: forgetNames)
    group.post("settings/user-ids", use: changeDoubtful)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    return try await answer(visit, DeliverySettings(try await console.store.settings(app: visit.app.id)))
  }

  @Sendable
  private func changeShare(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    var delivery = DeliverySettings(try await console.store.settings(app: visit.app.id))
    delivery.share = fields["share"] ?? ""
    let sample = delivery.decisionSample
    let change = try await settings.change(visit) {
      $0.decisionSample = sample
      return $0.diagnostics
    }
    guard delivery.accepts(change.problems) else {
      return try await answer(visit, delivery, status: .unprocessableContent)
    }
    return settings.saved("Decision reporting saved." + SettingsRoutes.learnt, in: .app, at: "decisions")
  }

  @Sendable
  private func changeDoubtful(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let refuses = try await request.formFields()["refuse"] != nil
    _ = try await settings.change(visit) {
      $0.refusesDoubtfulUserIDs = refuses
      return []
    }
    return settings.saved(
      refuses ? "Such user ids are refused from now on." : "All user ids are accepted.", in: .app,
      at: "user-ids")
  }

  /// Removes the event name that was typed, or all names that no campaign uses.
  @Sendable
  private func forgetNames(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    func redirect(_ tone: Frame.Flash.Tone, _ words: String) -> Response {
      console.redirect(to: SettingsSection.app.path, tone, words)
    }
    if fields["do"] == "unused" {
      let count = try await console.store.forgetEventNames(nil, app: visit.app.id)
      let removed = NumberWords.plural(count, "event name", "event names")
      return redirect(.good, "Removed \(removed). If devices send one again, its count starts from zero.")
    }
    let name = fields["name"] ?? ""
    guard !name.isBlank else { return redirect(.warn, "Enter an event name.") }
    guard try await console.store.forgetEventNames([name, name.trimmed], app: visit.app.id) > 0 else {
      return redirect(.warn, "No event is counted as “\(name)”. Check upper and lower case, and spaces.")
    }
    return redirect(
      .good, "Removed the event name “\(name)”. If devices send it again, its count starts from zero.")
  }

  private func answer(_ visit: Visit, _ delivery: DeliverySettings, status: HTTPResponse.Status = .ok)
    async throws -> Response
  {
    let model = AppSettingsPage(
      endpoint: console.sessions.publicURL.description, delivery: delivery,
      otherEvents: try await console.store.otherEvents(app: visit.app.id),
      doubtfulUsers: try await DoubtfulUser.all(in: console.store, app: visit.app.id),
      refusesDoubtfulUserIDs: try await console.store.settings(app: visit.app.id).refusesDoubtfulUserIDs)
    return settings.answer("settings/app", model, .app, visit, status: status)
  }
}
