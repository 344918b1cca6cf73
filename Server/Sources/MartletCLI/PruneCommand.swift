// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MartletServer

struct PruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove data older than a number of days, even while the server runs.",
    discussion: """
      Does once what `martlet serve` does every hour with the same options. Counters, campaigns and people who signed in are kept. If it is interrupted,
      the next run continues where it stopped.

      Example:
        martlet prune --keep-events 400 --keep-timelines 90
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var retention: RetentionOptions

  func run() async throws {
    try await reportingProblems {
      say(
        try await ServerMaintenance.prune(configuration: try data.configuration(with: retention.words)),
        to: .standardOutput)
    }
  }
}
