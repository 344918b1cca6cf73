// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MartletServer

// Commands without options of their own.

struct SignInLinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in-link",
    abstract: "Print a new sign-in link for one browser, even while the server runs.")

  @OptionGroup var options: ServerOptions

  func run() async throws {
    try await reportingProblems {
      say(try await ServerMaintenance.makeSignInLink(configuration: try options.configuration()))
    }
  }
}

struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate the data to the schema of this version. Stop the server first."
  )

  @OptionGroup var options: DataOptions

  func run() async throws {
    try await reportingProblems {
      say(try ServerMaintenance.migrate(configuration: try options.configuration()))
    }
  }
}

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check what the server needs, one line per check. Exits with 1 if a check fails.")

  @OptionGroup var options: ServerOptions

  func run() async throws {
    try await reportingProblems {
      let findings = await Doctor.examine(try options.configuration())
      for finding in findings { say("\(finding)") }
      if findings.contains(where: \.isFailure) { throw ExitCode(1) }
    }
  }
}

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Run the whole loop in the terminal. Exits with 0 only if the server counted what was shown.")

  func run() async throws {
    try await reportingProblems {
      try await Demo.run { say($0) }
    }
  }
}

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version.")

  func run() { say(martletVersion) }
}
