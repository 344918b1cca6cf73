// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import Pushing
import Store

/// `/`: how the app and its campaigns are doing.
struct HomeRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("/", use: page)
    group.post("steps/hide", use: hideSteps)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let range =
      request.queryValue("range").flatMap(ReportRange.init).flatMap {
        HomePage.ranges.contains($0) ? $0 : nil
      } ?? .standard
    var source = try await source(range, visit, now: context.receivedAt)
    source.areStepsHidden = HomeSteps.areHidden(by: request)
    return console.response(
      "home/home", HomePage.Model(source), visit.frame(title: "Home", section: "home", isWide: true))
  }

  @Sendable
  private func hideSteps(_ request: Request, context: ServerRequestContext) async throws -> Response {
    _ = try await console.visit(request, context)
    return Response(
      seeOther: "/",
      headers: [.setCookie: HomeSteps.hidingCookie(isHTTPS: console.sessions.publicURL.isHTTPS)])
  }

  private func source(_ range: ReportRange, _ visit: Visit, now: Instant) async throws -> HomePage.Source {
    let (store, app) = (console.store, visit.app.id)
    let step: SeriesStep = range == .day ? .hour : .day
    func series(_ metric: SeriesMetric, _ step: SeriesStep, _ bounds: (from: Instant, to: Instant)?)
      async throws(StoreError) -> Series
    {
      let (from, to) = bounds ?? (now, now)
      return try await store.series(SeriesQuery(metric, step: step, from: from, to: to), app: app)
    }
    var source = HomePage.Source(range: range, now: now, role: visit.session.role)
    source.hasLab = console.site.navigation.contains(.lab)
    for metric in HomePage.people {
      source.people[metric] = try await series(
        metric, .day, (now - .seconds(59 * 86_400), now + .milliseconds(1)))
    }
    for metric in HomePage.counts {
      source.counts[metric] = try await series(metric, step, range.bounds(at: now))
      source.before[metric] = try await series(metric, step, range.boundsBefore(at: now)).total
    }
    source.hasAnyEvent = try await store.eventCounts(app: app).values.contains { $0 > 0 }
    source.eventDays = try await series(.events, .day, (now - .seconds(400 * 86_400), now + .milliseconds(1)))
    source.eventHours = try await series(.events, .hour, (now - .seconds(86_400), now + .milliseconds(1)))
    source.teamCount = try await store.members().count
    source.pausedRuns = try await store.pushRuns(campaign: nil, app: app, after: nil, limit: 50).elements
      .filter { run in !run.state.isOver && run.reason.map(PushReasonWords.needsAttention) == true }
    source.doubtfulUsers = try await DoubtfulUser.all(in: store, app: app)
    source.privacyRequests = try await store.openPrivacyRequests(app: app, at: now)
    source.hasNoRoomForNames = try await store.otherEvents(app: app).isFull
    let listed = try await console.campaigns.content(of: app)
    source.names = listed.names
    source.findings = listed.findings
    let running = listed.campaigns.filter { $0.state == .running }
    let judged = running.prefix(HomePage.judged)
    let totals = try await store.campaignTotals(judged.map(\.id), app: app)
    let healths = judged.map { campaign in
      (campaign, CampaignHealth(campaign, totals[campaign.id], listed.findings, names: listed.names, at: now))
    }
    source.runningCount = running.count
    source.counted = await console.outcomes.counted(of: app)
    source.dividedWrongly = running.filter { source.counted?.dividedWrongly.contains($0.id) == true }
    source.winners = running.compactMap { campaign in
      HomeAttention.recentWinner(of: campaign, at: now).map { (campaign, $0) }
    }
    source.unhealthy = healths.filter { $0.1.isProblem }
    // Those with a problem first.
    let shown = (healths.filter { $0.1.isProblem } + healths.filter { !$0.1.isProblem }).prefix(
      HomePage.listed)
    for (campaign, health) in shown {
      var counts: [SeriesMetric: Int] = [:]
      for metric in [SeriesMetric.shown, .clicked, .notShown] {
        guard let (from, to) = ReportRange.week.bounds(at: now) else { continue }
        let query = SeriesQuery(metric, step: .day, from: from, to: to, campaign: campaign.id)
        counts[metric] = try await store.series(query, app: app).total
      }
      source.running.append(
        HomePage.Source.Running(
          campaign: campaign, health: health, counts: counts,
          conversions: source.counted?.conversions[.week]?[campaign.id]))
    }
    return source
  }
}
