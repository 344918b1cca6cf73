// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import Testing

@testable import MartletServer

@Suite("Simulated people", .timeLimit(.minutes(5)))
struct SimulationTests {
  private static let now = Instant(milliseconds: 1_795_000_000_000)

  /// All events of some people.
  private static func events(_ simulation: Simulation, people: Int = 200) -> [[Wire.EventRecord]] {
    (0..<people).map { person in
      let device = SimulatedDevice(simulation, person: person)
      return simulation.sessions(of: person, until: now).flatMap { device.events(in: $0) }
    }
  }

  @Test func `the same values give the same events, and another seed others`() {
    var simulation = Simulation()
    let events = Self.events(simulation)
    #expect(events == Self.events(simulation))
    simulation.seed = 2
    #expect(events != Self.events(simulation))
    #expect(Set(events.joined().map(\.id)).isDisjoint(with: Self.events(simulation).joined().map(\.id)))
  }

  @Test func `people have about as many sessions, events and wrong clocks as they are given`() {
    var simulation = Simulation()
    (simulation.days, simulation.sessions, simulation.events, simulation.wrongClocks) = (3, 2, 8, 0.1)
    let people = 4_000
    let sessions = (0..<people).reduce(0) { $0 + simulation.sessions(of: $1, until: Self.now).count }
    #expect(abs(Double(sessions) / Double(people * 3) - 2) < 0.15)
    let wrong = (0..<people).count { SimulatedDevice(simulation, person: $0).clockError != .zero }
    #expect(abs(Double(wrong) / Double(people) - 0.1) < 0.02)
    let own = Self.events(simulation).joined().count {
      switch $0.body {
      case .custom, .purchase, .screenView: true
      default: false
      }
    }
    let few = (0..<200).reduce(0) { $0 + simulation.sessions(of: $1, until: Self.now).count }
    #expect(abs(Double(own) / Double(few) - 7.5) < 1)
  }

  @Test func `every event is one that the server accepts`() {
    var simulation = Simulation()
    simulation.wrongClocks = 0
    for event in Self.events(simulation).joined() {
      #expect(event.id.count <= 64 && event.at <= Self.now + .seconds(3_600))
    }
  }

  @Test func `the command stores what it sends once, and says why a server does not take it`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await ServerProcess.start(data: folder + "/data")
    func simulate() async throws -> CommandTests.End {
      try await CommandTests.run([
        "simulate", "--server", "http://127.0.0.1:\(server.port)", "--key", server.deviceKey, "--people",
        "20",
        "--lost-answers", "0.2", "--days", "2",
      ])
    }
    let first = try await simulate()
    let counted = try #require(
      first.standardOutput.firstMatch(of: /events: +([\d,]+) stored, ([\d,]+) sent again, 0 refused/),
      "\(first)")
    #expect(first.status == 0 && counted.1 != "0")
    #expect(first.standardOutput.contains("99% within"), "\(first)")
    let again = try await simulate()
    #expect(again.status == 1 && again.standardError.contains("Choose another --seed"), "\(again)")
    let wrong = try await CommandTests.run([
      "simulate", "--server", "http://127.0.0.1:\(server.port)", "--key", "mk_wrong", "--people", "1",
      "--sessions", "50",
    ])
    #expect(wrong.status == 1 && wrong.standardError.contains("401"), "\(wrong)")
  }
}
