// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Say which campaigns can never show, stand in another's shadow, or fight over the same trigger.",
    discussion:
      "Without files: the running campaigns of the server's data. Exits 0 when nothing but hints was found, 1 for warnings and errors, 2 for input that cannot be read."
  )

  @Argument(help: "JSON files: a campaign in its wire form, a list, or {\"campaigns\": […], \"caps\": […]}.", completion: .file())
  var files: [String] = []

  @OptionGroup var data: DataOptions

  @Flag(help: "Print one JSON object instead of sentences.")
  var json = false

  func run() async throws {
    try await reportingProblems(status: 2) {
      guard files.isEmpty || data.dataDirectory == nil else {
        say("martlet: Name files, or a data folder with --data, but not both.", to: .standardError)
        throw ExitCode(2)
      }
      let input = files.isEmpty ? try await LintInput(configuration: data.configuration()) : LintInput(files: files)
      let report = input.report()
      for problem in report.problems where !json { say(problem.description, to: .standardError) }
      for line in json ? [report.json] : report.lines { say(line, to: .standardOutput) }
      guard report.exitStatus == 0 else { throw ExitCode(report.exitStatus) }
    }
  }
}
