// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

@Suite("A transport that holds requests", .timeLimit(.minutes(5)))
struct HeldTransportTests {
  @Test func `requests are handed to the test in the order in which they came, and each gets its own answer`()
    async throws
  {
    let transport = HeldTransport()
    let first = Task { try await transport.send(.sample("a")) }
    let firstHeld = await transport.waitForRequest()
    let second = Task { try await transport.send(.sample("b")) }
    let secondHeld = await transport.waitForRequest()
    #expect(firstHeld.request == .sample("a") && secondHeld.request == .sample("b"))
    #expect(transport.receivedCount == 2 && transport.openCount == 2)
    secondHeld.answer(TransportResponse(status: 202))
    firstHeld.answer(TransportResponse(status: 201))
    #expect(try await first.value.status == 201)
    #expect(try await second.value.status == 202)
    #expect(transport.openCount == 0)
  }

  @Test func `the first answer counts; a failure reaches the sender as it is`() async throws {
    struct Tunnel: Error {}
    let transport = HeldTransport()
    let sender = Task { try await transport.send(.sample()) }
    let held = await transport.waitForRequest()
    held.fail(Tunnel())
    held.answer(TransportResponse(status: 200))
    await #expect(throws: Tunnel.self) { _ = try await sender.value }
  }

  @Test func `a sender that is cancelled hears so at once, and the answer that follows is heard by nobody`()
    async throws
  {
    let transport = HeldTransport()
    let sender = Task { try await transport.send(.sample()) }
    let held = await transport.waitForRequest()
    sender.cancel()
    await #expect(throws: CancellationError.self) { _ = try await sender.value }
    #expect(transport.cancelledCount == 1 && transport.openCount == 0)
    held.answer(TransportResponse(status: 200))
  }

  @Test func `one that ignores cancellation delivers its answer all the same`() async throws {
    let transport = HeldTransport(ignoresCancellation: true)
    let sender = Task { try await transport.send(.sample()) }
    let held = await transport.waitForRequest()
    sender.cancel()
    held.answer(TransportResponse(status: 200))
    #expect(try await sender.value.status == 200)
    #expect(transport.cancelledCount == 0)
  }

  @Test(arguments: [false, true])
  func `sync and events are read from the body, compressed or not, and are answered as stored`(
    isCompressed: Bool
  ) async throws {
    let transport = HeldTransport()
    let event = Wire.EventRecord.sample("e1")
    let sync = Task { try await transport.send(try .sync([event], isCompressed: isCompressed)) }
    let heldSync = await transport.waitForRequest()
    #expect(heldSync.sync?.events == [event] && heldSync.events == [event])
    heldSync.answerStored(definitions: Wire.Definitions(tag: "t", campaigns: []))
    let answer = try Wire.decode(Wire.SyncResponse.self, from: try await sync.value.body)
    #expect(answer.results.map(\.id) == ["e1"] && answer.definitions?.tag == "t")

    let events = Task { try await transport.send(try .events([event], isCompressed: isCompressed)) }
    let heldEvents = await transport.waitForRequest()
    #expect(heldEvents.sync == nil && heldEvents.events == [event])
    heldEvents.answerStored()
    #expect(
      try Wire.decode(Wire.EventsResponse.self, from: try await events.value.body).results.map(\.status) == [
        .known(.stored)
      ])
  }
}
