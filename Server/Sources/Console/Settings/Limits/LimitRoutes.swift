// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Store

/// `/settings/limits`: the frequency caps of all campaigns together.
struct LimitRoutes: Sendable {
  let settings: SettingsRoutes
  private var console: Console { settings.console }

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings/limits", use: page)
    group.post("settings/caps", use: changeCaps)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    return answer(visit, DeliverySettings(try await console.store.settings(app: visit.app.id)))
  }

  /// Adding or removing a row redraws the page and stores nothing, so it works without script.
  @Sendable
  private func changeCaps(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    guard let action = DeliverySettings.Action(fields["do"] ?? "save") else { throw Answers.notFound }
    var delivery = DeliverySettings(try await console.store.settings(app: visit.app.id))
    delivery.readCaps(fields)
    switch action {
    case .add: delivery.addRow()
    case .remove(let index): delivery.removeRow(index)
    case .save:
      let caps = delivery.caps()
      let change = try await settings.change(visit) {
        $0.caps = caps
        return $0.diagnostics
      }
      guard delivery.accepts(change.problems) else {
        return answer(visit, delivery, status: .unprocessableContent)
      }
      return settings.saved("Frequency caps saved." + SettingsRoutes.learnt, in: .limits)
    }
    return answer(visit, delivery)
  }

  private func answer(_ visit: Visit, _ delivery: DeliverySettings, status: HTTPResponse.Status = .ok)
    -> Response
  {
    settings.answer("settings/limits", LimitsPage(delivery), .limits, visit, status: status)
  }
}
