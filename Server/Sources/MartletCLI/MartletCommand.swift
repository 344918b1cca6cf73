// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer

/// `martlet`: sub-commands parse, call one function, print.
@main
struct MartletCommand: AsyncParsableCommand {
  static func main() async {
    // The data is personal: every file is readable only by its owner, wherever it is written and
    // whatever the shell's setting.
    umask(0o077)
    StandardStream.prepare()
    do {
      var command = try await asyncParseAsRoot(nil)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      // Help and version were requested and go to standard output; everything else goes to standard
      // error.
      let (status, text) = (exitCode(for: error), fullMessage(for: error))
      if !text.isEmpty { say(text, to: status.isSuccess ? .standardOutput : .standardError) }
      Foundation.exit(status.rawValue)
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "martlet",
    abstract: "Self-hosted in-app messaging.",
    version: martletVersion,
    subcommands: [
      ServeCommand.self, DemoCommand.self, SignInLinkCommand.self, CreateKeyCommand.self, MigrateCommand.self,
      BackupCommand.self,
      RestoreCommand.self, VerifyCommand.self, MoveCommand.self, BacktestCommand.self, PruneCommand.self,
      DoctorCommand.self,
      ScenarioCommand.self,
      ReplayCommand.self,
      LintCommand.self, SimulateCommand.self, VersionCommand.self,
    ])
}
