// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MartletServer

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check what the server needs, one line per check. Exits with 1 if a check fails.")

  @OptionGroup var options: ServerOptions

  func run() async throws {
    try await reportingProblems {
      let findings = await Doctor.examine(try options.configuration())
      for finding in findings { say("\(finding)") }
      if findings.contains(where: \.isFailure) { throw ExitCode(1) }
    }
  }
}
