// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct RetentionOptions: ParsableArguments {
  @Option(help: "Days to keep events. Their ids are kept, so that no event counts twice (MARTLET_KEEP_EVENTS; default: forever).")
  var keepEvents: String?

  @Option(help: "Days to keep the details of events in timelines (MARTLET_KEEP_TIMELINES; default: forever).")
  var keepTimelines: String?

  @Option(
    help:
      "Days to keep decisions with their reasons (MARTLET_KEEP_DECISIONS; default: the newest 1,000 of each campaign and reason)."
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
    commandName: "prune", abstract: "Remove data older than a number of days, even while the server runs.",
    discussion: """
      Does once what `martlet serve` does every hour with the same options. Counters, profiles and campaigns are kept. If it is interrupted,
      the next run continues where it stopped.

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
