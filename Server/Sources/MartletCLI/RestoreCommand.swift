// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

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
      for line in try ServerMaintenance.restore(file, configuration: data.configuration(), progress: { progress.reach($0) }) {
        say(line, to: .standardOutput)
      }
    }
  }
}
