// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import PushEndpoint
import Testing

@testable import APNs

@Suite("Connections that end, stall and return", .timeLimit(.minutes(5)))
struct ConnectionTests {
  @Test func `a connection that ends in the middle loses no push and sends none twice`() async throws {
    let script = EndpointScript(byNumber: [73: .goAway(isProcessed: true), 140: .goAway(isProcessed: false)])
    try await Stage.run(script, configure: { $0.streams = 50 }) { stage in
      #expect(await stage.send(1...300).allSent)
      let ids = stage.endpoint.accepted.map(\.id)
      #expect(ids.count == 300)
      #expect(Set(ids).count == 300)
      #expect(stage.endpoint.connections == 3)
    }
  }

  @Test func `only pushes whose answer was lost come twice, with the same id and collapse id`() async throws {
    try await Stage.run(
      EndpointScript(byNumber: [60: .loseAnswer, 130: .loseAnswer]), configure: { $0.streams = 50 }
    ) { stage in
      #expect(await stage.passingTime(when: \.isWaitingToConnect) { await stage.send(1...300) }.allSent)
      let byDevice = Dictionary(grouping: stage.endpoint.accepted, by: \.deviceToken)
      #expect(byDevice.count == 300)
      let doubled = byDevice.values.filter { $0.count > 1 }
      #expect(!doubled.isEmpty && doubled.count <= 100)
      for pushes in doubled {
        #expect(Set(pushes.map(\.id)).count == 1)
        #expect(Set(pushes.map(\.collapseID)) == [pushes[0].id])
      }
    }
  }

  @Test func `a push that a peer refuses is sent again over the same connection`() async throws {
    let step = EndpointScript.Step.reset(isUnprocessed: true)
    try await Stage.run(EndpointScript(byNumber: [1: step, 2: step, 3: step, 4: step])) { stage in
      #expect(await stage.sender.send(Stage.push()) == .sent)
      #expect(stage.endpoint.acceptedCount == 1)
      #expect(stage.endpoint.connections == 1)
    }
  }

