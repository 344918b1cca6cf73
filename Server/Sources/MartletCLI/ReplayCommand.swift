// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletKit
import MartletTesting

struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay a device's recording and explain each decision.",
    discussion: """
      The recording is a file engine.N in the client's storage folder, or that folder. Prints the timeline on standard output, and at the end
      whether every decision was reproduced. Exits with 0 if all were reproduced, 1 if one differs, 2 if the recording cannot be read, and 3 if
      it is damaged. In that case the last line gives the number of lost bytes and of reproduced decisions.

      Examples:
        martlet replay storage
        martlet replay storage/engine.7 --until 120
        martlet replay storage --explain welcome
      """)

  @Argument(
    help: ArgumentHelp("A file engine.N, or the folder that holds them.", valueName: "journal"),
    completion: .file())
  var journal: String

  @Option(help: ArgumentHelp("Stop after this step.", valueName: "N"))
  var until: Int?

  @Option(help: ArgumentHelp("Show only this campaign.", valueName: "campaign"))
  var explain: String?

  func run() async throws {
    let replay: Martlet.Replay
    do throws(Martlet.Replay.Failure) {
      replay = try Martlet.Replay(contentsOf: URL(fileURLWithPath: journal))
    } catch {
      say("martlet: \(error)", to: .standardError)
      throw ExitCode(2)
    }
    let transcript = ReplayTranscript(replay, until: until, explaining: explain)
    for line in transcript.lines + transcript.verdict { say(line, to: .standardOutput) }
    if transcript.exitStatus != 0 { throw ExitCode(transcript.exitStatus) }
  }
}
