// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletKit
import MartletTesting

struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Decide a device's recording once more, and say what was decided and why.",
    discussion: """
      The recording is a file engine.N in the folder where the client keeps its files, or that folder. Prints the timeline in words on standard
      output, and at its end whether every decision came out as it was recorded. Ends with status 0 when it did, 1 when one differs, 2 when the
      recording cannot be read, and 3 when it is damaged: then the last line says how many bytes are lost and how many decisions came out as
      recorded.

      Examples:
        martlet replay storage
        martlet replay storage/engine.7 --until 120
        martlet replay storage --explain welcome
      """)

  @Argument(help: ArgumentHelp("A file engine.N, or the folder that holds them.", valueName: "journal"), completion: .file())
  var journal: String

  @Option(help: ArgumentHelp("Stop after this step.", valueName: "N"))
  var until: Int?

  @Option(help: ArgumentHelp("List only what concerns this campaign.", valueName: "campaign"))
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
