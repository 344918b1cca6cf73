// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import Store
import StoreSQLite

extension ServerMaintenance {
  /// Removes once what the configuration does not keep, and returns a description of what was removed.
  public static func prune(configuration: ServerConfiguration) async throws(StartProblem) -> String {
    let policy = configuration.retention
    guard !policy.keepsEverything else {
      throw .configuration(
        field: "--keep-events, --keep-timelines, --keep-decisions", "none is given, so there is nothing to remove. Give a number of days.")
    }
    return try await DataFolder.use(configuration.storage) { store throws(StoreError) in
      var sum = RetentionStep()
      let now = Environment.live.now()
      while !sum.isDone { sum += try await store.removeAged(policy, at: now, limit: RetentionJob.rows) }
      return "Removed \(sum.events) events, the details of \(sum.timelines) events, and \(sum.decisions) decisions."
    }
  }
}
