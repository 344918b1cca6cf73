// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletTesting

struct ScenarioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario",
    abstract: "Run scenario files: campaigns and a timeline on a virtual clock, through the real SDK.",
    discussion: """
      Prints one JSON line for each step on standard output, and each expectation that did not hold on standard error as file:line: message.
      Ends with status 0 when everything came as expected, 1 when something did not, 2 when a file is no scenario. The format is described in
      docs/scenarios.md.

      Examples:
        martlet scenario checkout.json
        martlet scenario Scenarios --quiet --junit report.xml
        martlet scenario checkout.json | jq -c '{step, action, visible, outcomes}'
      """)

  @Argument(help: ArgumentHelp("Scenario files, and folders of them.", valueName: "file"), completion: .file(extensions: ["json"]))
  var files: [String]

  @Flag(name: .shortAndLong, help: "Print no lines for steps; only what failed, and the sum.")
  var quiet = false

  @Option(
    help: ArgumentHelp("Write a report for CI systems in the form of JUnit.", valueName: "file"), completion: .file(extensions: ["xml"]))
  var junit: String?

  func run() async throws {
    let files = ScenarioSuite.files(at: files)
    let isQuiet = quiet
    guard !files.isEmpty else {
      say("martlet: no scenario is in these folders; a scenario is a file that ends in .json.", to: .standardError)
      throw ExitCode(2)
    }
    let report = await ScenarioSuite.run(files) { event in
      switch event {
      case .began(let file, let number, let count):
        if count > 1, !isQuiet { say("[\(number)/\(count)] \(file)", to: .standardError) }
      case .line(let line, _): if !isQuiet { say(line.text, to: .standardOutput) }
      case .ended(let ended): for message in ended.messages { say(message, to: .standardError) }
      }
    }
    say(report.summary, to: .standardError)
    if let junit {
      do {
        try Data(report.junit.utf8).write(to: URL(fileURLWithPath: junit))
      } catch {
        say("martlet: the report cannot be written to \(junit): \(error.localizedDescription)", to: .standardError)
        throw ExitCode(2)
      }
    }
    if report.status != 0 { throw ExitCode(report.status) }
  }
}
