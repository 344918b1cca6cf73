// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Backtest
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire

/// `/api/v1/campaigns/:id/backtest`: what a campaign would have done in the last days.
struct BacktestRoutes: Sendable {
  let authoring: CampaignAuthoring
  let backtests: Backtests

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/:id/backtest", use: run)
  }

  @Sendable
  private func run(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let days = try request.number("days", in: Backtests.days) ?? Backtests.usualDays
    let people = try request.number("people", in: Backtests.askedPeople) ?? Backtests.usualPeople
    let campaign = try await authoring.campaign(context)
    do throws(Backtests.Problem) {
      return Response(json: try await backtests.run(campaign, days: days, people: people, at: context.receivedAt).json)
    } catch {
      switch error {
      case .noMessage:
        throw Wire.Problem(
          status: 422, code: "no_message", title: Backtests.noMessage.message, remedy: Backtests.noMessage.remedy, field: "message")
      case .store(let error): throw error
      }
    }
  }
}
