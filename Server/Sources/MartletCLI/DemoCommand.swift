// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MartletServer

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Run the whole loop in the terminal. Exits with 0 only if the server counted what was shown.")

  func run() async throws {
    try await reportingProblems {
      try await Demo.run { say($0) }
    }
  }
}
