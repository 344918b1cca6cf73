// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the server and print a sign-in link for one browser.")

  @OptionGroup var options: ServerOptions
  @OptionGroup var operation: OperationOptions
  @OptionGroup var retention: RetentionOptions

  func run() async throws {
    try await reportingProblems {
      let configuration = try options.configuration(with: operation.words.merging(retention.words) { $1 })
      try await StartMigration.run(configuration: configuration)
      let server = try await ServerApplication.build(configuration: configuration)
      if let key = server.firstDeviceKey {
        say(
          "martlet: first start: created a sample app. Its SDK key (shown only once): \(key)",
          to: .standardError)
      }
      try await server.run(handlesSignals: true) { _ in
        // The only line on standard output.
        do {
          try StandardStream.standardOutput.write(try await server.makeSignInLink() + "\n")
        } catch {
          say(
            "martlet: The server runs, but has no sign-in link: \(error) Create one with: \(server.linkCommand)",
            to: .standardError)
        }
      }
    }
  }
}
