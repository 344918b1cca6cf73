// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct MoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move the data file into an empty PostgreSQL database. Stop the server first.",
    discussion: """
      Checks the file first, copies all rows, compares each with the file, and then marks the file, so that no server starts with it any more. If it is
      interrupted, run it again: it continues where it stopped. Until it is finished, no server starts with the database.
      Exits with 0 when everything is moved, or with 1 if it failed.

      Examples:
        martlet move --to postgres://martlet@db.example.com/martlet --data /var/lib/martlet
        MARTLET_DATABASE=postgres://martlet:…@db.example.com/martlet martlet move
      """)

  @Option(name: .customLong("data"), help: "Folder of the data file (MARTLET_DATA; default: data).")
  var dataDirectory: String?

  @Option(
    help:
      "PostgreSQL database to move the data to, such as postgres://martlet@db.example.com/martlet (MARTLET_DATABASE)."
  )
  var to: String?

  func run() async throws {
    try await reportingProblems {
      var progress = ProgressLine("move")
      for line in try ServerMaintenance.move(configuration: settings(), progress: { progress.reach($0) }) {
        say(line, to: .standardOutput)
      }
    }
  }

  private func settings() throws(StartProblem) -> ServerConfiguration {
    do throws(StartProblem) {
      return try ServerConfiguration(
        flags: [.data: dataDirectory, .database: to], variables: ProcessInfo.processInfo.environment)
    } catch {
      guard case .configuration(ServerConfiguration.Setting.database.description, let problem) = error else {
        throw error
      }
      throw .configuration(field: "--to (MARTLET_DATABASE)", problem)
    }
  }
}
