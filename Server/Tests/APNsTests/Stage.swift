// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import MartletCore
import MartletTesting
import PushEndpoint
import ServerTestSupport
import Testing

@testable import APNs

/// A sender and an endpoint on loopback, with one clock that only a test moves.
struct Stage: Sendable {
  static let secret = P256.Signing.PrivateKey()
  static let topic = "com.example.app"

  let clock: ManualClock
  let key: SigningKey
  let configuration: APNsEndpoint.Configuration
  let endpoint: APNsEndpoint
  let sender: PushSender

  /// Runs a test, and ends sender and endpoint after it.
  static func run(
    _ script: EndpointScript = EndpointScript(), limits: SenderLimits = SenderLimits(),
    configure: (inout APNsEndpoint.Configuration) -> Void = { _ in },
    deliver: (@Sendable (ReceivedPush) async -> Void)? = nil,
    _ body: (Stage) async throws -> Void
  ) async throws {
    let clock = ManualClock()
    let key = try SigningKey(p8: secret.pemRepresentation, keyID: "ABC1234567", teamID: "DEF8901234")
    let registered = try RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKeyPEM: key.publicKeyPEM)
    var configuration = APNsEndpoint.Configuration(
      keys: [registered], identity: try EndpointIdentity(), environment: clock.environment)
    configuration.script = script
    configuration.topics = [topic]
    configure(&configuration)
    let endpoint = try await APNsEndpoint(configuration, deliver: deliver)
    var limits = limits
    // The system's own clock limits a connection too. On a busy machine one takes its time, and the
    // next would wait for a clock that nobody moves.
    if limits.opening == SenderLimits().opening { limits.opening = .seconds(600) }
    let sender = try PushSender(key: key, host: endpoint.host, limits: limits, environment: clock.environment)
    let stage = Stage(
      clock: clock, key: key, configuration: configuration, endpoint: endpoint, sender: sender)
    do {
      try await body(stage)
    } catch {
      await endpoint.stop()
      throw error
    }
    await endpoint.stop()
    await sender.shutDown()
  }

  static func push(_ number: Int = 1, bytes: Int = 40) -> Push {
    let token = String(UInt64(number) + 0xAB00_0000_0000_0000, radix: 16)
    let text = #"{"aps":{"alert":"\#(number)"}}"#
    let payload = Array(text.utf8) + [UInt8](repeating: 0x20, count: max(bytes - text.utf8.count, 0))
    return try! Push(id: APNsID(delivery: "d-\(number)"), deviceToken: token, topic: topic, payload: payload)
  }

  /// Sends pushes with these numbers, all at a time.
  func send(_ numbers: ClosedRange<Int>, bytes: Int = 40) async -> [PushResult] {
    await withTaskGroup(of: PushResult.self) { group in
      for number in numbers {
        let push = Self.push(number, bytes: bytes)
        group.addTask { await sender.send(push) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Waits for something, and moves the clock on meanwhile, a second at a time. With a condition,
  /// only when the sender is in this state.
  func passingTime<Value: Sendable>(
    when condition: @escaping @Sendable (SenderState) -> Bool = { _ in true }, of sender: PushSender? = nil,
    _ body: () async -> Value
  ) async -> Value {
    let sender = sender ?? self.sender
    let hand = Task {
      while !Task.isCancelled {
        if condition(await sender.state) { await clock.advance(by: .seconds(1)) }
        await Task.yield()
      }
    }
    defer { hand.cancel() }
    return await body()
  }

  /// Returns when the sender is in a state, which it reaches by itself.
  func wait(until isReached: @Sendable (SenderState) -> Bool) async {
    try? await eventually("the sender is in that state") { isReached(await sender.state) }
  }
}

extension [PushResult] {
  var allSent: Bool { !isEmpty && allSatisfy { $0 == .sent } }
}
