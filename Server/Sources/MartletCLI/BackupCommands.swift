// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back up the data to one file, even while the server runs.",
    discussion: """
      The backup is a consistent snapshot. It is verified before it gets its final name. Only its owner can read it, because it contains personal
      data. Exits with 0 when the backup is complete, or with 1 if it failed and nothing was changed.

      Examples:
        martlet backup backup.sqlite
        martlet backup /backups/martlet-$(date +%F).sqlite --data /var/lib/martlet
      """)

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  @OptionGroup var data: DataOptions

  @Flag(help: "Replace the file if it exists.")
  var replace = false

  func run() async throws {
    try await reportingProblems {
      var progress = ProgressLine("backup")
      say(
        try ServerMaintenance.backUp(configuration: data.configuration(), to: file, replacing: replace) {
          progress.reach($0)
        },
        to: .standardOutput)
    }
  }
}

/// Reports the progress of a long command on standard error, at every tenth; prints nothing when
/// the command finishes in one step.
struct ProgressLine {
  private let name: String
  private var tenths = 0

  init(_ name: String) {
    self.name = name
  }

  mutating func reach(_ share: Double) {
    let reached = Int(share * 10)
    guard reached > tenths, share < 1 else { return }
    tenths = reached
    say("martlet: \(name): \(reached * 10)%", to: .standardError)
  }
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore the data from a backup. Stop the server first.",
    discussion: """
      Verifies the backup first, refuses while a server has the data open, and keeps the previous data in a folder replaced-TIME next to it.
      Exits with 0 when the backup is restored, or with 1 if it failed and nothing was changed.

      Example:
        martlet restore backup.sqlite --data /var/lib/martlet
      """)

  @Argument(help: "The backup.", completion: .file())
  var file: String

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await reportingProblems {
      var progress = ProgressLine("restore")
      for line in try ServerMaintenance.restore(
        file, configuration: data.configuration(), progress: { progress.reach($0) })
      {
        say(line, to: .standardOutput)
      }
    }
  }
}

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
