// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that a backup or the data is complete and correct.",
    discussion: """
      Checks the structure of the file, counts the rows of each table and recomputes all counters. Changes nothing. The server can be running.
      Exits with 0 if all checks pass, 1 if the file is damaged or counters differ, and 2 if the file cannot be read, is not a Martlet file or is
      from a newer version.

      Examples:
        martlet verify backup.sqlite
        martlet verify --data /var/lib/martlet
      """)

  @Argument(help: "A backup. Without it, the data file.", completion: .file())
  var file: String?

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await reportingProblems(status: 2) {
      guard file == nil || data.dataDirectory == nil else {
        say("martlet: Name a backup or a data folder with --data, not both.", to: .standardError)
        throw ExitCode(2)
      }
      let report = try ServerMaintenance.verify(file, configuration: data.configuration())
      for line in report.lines { say(line, to: .standardOutput) }
      if !report.isSound { throw ExitCode(1) }
    }
  }
}
