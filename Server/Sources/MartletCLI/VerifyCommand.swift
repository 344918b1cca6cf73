// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Read a backup, or the data, whole, and say whether they are sound.",
    discussion: """
      Checks the file's structure, counts the rows of each table, and counts again what the counters say. Changes nothing; the server may run.
      Ends with status 0 when all is sound, 1 when something is damaged or counters disagree, 2 when the file cannot be read, is none of
      Martlet's, or is of a newer version.

      Examples:
        martlet verify backup.sqlite
        martlet verify --data /var/lib/martlet
      """)

  @Argument(help: "A backup; without it: the data file.", completion: .file())
  var file: String?

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await reportingProblems(status: 2) {
      guard file == nil || data.dataDirectory == nil else {
        say("martlet: Name a backup, or a data folder with --data, but not both.", to: .standardError)
        throw ExitCode(2)
      }
      let report = try ServerMaintenance.verify(file, configuration: data.configuration())
      for line in report.lines { say(line, to: .standardOutput) }
      if !report.isSound { throw ExitCode(1) }
    }
  }
}
