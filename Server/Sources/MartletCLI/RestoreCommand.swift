// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in the place of the data. Stop the server first.",
    discussion: """
      Checks the backup first, refuses while a server has the data open, and keeps the data that were there in a folder replaced-TIME beside.
      Ends with status 0 when the backup is in place, else with 1, and then nothing was changed.

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
