// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Backtest
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import Store

/// `/campaigns/:id/backtest`: what the campaign would have done in the last days. It is computed
/// when somebody asks for a period: at once for a sample of people, and as a job for everybody.
struct BacktestPageRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id/backtest", use: page)
    group.post("campaigns/:id/backtest/jobs", use: begin)
    group.get("campaigns/:id/backtest/jobs/:job", use: job)
    group.post("campaigns/:id/backtest/jobs/:job/cancel", use: cancel)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(try context.campaignID, visit)
    let typed = BacktestPage.names.compactMap { name in
      request.queryValue(name).map { (name: name, value: $0) }
    }
    var source = BacktestPage.Source(campaign: campaign, form: CampaignForm(typed))
    if let question = source.question {
      do throws(Rejection) {
        source.result = try await Backtests(store: console.store)
          .run(campaign, days: question.days, people: question.people, at: context.receivedAt)
      } catch {
        // The page says so.
        guard case .impossible = error else { throw error }
      }
      source.names = try await names(visit)
    }
    source.jobs = try await console.backtests.jobs(of: campaign.id, app: visit.app.id)
    source.canBegin = visit.may(.author)
    let trail = [Frame.Link.campaigns, .campaign(campaign)]
    var frame = visit.frame(title: "Backtest of \(campaign.name)", trail: trail, isWide: true)
    frame.styleSheets.append("editor.css")
    return console.response("campaigns/backtest", BacktestPage(source), frame)
  }

  private func names(_ visit: Visit) async throws -> [CampaignID: String] {
    try await console.campaigns.content(of: visit.app.id).campaigns.names
  }

  // MARK: - Everybody

  @Sendable
  private func begin(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(try context.campaignID, visit)
    let days = try await request.formFields()["days"].flatMap { Int($0) }.flatMap {
      Backtests.days.contains($0) ? $0 : nil
    }
    let path = "/campaigns/\(campaign.id.rawValue)/backtest"
    do throws(Rejection) {
      let id = console.environment.makeID()
      let job = try await console.backtests.begin(
        campaign, days: days ?? Backtests.usualDays, id: id, at: context.receivedAt)
      if job.id == id { return Response(seeOther: BacktestJobPage.path(job)) }
      return console.redirect(
        to: BacktestJobPage.path(job), .warn,
        "A backtest of everybody is already under way for this campaign. Cancel it to start another.")
    } catch {
      switch error {
      // The page says so.
      case .impossible: return Response(seeOther: path)
      default:
        return console.redirect(
          to: path, .warn, "Too many backtests of everybody are waiting. Try again when one of them is done.")
      }
    }
  }

  @Sendable
  private func job(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let (campaign, job) = try await found(visit, context)
    let backtest = Frame.Link(label: "Backtest", href: "/campaigns/\(campaign.id.rawValue)/backtest")
    let trail = [Frame.Link.campaigns, .campaign(campaign), backtest]
    var frame = visit.frame(title: "Backtest of \(campaign.name)", trail: trail, isWide: true)
    frame.styleSheets.append("editor.css")
    frame.isLive = job.state.isOpen
    let model = BacktestJobPage(job, names: try await names(visit), canCancel: visit.may(.author))
    return console.response("campaigns/backtest-job", model, frame)
  }

  @Sendable
  private func cancel(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let job = try await found(visit, context).job
    try await console.backtests.cancel(job)
    return Response(seeOther: BacktestJobPage.path(job))
  }

  private func found(_ visit: Visit, _ context: ServerRequestContext) async throws -> (
    campaign: Campaign, job: BacktestJobs.Job
  ) {
    let campaign = try await console.campaign(try context.campaignID, visit)
    guard
      let job = try await console.backtests.job(
        try context.parameters.require("job"), of: campaign.id, app: visit.app.id)
    else {
      throw Answers.notFound
    }
    return (campaign, job)
  }
}
