// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import Store

/// `/campaigns/:id/breakdown`: the people who saw a campaign, by what their devices say.
struct BreakdownRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id/breakdown", use: page)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(try context.campaignID, visit)
    let query = BreakdownPage.Query(request)
    let bounds = query.range.bounds(at: context.receivedAt)
    let store = console.store
    let words = [
      campaign.appID.rawValue, campaign.id.rawValue, "\(campaign.revision)", query.fact.rawValue,
      query.range.rawValue,
    ]
    let breakdown = try await console.figure(
      "breakdown \(words.joined(separator: " "))", isAsked: query.countsAll, at: context.receivedAt
    ) { isAsked throws(StoreError) in
      try await store.breakdown(
        of: campaign, by: query.fact, from: bounds?.from, to: bounds?.to, isAsked: isAsked)
    }
    let counting = breakdown.flatMap {
      CountingNote($0, path: query.path(campaign.id), askedAt: context.receivedAt)
    }
    var frame = visit.frame(
      title: "Breakdown", section: "campaigns", trail: [.campaigns, .campaign(campaign)], isWide: true)
    frame.isLive = counting?.isOpen == true
    let model = BreakdownPage(campaign, breakdown?.figure, query: query, counting: counting)
    return console.response("campaigns/breakdown", model, frame)
  }
}

extension BreakdownPage.Query {
  fileprivate init(_ request: Request) {
    let fact = request.queryValue("by").flatMap(AudienceFact.init)
    self.init(
      fact: fact.flatMap { CampaignBreakdown.facts.contains($0) ? $0 : nil } ?? .appVersion,
      range: request.queryValue("range").flatMap(ReportRange.init) ?? .standard,
      countsAll: request.queryValue("count") == "all")
  }
}
