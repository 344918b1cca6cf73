// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import Logging
import MartletCore
import MartletWire
import Statistics
import Store

/// Looks once a day whether running experiments that choose their winner have one, and gives it to
/// everybody who has no arm yet.
struct AutomaticWinnerJob: RepeatedJob {
  let authoring: CampaignAuthoring
  let store: any Store
  let environment: MartletCore.Environment
  let logger: Logger

  static let duty: Duty? = .winners
  /// The time between two looks. A week has one day on which an experiment can be decided, and each
  /// look is on another day.
  static let rest = Duration.seconds(86_400)

  func pass() async {
    do throws(StoreError) {
      for app in try await store.apps() {
        for campaign in try await store.campaigns(app: app.id) where campaign.awaitedWinner != nil {
          await decide(campaign)
        }
      }
    } catch {
      logger.warning("winners could not be chosen, will retry", metadata: ["reason": "\(error)"])
    }
  }

  private func decide(_ campaign: Campaign) async {
    do {
      let report = try await ExperimentReports(store: store).report(of: campaign, at: environment.now())
      guard let report, case .winner(let place)? = report.verdict else { return }
      let winner = report.arms[place].name
      guard campaign.awaitedWinner?.gives(everybody: winner) == false else { return }
      _ = try await authoring.chooseWinner(
        winner, of: campaign.id, app: campaign.appID, expectedRevision: campaign.revision)
      logger.info(
        "an experiment has chosen its winner",
        metadata: ["campaign": "\(campaign.id)", "winner": "\(winner)"])
    } catch {
      logger.warning(
        "the winner of an experiment could not be chosen, will retry",
        metadata: ["campaign": "\(campaign.id)", "reason": "\(error)"])
    }
  }
}
