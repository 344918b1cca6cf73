// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Backtest
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

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id/backtest", use: run)
    group.post("campaigns/:id/backtest/jobs", use: begin)
    group.get("campaigns/:id/backtest/jobs/:job", use: job)
    group.delete("campaigns/:id/backtest/jobs/:job", use: cancel)
  }

  @Sendable
  private func run(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let days = try request.number("days", in: Backtests.days) ?? Backtests.usualDays
    let people = try request.number("people", in: Backtests.askedPeople) ?? Backtests.usualPeople
    let campaign = try await authoring.campaign(context)
    do throws(Backtests.Problem) {
      return Response(
        json: try await backtests.run(campaign, days: days, people: people, at: context.receivedAt).json)
    } catch {
      throw Self.refusal(error)
    }
  }

  // MARK: - Jobs

  @Sendable
  private func begin(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let days = try request.number("days", in: Backtests.days) ?? Backtests.usualDays
    let campaign = try await authoring.campaign(context)
    do throws(Backtests.Problem) {
      let job = try jobs.begin(campaign, days: days, id: environment.makeID(), at: context.receivedAt)
      return Response(
        status: .accepted, json: job.json,
        headers: [.location: "/api/v1/campaigns/\(campaign.id)/backtest/jobs/\(job.id)"])
    } catch {
      throw Self.refusal(error)
    }
  }

  @Sendable
  private func job(_ request: Request, context: ServerRequestContext) async throws -> Response {
    Response(json: try await found(context).json)
  }

  @Sendable
  private func cancel(_ request: Request, context: ServerRequestContext) async throws -> Response {
    jobs.cancel(try await found(context).id)
    return Response(status: .noContent)
  }

  private func found(_ context: ServerRequestContext) async throws -> BacktestJobs.Job {
    let campaign = try await authoring.campaign(context)
    guard let job = jobs.job(try context.parameters.require("job"), of: campaign.id, app: campaign.appID)
    else {
      throw Wire.Problem(
        status: 404, code: "job_not_found", title: "The server knows no such job of this campaign.",
        remedy: "Begin one with POST /api/v1/campaigns/{id}/backtest/jobs. A restart forgets jobs.")
    }
    return job
  }

  private static func refusal(_ problem: Backtests.Problem) -> any Error {
    switch problem {
    case .nothingSeen:
      Wire.Problem(
        status: 422, code: "nothing_seen", title: Backtests.nothingSeen.message,
        remedy: Backtests.nothingSeen.remedy)
    case .store(let error): error
    }
  }
}
