// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletCore
public import MartletKit
import MartletWire
import Synchronization

/// Sends what simulated people do to a server, as fast as it answers, and measures that.
public struct SimulationRun: Sendable {
  private let simulation: Simulation
  private let server: URL
  private let key: String
  private let transport: any Transport
  private let environment: Environment

  /// How many devices ask at the same time.
  public static let together = 32
  /// How often a device tries again what was not answered, or was answered with 429 or 503.
  private static let attempts = 8

  /// - Parameters:
  ///   - server: Such as `http://127.0.0.1:8080`.
  ///   - key: The SDK key of the app.
  public init(
    _ simulation: Simulation, server: URL, key: String, transport: any Transport = URLSessionTransport(),
    environment: Environment = .live
  ) {
    self.simulation = simulation
    self.server = server
    self.key = key
    self.transport = transport
    self.environment = environment
  }

  /// Why a simulation ended early.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    case refused(status: Int, words: String)
    /// They were simulated before, and have secrets since.
    case known
    case unreachable(String)

    public var description: String {
      switch self {
      case .refused(429, let words):
        "The server limits how much one address or key may send (\(words)). Start it with --limit address-requests=off,address-bytes=off,key-requests=off,key-bytes=off,key-people=off."
      case .known: "The server knows these devices from before. Choose another --seed."
      case .refused(let status, let words): "The server answered \(status): \(words)"
      case .unreachable(let reason): "The server does not answer: \(reason)"
      }
    }
  }

  /// Throws `Problem` for a server that refuses, or that does not answer after several attempts.
  ///
  /// - Parameter progress: Receives the share of the people who are done, now and then.
  public func run(progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> SimulationReport
  {
    let now = environment.now()
    let before = await serverFigures()
    let start = environment.monotonicNow()
    let count = min(Self.together, simulation.people)
    var report = try await withThrowingTaskGroup(of: SimulationReport.self) { group in
      for first in 0..<count {
        group.addTask { [self] in
          var report = SimulationReport()
          for person in stride(from: first, to: simulation.people, by: count) {
            try await live(person, until: now, &report)
            // All go on at about the same pace.
            if first == 0 { progress(Double(person) / Double(simulation.people)) }
          }
          return report
        }
      }
      var all = SimulationReport()
      for try await part in group { all.add(part) }
      return all
    }
    report.people = simulation.people
    report.took = environment.monotonicNow() - start
    (report.before, report.after) = (before, await serverFigures())
    return report
  }

  /// All sessions of one person, one after the other.
  private func live(_ person: Int, until now: Instant, _ report: inout SimulationReport) async throws {
    var device = SimulatedDevice(simulation, person: person)
    var network = simulation.chance(person, 4_095)
    for session in simulation.sessions(of: person, until: now) {
      report.sessions += 1
      let sync = Wire.SyncRequest(
        device: device.device, userID: session.number == 0 ? nil : device.userID, sessionID: nil,
        definitionsTag: device.definitionsTag, sentAt: environment.now() + device.clockError)
      let answer = try await send(Wire.encode(sync), to: "sync", device, &network, &report)
      device.take(try Wire.decode(Wire.SyncResponse.self, from: answer))
      let events = device.events(in: session)
      let batch = Wire.EventsRequest(
        device: device.device, userID: device.userID, sentAt: environment.now() + device.clockError,
        events: events)
      let stored = try await send(Wire.encode(batch), to: "events", device, &network, &report)
      report.take(try Wire.decode(Wire.EventsResponse.self, from: stored), of: events.count)
    }
  }

  /// The answer that arrives.
  private func send(
    _ body: [UInt8], to route: String, _ device: SimulatedDevice, _ network: inout Simulation.Chance,
    _ report: inout SimulationReport
  ) async throws -> [UInt8] {
    var headers = ["Content-Type": "application/json", "X-Martlet-Key": key]
    headers[Wire.DeviceCredential.header] = device.credential
    let request = TransportRequest(
      method: "POST", url: server.appendingPathComponent("sdk/v1/\(route)"), headers: headers, body: body)
    var attempt = 0
    while true {
      attempt += 1
      let start = environment.monotonicNow()
      let response: TransportResponse
      do {
        response = try await transport.send(request)
      } catch {
        report.unanswered += 1
        guard attempt < Self.attempts else { throw Problem.unreachable("\(error)") }
        try await environment.sleep(.seconds(min(8, attempt)))
        continue
      }
      switch response.status {
      case 200:
        report.times[route, default: []].append(environment.monotonicNow() - start)
        // The device does not get it, and asks again with the same.
        if network.share() < simulation.lostAnswers {
          report.lost += 1
          continue
        }
        return response.body
      case 429 where attempt < Self.attempts, 503 where attempt < Self.attempts:
        report.postponed += 1
        let wait = response.headers["retry-after"].flatMap { Int($0) } ?? 1
        try await environment.sleep(.seconds(min(wait, 30)))
      default:
        let problem = try? Wire.decode(Wire.JSONValue.self, from: response.body)
        if problem?["code"]?.string.flatMap(Wire.DeviceCredential.Refusal.init) != nil { throw Problem.known }
        throw Problem.refused(
          status: response.status, words: problem?["title"]?.string ?? "no reason was given")
      }
    }
  }

  /// What the server says of itself; empty if it does not say it here.
  private func serverFigures() async -> [String: Double] {
    let request = TransportRequest(method: "GET", url: server.appendingPathComponent("metrics"))
    guard let response = try? await transport.send(request), response.status == 200 else { return [:] }
    var figures: [String: Double] = [:]
    for line in String(decoding: response.body, as: UTF8.self).split(separator: "\n")
    where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      if words.count == 2, let value = Double(words[1]) { figures[String(words[0])] = value }
    }
    return figures
  }
}
