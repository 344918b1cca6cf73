// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletServer
import MartletWire

/// A device's sync, with key, person and campaigns, against the server's own empty route, over real
/// HTTP on loopback.
enum SyncBenchmarks {
  static let connections = 4

  static func run(rounds: Int) async throws -> [Comparison] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-sync-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try await ServerApplication.build(
      configuration: ServerConfiguration(port: 0, storage: .directory(folder.path), logLevel: .critical))
    guard let key = server.firstDeviceKey else { preconditionFailure("a fresh folder has a first key") }
    let listening = await ListeningServer(server)
    defer { listening.cancel() }
    let port = listening.port

    let device = Wire.Device(id: "device-1", platform: "linux", sdkVersion: "0.1.0")
    let first = try HTTPConnection(port: port).post("/sdk/v1/sync", key: key, body: request(device, tag: nil))
    let answer = try Wire.decode(Wire.SyncResponse.self, from: first)
    let tag = answer.definitions?.tag
    precondition(tag != nil, "the first sync brings definitions")
    let empty = HTTPConnection.bytes("GET", "/livez", key: nil, body: [])
    let unchanged = HTTPConnection.bytes(
      "POST", "/sdk/v1/sync", key: key, credential: answer.deviceCredential, body: request(device, tag: tag))
    let full = HTTPConnection.bytes(
      "POST", "/sdk/v1/sync", key: key, credential: answer.deviceCredential, body: request(device, tag: nil))
    return try await [
      compare(
        "sync, definitions unchanged, throughput", unchanged, against: empty, port: port, rounds: rounds,
        goal: 0.8),
      compare(
        "sync, definitions sent, throughput", full, against: empty, port: port, rounds: rounds, goal: 0.5),
    ]
  }

  private static func request(_ device: Wire.Device, tag: String?) -> [UInt8] {
    Wire.encode(
      Wire.SyncRequest(
        device: device, userID: "user-1", sessionID: "session-1", definitionsTag: tag,
        sentAt: DecisionBenchmarks.now))
  }

  private static func compare(
    _ name: String, _ subject: [UInt8], against baseline: [UInt8], port: Int, rounds: Int, goal: Double
  ) async throws -> Comparison {
    try await compare(name, { _ in subject }, against: baseline, port: port, rounds: rounds, goal: goal)
  }

  /// - Parameters:
  ///   - subject: A request for each number from 0 to `requests * connections`.
  ///   - prepare: Called before each load of the subject.
  static func compare(
    _ name: String, _ subject: @Sendable (Int) -> [UInt8], against baseline: [UInt8], port: Int, rounds: Int,
    goal: Double,
    prepare: () -> Void = {}
  ) async throws -> Comparison {
    var times: (subject: [Double], baseline: [Double]) = ([], [])
    for round in 0...rounds {
      prepare()
      let pair: (Double, Double)
      if round.isMultiple(of: 2) {
        let first = try await load(subject, port: port)
        pair = (first, try await load({ _ in baseline }, port: port))
      } else {
        let first = try await load({ _ in baseline }, port: port)
        pair = (try await load(subject, port: port), first)
      }
      guard round > 0 else { continue }
      times.subject.append(pair.0)
      times.baseline.append(pair.1)
    }
    return Comparison(
      name: name, subject: Timing(name: "sync", nanoseconds: times.subject),
      baseline: Timing(name: "empty route", nanoseconds: times.baseline),
      ratios: zip(times.subject, times.baseline).map { $1 / $0 },
      goal: .atLeast(goal))
  }

  /// The requests of one connection.
  static let requests = 600

  /// Sends the requests over a few connections; returns the nanoseconds between answers.
  private static func load(_ request: @Sendable (Int) -> [UInt8], port: Int) async throws -> Double {
    let clients = try (0..<connections).map { _ in try HTTPConnection(port: port) }
    let seconds = try await Stopwatch.seconds {
      DispatchQueue.concurrentPerform(iterations: connections) { index in
        for number in 0..<requests {
          guard (try? clients[index].exchange(request(index * requests + number))) != nil else {
            preconditionFailure("the server answered with an error")
          }
        }
      }
    }
    return seconds * 1e9 / Double(requests * connections)
  }
}
