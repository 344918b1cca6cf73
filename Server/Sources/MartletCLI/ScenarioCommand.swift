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
      Prints one JSON line per step on standard output, and each failed expectation on standard error as file:line: message. Exits with 0 if all
      expectations held, 1 if one failed, and 2 if a file is not a scenario. docs/scenarios.md describes the format.

      Examples:
        martlet scenario checkout.json
        martlet scenario Scenarios --quiet --junit report.xml
        martlet scenario checkout.json | jq -c '{step, action, visible, outcomes}'
      """)

  @Argument(
    help: ArgumentHelp("Scenario files, and folders of them.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var files: [String]

  @Flag(name: .shortAndLong, help: "Print no steps, only failures and the total.")
  var quiet = false

  @Option(
    help: ArgumentHelp("Write a JUnit report for CI systems.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  func run() async throws {
    let files = ScenarioSuite.files(at: files)
    let isQuiet = quiet
    guard !files.isEmpty else {
      say("martlet: These folders contain no scenarios. A scenario is a .json file.", to: .standardError)
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
        say("martlet: Cannot write the report to \(junit): \(error.localizedDescription)", to: .standardError)
        throw ExitCode(2)
      }
    }
    if report.status != 0 { throw ExitCode(report.status) }
  }
}
