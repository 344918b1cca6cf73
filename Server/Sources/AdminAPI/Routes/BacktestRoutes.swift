// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Backtest
import Documents
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire

/// `/api/v1/campaigns/:id/backtest`: what a campaign would have done in the last days, for a sample
/// at once and for everybody as a job.
struct BacktestRoutes: Sendable {
  let authoring: CampaignAuthoring
  let backtests: Backtests
  let jobs: BacktestJobs
  let environment: MartletCore.Environment

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "campaigns/{id}/backtest", id: "backtestCampaign", tag: .insight,
        "Say what a campaign would have done in the last days.",
        details: """
          Replays what people did in the engine of the SDK, without and with the campaign, \
          whatever its state and its dates. Messages, banners, announcements and surveys are \
          replayed, and what people do is held fixed. What is shown on test devices and in the \
          Device Lab is not replayed, but for `decisions`; what was done on them counts for \
          audiences, as on the server. Below 80% fidelity there are no figures.
          """,
        parameters: [
          .query(
            "days", .integer.with(.range(Backtests.days)).with(.default(.int(Int64(Backtests.usualDays)))),
            "How many days, up to now."),
          .query(
            "people",
            .integer.with(.range(Backtests.askedPeople)).with(.default(.int(Int64(Backtests.usualPeople)))),
            "How many people are replayed, drawn at random from those who were active."),
        ],
        answer: "The result.",
        use: run),
      Endpoint(
        .post, "campaigns/{id}/backtest/jobs", id: "beginBacktestJob", tag: .insight,
        "Replay everybody who was active in the last days.",
        details: """
          Jobs run one after the other, and shorter backtests can run in between. If one of \
          the campaign is under way, it is the answer. Results are kept for a week.
          """,
        parameters: [
          .query(
            "days", .integer.with(.range(Backtests.days)).with(.default(.int(Int64(Backtests.usualDays)))),
            "How many days, up to now.")
        ],
        answers: [.accepted("The job.", .json(BacktestJobs.Job.self))],
        use: begin),
      Endpoint(
        .get, "campaigns/{id}/backtest/jobs/{job}", id: "getBacktestJob", tag: .insight,
        "Say how far a backtest of everybody is, or what it found.",
        answer: "The job.",
        use: job),
      Endpoint(
        .delete, "campaigns/{id}/backtest/jobs/{job}", id: "cancelBacktestJob", tag: .insight,
        "Cancel a backtest of everybody. Does nothing if it has ended.",
        answers: [.empty("Cancelled")],
        use: cancel),
    ]
  }

  @Sendable
  private func run(_ request: Request, context: ServerRequestContext) async throws -> BacktestResult {
    let days = try request.number("days", in: Backtests.days) ?? Backtests.usualDays
    let people = try request.number("people", in: Backtests.askedPeople) ?? Backtests.usualPeople
    let campaign = try await authoring.campaign(context)
    return try await backtests.run(campaign, days: days, people: people, at: context.receivedAt)
  }

  // MARK: - Jobs

  @Sendable
  private func begin(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let days = try request.number("days", in: Backtests.days) ?? Backtests.usualDays
    let campaign = try await authoring.campaign(context)
    let job = try await jobs.begin(campaign, days: days, id: environment.makeID(), at: context.receivedAt)
    return Response(
      status: .accepted, json: job.json,
      headers: [.location: "/api/v1/campaigns/\(campaign.id)/backtest/jobs/\(job.id)"])
  }

  @Sendable
  private func job(_ request: Request, context: ServerRequestContext) async throws -> BacktestJobs.Job {
    try await found(context)
  }

  @Sendable
  private func cancel(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await jobs.cancel(try await found(context))
    return Response(status: .noContent)
  }

  private func found(_ context: ServerRequestContext) async throws -> BacktestJobs.Job {
    let campaign = try await authoring.campaign(context)
    guard
      let job = try await jobs.job(
        try context.parameters.require("job"), of: campaign.id, app: campaign.appID)
    else {
      throw Wire.Problem(
        status: 404, code: "job_not_found", title: "The server knows no such job of this campaign.",
        remedy: "Begin one with POST /api/v1/campaigns/{id}/backtest/jobs. Results are kept for a week.")
    }
    return job
  }
}
