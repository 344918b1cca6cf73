// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract:
      "Find campaigns that can never be shown, are hidden by another, or share a trigger and priority.",
    discussion:
      "Without files, checks the running campaigns in the server's data. Exits with 0 for no findings or only hints, 1 for warnings or errors, and 2 if the input cannot be read."
  )

  @Argument(
    help: "JSON files: a campaign in its wire form, a list, or {\"campaigns\": […], \"caps\": […]}.",
    completion: .file())
  var files: [String] = []

  @OptionGroup var data: DataOptions

  @Flag(help: "Print one JSON object instead of sentences.")
  var json = false

  func run() async throws {
    try await reportingProblems(status: 2) {
      guard files.isEmpty || data.dataDirectory == nil else {
        say("martlet: Name files or a data folder with --data, not both.", to: .standardError)
        throw ExitCode(2)
      }
      let input =
        files.isEmpty ? try await LintInput(configuration: data.configuration()) : LintInput(files: files)
      let report = input.report()
      for problem in report.problems where !json { say(problem.description, to: .standardError) }
      for line in json ? [report.json] : report.lines { say(line, to: .standardOutput) }
      guard report.exitStatus == 0 else { throw ExitCode(report.exitStatus) }
    }
  }
}
