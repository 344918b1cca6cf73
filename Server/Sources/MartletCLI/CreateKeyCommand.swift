// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import Domain
import MartletServer

struct CreateKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create-key", abstract: "Create a key and print its secret. The secret is shown only once.")

  @OptionGroup var options: DataOptions

  @Option(help: "device: an SDK key, for apps; management: a management key, for programs.")
  var scope: APIKey.Scope

  @Option(help: "A name to recognise the key.")
  var name = "Created on the command line"

  @Option(help: "The app's id; default: the oldest app.")
  var app: String?

  func run() async throws {
    try await reportingProblems {
      say(
        try await ServerMaintenance.createKey(
          configuration: try options.configuration(), app: app, scope: scope, name: name))
    }
  }
}

extension APIKey.Scope: ExpressibleByArgument {}
