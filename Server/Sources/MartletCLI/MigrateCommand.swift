// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MartletServer

struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate the data to the schema of this version. Stop the server first.")

  @OptionGroup var options: DataOptions

  func run() async throws {
    try await reportingProblems {
      say(try ServerMaintenance.migrate(configuration: try options.configuration()))
    }
  }
}
