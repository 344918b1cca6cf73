// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct RetentionOptions: ParsableArguments {
  @Option(help: "Days to keep events; their ids stay, so that none counts twice (MARTLET_KEEP_EVENTS; default: for ever).")
  var keepEvents: String?

  @Option(help: "Days to keep what events say beside kind and time, as timelines show it (MARTLET_KEEP_TIMELINES; default: for ever).")
  var keepTimelines: String?

  @Option(
    help:
      "Days to keep explanations why messages were or were not shown (MARTLET_KEEP_DECISIONS; default: the newest 1,000 of each campaign and reason)."
  )
  var keepDecisions: String?

  func give(to words: inout ServerConfiguration.Words) {
    words.keepEvents = keepEvents
    words.keepTimelines = keepTimelines
    words.keepDecisions = keepDecisions
  }
}

struct PruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove what is older than a number of days, also while the server runs.",
    discussion: """
      Does once what `martlet serve` does every hour with the same options. Counters, profiles and campaigns are kept. Interrupted, it goes on
      where it stopped when it is run again.

      Example:
        martlet prune --keep-events 400 --keep-timelines 90
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var retention: RetentionOptions

  func run() async throws {
    try await reportingProblems {
      var words = ServerConfiguration.Words(dataDirectory: data.dataDirectory)
      retention.give(to: &words)
      let configuration = try ServerConfiguration(flags: words, variables: ProcessInfo.processInfo.environment)
      say(try await ServerMaintenance.prune(configuration: configuration), to: .standardOutput)
    }
  }
}