  @Test func `a push that nobody ever takes is given back`() async throws {
    try await Stage.run(EndpointScript(otherwise: .reset(isUnprocessed: true))) { stage in
      #expect(
        await stage.sender.send(Stage.push())
          == .later(Postponement(cause: .notSent, wait: .forConnection, trouble: .refused)))
      #expect(stage.endpoint.received == 10)
    }
    try await Stage.run(EndpointScript(otherwise: .reset(isUnprocessed: false))) { stage in
      #expect(
        await stage.sender.send(Stage.push()) == .later(Postponement(cause: .unanswered, wait: .forAnswer)))
      #expect(stage.endpoint.received == 3)
    }
  }

  @Test func `a request that is never answered ends at its deadline, and so does its silent connection`()
    async throws
  {
    try await Stage.run(EndpointScript(byNumber: [1: .ignore])) { stage in
      let result = Task { await stage.sender.send(Stage.push()) }
      await stage.endpoint.waitForRequests(1)
      let unanswered = await stage.passingTime { await result.value }
      #expect(unanswered == .later(Postponement(cause: .unanswered, wait: .forAnswer)))
      guard case .later(let postponement) = unanswered else { return }
      #expect(postponement.mayHaveArrived)
      #expect(
        await stage.passingTime(when: \.isWaitingToConnect) { await stage.sender.send(Stage.push(2)) }
          == .sent)
      #expect(stage.endpoint.connections == 2)
    }
  }

  @Test func `one stream that is never answered does not cost a connection that lives`() async throws {
    try await Stage.run(EndpointScript(byNumber: [1: .ignore])) { stage in
      let result = Task { await stage.sender.send(Stage.push()) }
      await stage.endpoint.waitForRequests(1)
      await stage.clock.advance(by: .seconds(20))
      #expect(await stage.sender.send(Stage.push(2)) == .sent)
      #expect(
        await stage.passingTime { await result.value }
          == .later(Postponement(cause: .unanswered, wait: .forAnswer)))
      #expect(await stage.sender.send(Stage.push(3)) == .sent)
      #expect(stage.endpoint.connections == 1)
    }
  }

  @Test func `an answer before the payload was read ends its request at once, and frees its stream`()
    async throws
  {
    // With no window, payloads never leave the sender.
    let script = EndpointScript(otherwise: .refuseEarly(.badDeviceToken))
    try await Stage.run(
      script,
      configure: {
        $0.initialWindow = 0
        $0.streams = 2
      }
    ) { stage in
      let results = await stage.send(1...100, bytes: 4_096)
      #expect(results.count == 100)
      for result in results {
        guard case .invalidToken(let token) = result else { return #expect(Bool(false), "\(result)") }
        #expect(token.reason == .badDeviceToken)
      }
      #expect(stage.endpoint.connections == 1)
      #expect(stage.endpoint.mostInFlight <= 2)
    }
  }

  @Test func `a payload that the peer never reads ends at the deadline`() async throws {
    try await Stage.run(configure: { $0.initialWindow = 0 }) { stage in
      let result = Task { await stage.sender.send(Stage.push()) }
      await stage.wait { $0.inFlight == 1 }
      #expect(
        await stage.passingTime { await result.value }
          == .later(Postponement(cause: .unanswered, wait: .forAnswer)))
    }
  }

  @Test func `no more pushes are in flight than the peer accepts, and more as soon as it accepts more`()
    async throws
  {
    try await Stage.run(configure: { $0.streams = 1 }) { stage in
      #expect(await stage.send(1...30).allSent)
      #expect(stage.endpoint.mostInFlight == 1)
      stage.endpoint.setStreams(200)
      stage.endpoint.setScript(EndpointScript(otherwise: .hold))
      async let results = stage.send(31...230)
      // All are in flight, because none has been answered.
      await stage.endpoint.waitForRequests(230)
      stage.endpoint.release()
      #expect(await results.allSent)
      #expect(stage.endpoint.mostInFlight == 200)
    }
  }

  @Test
  func
    `while nobody listens, pushes are given back at their deadline; they are sent when somebody listens again`()
    async throws
  {
    try await Stage.run { stage in
      #expect(await stage.sender.send(Stage.push()) == .sent)
      await stage.endpoint.stop()
      // A push that is written before the sender notices may have arrived, for all it knows.
      await stage.wait { !$0.isConnected }
      let lost = Task { await stage.sender.send(Stage.push(2)) }
      // Time passes only while it waits: the system takes as long as it likes to say that nobody
      // listens.
      let result = await stage.passingTime(when: \.isWaitingToConnect) { await lost.value }
      #expect(result == .later(Postponement(cause: .notSent, wait: .forConnection, trouble: .noListener)))

      let found = Task { await stage.sender.send(Stage.push(3)) }
      await stage.wait { $0.unfinished == 1 && $0.isWaitingToConnect }
      var configuration = stage.configuration
      configuration.port = stage.endpoint.host.port
      let again = try await APNsEndpoint(configuration)
      #expect(await stage.passingTime(when: \.isWaitingToConnect) { await found.value } == .sent)
      #expect(again.acceptedCount == 1)
      await again.stop()
    }
  }

  @Test func `a sender trusts no other certificate than the one it was told`() async throws {
    try await Stage.run { stage in
      let stranger = try EndpointIdentity()
      let host = APNsHost(
        name: stage.endpoint.host.name, address: "127.0.0.1", port: stage.endpoint.host.port,
        trust: .certificates([stranger.certificate]))
      let sender = try PushSender(key: stage.key, host: host, environment: stage.clock.environment)
      let result = Task { await sender.send(Stage.push()) }
      let given = await stage.passingTime(when: \.isWaitingToConnect, of: sender) { await result.value }
      #expect(given == .later(Postponement(cause: .notSent, wait: .forConnection, trouble: .certificate)))
      #expect(stage.endpoint.received == 0)
      await sender.shutDown()
    }
  }

  @Test func `a connection that is given up in whatever moment never holds up the end`() async throws {
    try await Stage.run { stage in
      var limits = SenderLimits()
      limits.opening = .seconds(1)
      for number in 1...40 {
        let sender = try PushSender(
          key: stage.key, host: stage.endpoint.host, limits: limits, environment: stage.clock.environment)
        // Whether it is sent before the time is over is the machine's affair.
        _ = await stage.passingTime(of: sender) { await sender.send(Stage.push(number)) }
        await sender.shutDown()
      }
    }
  }

  @Test func `many pushes at a time all arrive whole, each once`() async throws {
    try await Stage.run(configure: { $0.streams = 200 }) { stage in
      #expect(await stage.send(1...1_000, bytes: 2_048).allSent)
      let accepted = stage.endpoint.accepted
      #expect(Set(accepted.map(\.deviceToken)).count == 1_000)
      #expect(accepted.count == 1_000)
      let expected = Dictionary(
        uniqueKeysWithValues: (1...1_000).map { Stage.push($0, bytes: 2_048) }.map { ($0.deviceToken, $0) })
      #expect(
        accepted.allSatisfy {
          expected[$0.deviceToken]?.payload == $0.payload && expected[$0.deviceToken]?.id.text == $0.id
        })
      #expect(stage.endpoint.connections == 1)
    }
  }

  @Test func `shutting down finishes what was begun and accepts nothing else`() async throws {
    try await Stage.run(EndpointScript(otherwise: .hold)) { stage in
      async let results = stage.send(1...20)
      await stage.endpoint.waitForRequests(20)
      async let ended: Void = stage.sender.shutDown()
      await stage.wait { $0.isShuttingDown }
      #expect(
        await stage.sender.send(Stage.push(21))
          == .later(Postponement(cause: .shutDown, wait: .forConnection)))
      stage.endpoint.release()
      #expect(await results.allSent)
      await ended
      #expect(stage.endpoint.acceptedCount == 20)
    }
  }

  @Test
  func `for three hours no push is rejected: tokens are renewed before they expire, and never too often`()
    async throws
  {
    try await Stage.run { stage in
      for number in 1...60 {
        #expect(await stage.sender.send(Stage.push(number)) == .sent)
        await stage.clock.advance(by: .seconds(180))
      }
    }
  }

  @Test func `a push whose token APNs calls expired is sent again with a new one`() async throws {
    try await Stage.run { stage in
      #expect(await stage.sender.send(Stage.push()) == .sent)
      await stage.clock.advance(by: .seconds(25 * 60))
      stage.endpoint.setScript(EndpointScript(byNumber: [2: .refuse(.expiredProviderToken)]))
      #expect(await stage.sender.send(Stage.push(2)) == .sent)
      #expect(stage.endpoint.received == 3)
    }
  }
}
