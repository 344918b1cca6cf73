// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import MartletCore
import MartletTesting
import PushEndpoint
import Testing

@Suite("What a push’s result says, for each reason", .timeLimit(.minutes(5)))
struct ReasonTests {
  @Test(arguments: APNsReason.allCases)
  func `each of Apple’s reasons reaches the caller with its meaning`(reason: APNsReason) async throws {
    let since = Instant(milliseconds: 1_700_000_000_123)
    let script = EndpointScript(byNumber: [1: .refuse(reason, timestamp: reason.status == 410 ? since : nil)])
    try await Stage.run(script) { stage in
      let start = stage.clock.now
      let result = await stage.sender.send(Stage.push())
      switch reason.meaning {
      case .invalidToken:
        #expect(
          result == .invalidToken(InvalidToken(reason: reason, since: reason.status == 410 ? since : start)))
      case .mistake: #expect(result == .mistake(APNsAnswer(reason)))
      case .stop: #expect(result == .stop(APNsAnswer(reason)))
      case .later(let wait):
        #expect(result == .later(Postponement(cause: .answer(APNsAnswer(reason)), wait: wait)))
      // The token was signed a moment ago, so another one would be rejected. Another server of APNs
      // accepts it.
      case .reconnect, .renewToken:
        #expect(result == .sent)
        #expect(stage.endpoint.connections == 2)
      }
      #expect(stage.endpoint.acceptedCount == ([.reconnect, .renewToken].contains(reason.meaning) ? 1 : 0))
      // No reason is the end of a sender.
      #expect(await stage.sender.send(Stage.push(2)) == .sent)
    }
  }

  @Test func `Retry-After comes with the result`() async throws {
    try await Stage.run(EndpointScript(otherwise: .refuse(.tooManyRequests, retryAfter: 120))) { stage in
      guard case .later(let postponement) = await stage.sender.send(Stage.push()) else {
        return #expect(Bool(false), "not postponed")
      }
      #expect(postponement.duration(attempts: 1, random: 0) == .seconds(120))
      #expect(postponement.wait.scope == .device)
      #expect(!postponement.mayHaveArrived)
    }
  }

  @Test func `a 410 older than the registration leaves the token, a newer one retires it`() async throws {
    let since = Instant(milliseconds: 1_700_000_000_000)
    try await Stage.run(EndpointScript(otherwise: .refuse(.unregistered, timestamp: since))) { stage in
      guard case .invalidToken(let token) = await stage.sender.send(Stage.push()) else {
        return #expect(Bool(false), "not invalid")
      }
      #expect(token.since == since)
      #expect(token.retires(registeredAt: since - .seconds(1)))
      #expect(!token.retires(registeredAt: since + .milliseconds(1)))
    }
  }

  @Test func `a reason that Apple does not document means what its status means`() async throws {
    try await Stage.run(EndpointScript(otherwise: .answer(status: 400, body: #"{"reason":"New"}"#))) {
      stage in
      #expect(await stage.sender.send(Stage.push()) == .mistake(APNsAnswer(status: 400)))
    }
  }

  @Test func `the endpoint gives back what was sent, and passes it on in order`() async throws {
    let (pushes, continuation) = AsyncStream.makeStream(of: ReceivedPush.self)
    try await Stage.run(deliver: { continuation.yield($0) }) { stage in
      let push = try Push(
        id: APNsID(delivery: "d-7"), deviceToken: "abcd", topic: Stage.topic, kind: .background,
        expiration: Instant(milliseconds: 1_800_000_000_999), collapseID: "score",
        payload: Array(#"{"aps":{}}"#.utf8))
      #expect(await stage.sender.send(push) == .sent)
      #expect(await stage.sender.send(Stage.push(2)) == .sent)
      let received = stage.endpoint.accepted[0]
      #expect(received.id == push.id.text)
      #expect(received.deviceToken == "abcd")
      #expect(received.topic == Stage.topic)
      #expect(received.kind == "background")
      #expect(received.priority == 5)
      #expect(received.expiration == Instant(milliseconds: 1_800_000_000_000))
      #expect(received.collapseID == "score")
      #expect(received.payload == push.payload)
    }
    continuation.finish()
    var delivered: [Int] = []
    for await push in pushes { delivered.append(push.number) }
    #expect(delivered == [1, 2])
  }
}
