// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the server; prints a link that signs one browser in.")

  @OptionGroup var options: ServerOptions

  func run() async throws {
    try await reportingProblems {
      let server = try await ServerApplication.build(configuration: try options.configuration())
      if let key = server.firstDeviceKey {
        say("martlet: first start: made a sample app. Its device key, shown only now: \(key)", to: .standardError)
      }
      try await server.run(handlesSignals: true) { _ in
        // The one line that goes to standard output.
        if let link = try? await server.makeSignInLink() { say(link, to: .standardOutput) }
      }
    }
  }
}

/// Writes at once, also when the output is a file or a pipe.
private func say(_ line: String, to output: FileHandle) {
  output.write(Data((line + "\n").utf8))
}
