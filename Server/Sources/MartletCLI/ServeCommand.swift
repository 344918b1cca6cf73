// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the server; prints a link that signs one browser in.")

  @OptionGroup var options: ServerOptions
  @OptionGroup var operation: OperationOptions
  @OptionGroup var retention: RetentionOptions

  func run() async throws {
    try await reportingProblems {
      let configuration = try options.configuration(with: operation, retention)
      try await StartMigration.run(configuration: configuration)
      let server = try await ServerApplication.build(configuration: configuration)
      if let key = server.firstDeviceKey {
        say("martlet: first start: made a sample app. Its device key, shown only now: \(key)", to: .standardError)
      }
      try await server.run(handlesSignals: true) { _ in
        // The one line that goes to standard output.
        do {
          try StandardStream.standardOutput.write(try await server.makeSignInLink() + "\n")
        } catch {
          say("martlet: the server runs, but there is no sign-in link: \(error) For a new one: martlet sign-in-link", to: .standardError)
        }
      }
    }
  }
}
