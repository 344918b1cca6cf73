// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Console
import Domain
import Logging
import MartletCore
import Store

/// Counts once an hour what campaigns achieved, for the home page.
struct CampaignOutcomeJob: RepeatedJob {
  let outcomes: CampaignOutcomes
  let store: any Store
  let environment: MartletCore.Environment
  let logger: Logger

  /// Each server remembers them.
  static let duty: Duty? = nil
  /// The time between two campaigns.
  static let pause = Duration.milliseconds(100)
  static let rest = Duration.seconds(3_600)

  func pass() async {
    do {
      for app in try await store.apps() {
        try await outcomes.count(app.id, environment: environment) { try await environment.sleep(Self.pause) }
      }
    } catch is CancellationError {
    } catch {
      logger.warning(
        "outcomes of campaigns could not be counted, will retry", metadata: ["reason": "\(error)"])
    }
  }
}
