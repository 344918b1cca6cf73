// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Backtest
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages

/// `/campaigns/:id/backtest`: what the campaign would have done in the last days. It is computed when somebody asks for a period.
struct BacktestPageRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id/backtest", use: page)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(try context.campaignID, visit)
    let typed = BacktestPage.names.compactMap { name in request.queryValue(name).map { (name: name, value: $0) } }
    var source = BacktestPage.Source(campaign: campaign, form: CampaignForm(typed))
    if let question = source.question {
      do throws(Backtests.Problem) {
        source.result = try await Backtests(store: console.store)
          .run(campaign, days: question.days, people: question.people, at: context.receivedAt)
      } catch {
        switch error {
        // The page says so.
        case .noMessage: break
        case .store(let error): throw error
        }
      }
      source.names = Dictionary(try await console.shelf.content(of: visit.app.id).campaigns.map { ($0.id, $0.name) }) { first, _ in first }
    }
    let trail = [Frame.Link.campaigns, Frame.Link(label: campaign.name, href: "/campaigns/\(campaign.id.rawValue)")]
    var frame = visit.frame(title: "Backtest of \(campaign.name)", trail: trail, isWide: true)
    frame.styleSheets.append("editor.css")
    return console.response("campaigns/backtest", BacktestPage(source), frame)
  }
}
