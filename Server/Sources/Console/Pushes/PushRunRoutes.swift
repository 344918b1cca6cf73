// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import Pushing
import Store

/// The page of a campaign's pushes: starts runs, and shows what became of them.
struct PushRunRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id/pushes", use: page)
    group.post("campaigns/:id/pushes", use: send)
    for action in PushRun.Action.allCases {
      group.post("campaigns/:id/pushes/:run/\(action.rawValue)") { request, context in
        try await perform(action, request, context)
      }
    }
  }

  static func path(_ campaign: CampaignID) -> String { "/campaigns/\(campaign)/pushes" }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(try context.campaignID, visit)
    // A form of its own for each page, so that what is sent twice by accident starts one run.
    return try await answer(PushRunForm(id: console.environment.makeID()), campaign, visit)
  }

  /// Asks first, and starts the run when it was confirmed.
  @Sendable
  private func send(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(try context.campaignID, visit)
    let fields = try await request.formFields()
    var form = PushRunForm(fields)
    guard let asked = form.reading(campaign: campaign.id) else {
      return try await answer(form, campaign, visit, status: .unprocessableContent)
    }
    let isConfirmed = fields["confirmed"] != nil
    do throws(Rejection) {
      if isConfirmed {
        _ = try await console.pushRuns.start(asked, app: visit.app.id)
      } else {
        try await console.pushRuns.check(asked, app: visit.app.id)
        form.isAsked = true
      }
    } catch {
      form.show(error)
      return try await answer(form, campaign, visit, status: .unprocessableContent)
    }
    guard isConfirmed else { return try await answer(form, campaign, visit) }
    let isNow = form.startsAt.isEmpty
    let started =
      form.audience == .event ? "From now on, the push is sent on each event." : "The push is being sent."
    return console.redirect(to: Self.path(campaign.id), .good, isNow ? started : "The push is scheduled.")
  }

  private func perform(_ action: PushRun.Action, _ request: Request, _ context: ServerRequestContext)
    async throws -> Response
  {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(try context.campaignID, visit)
    let run = try context.parameters.require("run")
    do throws(Rejection) {
      _ = try await console.pushRuns.perform(action, on: run, app: visit.app.id)
      return console.redirect(to: Self.path(campaign.id), .good, action.done)
    } catch {
      guard case .runNotAllowed = error else { throw error }
      return console.redirect(
        to: Self.path(campaign.id), .warn, "This is not possible any more: the run has gone on meanwhile.")
    }
  }

  private func answer(
    _ form: PushRunForm, _ campaign: Campaign, _ visit: Visit, status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    var runs: [(PushRun, PushCounts)] = []
    for run in try await console.pushRuns.runs(
      campaign: campaign.id, app: visit.app.id, after: nil, limit: PushRunPage.shown
    ).elements {
      runs.append(try await console.pushRuns.run(run.id, app: visit.app.id))
    }
    let devices = try await console.store.testDevices(app: visit.app.id)
    let model = PushRunPage(
      campaign, form: form, runs: runs, testDevices: devices.sorted(), role: visit.session.role)
    let trail = [Frame.Link.campaigns, .campaign(campaign)]
    return console.response(
      "campaigns/pushes", model, visit.frame(title: "Pushes of \(campaign.name)", trail: trail, isWide: true),
      status: status)
  }
}

extension PushRun.Action {
  fileprivate var done: String {
    switch self {
    case .pause: "The run is paused. What was on its way is still sent."
    case .resume: "The run goes on."
    case .cancel: "The run is cancelled."
    }
  }
}
