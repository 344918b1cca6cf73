// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import MartletServer
import Synchronization

struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Send what many people do with an app to a server, and measure it.",
    discussion: """
      Use a server of its own: simulated people cannot be told from others, except that the ids of their devices begin with sim-. They have \
      sessions, sign in, log events and see the messages that the server gives them, with clocks that are off and answers that get lost. The \
      same options make the same people, so use each --seed once with a server.

      The server has to take that much from one address:
        martlet serve --limit address-requests=off,address-bytes=off,key-requests=off,key-bytes=off,key-people=off

      Example:
        martlet simulate --server http://127.0.0.1:8080 --key mk_… --people 100000
      """)

  @Option(help: "Address of the server.")
  var server: String

  @Option(help: "SDK key of the app.")
  var key: String

  @Option(help: "How many people there are.")
  var people = Simulation().people

  @Option(help: "How many days before now they begin.")
  var days = Simulation().days

  @Option(help: "Sessions of one person in a day, on average.")
  var sessions = Simulation().sessions

  @Option(help: "Events of one session, on average.")
  var events = Simulation().events

  @Option(help: "Share of devices whose clock is off, from 0 to 1.")
  var wrongClocks = Simulation().wrongClocks

  @Option(help: "Share of answers that do not arrive, from 0 to 0.9.")
  var lostAnswers = Simulation().lostAnswers

  @Option(help: "Other numbers make other people.")
  var seed = Simulation().seed

  func validate() throws {
    guard people > 0, days > 0, sessions >= 0, events >= 0 else {
      throw ValidationError("--people and --days are numbers above 0, --sessions and --events not below 0.")
    }
    guard (0...1).contains(wrongClocks), (0...0.9).contains(lostAnswers) else {
      throw ValidationError("--wrong-clocks is a share from 0 to 1, --lost-answers one from 0 to 0.9.")
    }
    guard let url = URL(string: server), ["http", "https"].contains(url.scheme), url.host != nil else {
      throw ValidationError("--server is an address such as http://127.0.0.1:8080.")
    }
  }

  func run() async throws {
    var simulation = Simulation()
    (simulation.people, simulation.days, simulation.seed) = (people, days, seed)
    (simulation.sessions, simulation.events) = (sessions, events)
    (simulation.wrongClocks, simulation.lostAnswers) = (wrongClocks, lostAnswers)
    guard let url = URL(string: server) else { return }
    try await reportingProblems { [simulation] in
      let line = Mutex(ProgressLine("simulate"))
      let report = try await SimulationRun(simulation, server: url, key: key).run { share in
        line.withLock { $0.reach(share) }
      }
      for line in report.lines { say(line, to: .standardOutput) }
    }
  }
}
