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
        try ServerMaintenance.backUp(configuration: data.configuration(), to: file, replacing: replace) { progress.reach($0) },
        to: .standardOutput)
    }
  }
}

/// Reports the progress of a long command on standard error, at every tenth; prints nothing when the command finishes in one step.
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
