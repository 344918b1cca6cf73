// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Backtest
import MartletServer

struct BacktestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backtest", abstract: "Say what a campaign would have done in the last days if it had run.",
    discussion: """
      Replays what people did in the engine of the SDK, without and with the campaign, whatever its state and its dates. Changes nothing. The server
      can be running. Exits with 0 if there are figures, and with 1 if the replay does not agree with the past.
      """)

  @Argument(help: "The id of a campaign, with which the address of its page in the console ends.")
  var campaign: String

  @Option(help: "How many days, up to now: \(Backtests.days.lowerBound) to \(Backtests.days.upperBound).")
  var days = Backtests.usualDays

  @Option(
    help: "How many people are replayed, drawn at random from those who were active. Without it, all of them."
  )
  var people: Int?

  @OptionGroup var data: DataOptions

  @Flag(help: "Print one JSON object instead of sentences.")
  var json = false

  func validate() throws {
    guard Backtests.days.contains(days) else {
      throw ValidationError(
        "--days is a number from \(Backtests.days.lowerBound) to \(Backtests.days.upperBound).")
    }
    guard people.map({ $0 > 0 }) ?? true else { throw ValidationError("--people is a number above 0.") }
  }

  func run() async throws {
    try await reportingProblems {
      let report = try await BacktestReport.make(
        of: campaign, days: days, people: people, asJSON: json, configuration: try data.configuration()
      ) { done, all in
        say("\(done) of \(all) people", to: .standardError)
      }
      for line in report.lines { say(line, to: .standardOutput) }
      if !report.hasFigures { throw ExitCode(1) }
    }
  }
}
