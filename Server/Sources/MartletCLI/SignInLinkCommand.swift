// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MartletServer

struct SignInLinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in-link", abstract: "Print a new sign-in link for one browser, even while the server runs.")

  @OptionGroup var options: ServerOptions

  func run() async throws {
    try await reportingProblems {
      say(try await ServerMaintenance.makeSignInLink(configuration: try options.configuration()))
    }
  }
}
