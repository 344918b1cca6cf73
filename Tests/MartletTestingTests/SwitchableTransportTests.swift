// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletTesting
import Testing

@Suite("A transport that can be put offline", .timeLimit(.minutes(5)))
struct SwitchableTransportTests {
  @Test func `online, requests and answers pass`() async throws {
    let held = HeldTransport()
    let transport = SwitchableTransport(held)
    let sender = Task { try await transport.send(.sample()) }
    let request = await held.waitForRequest()
    #expect(request.request == .sample())
    request.answer(TransportResponse(status: 200))
    #expect(try await sender.value.status == 200)
  }

  @Test func `offline, nothing goes out; online again, it does`() async throws {
    let held = HeldTransport()
    let transport = SwitchableTransport(held, isOnline: false)
    await #expect(throws: SwitchableTransport.Offline.self) { _ = try await transport.send(.sample()) }
    #expect(held.receivedCount == 0)
    transport.isOnline = true
    let sender = Task { try await transport.send(.sample()) }
    await held.waitForRequest().answer(TransportResponse(status: 200))
    #expect(try await sender.value.status == 200)
  }

  @Test func `what is under way fails when the network goes, as in a tunnel`() async throws {
    let held = HeldTransport()
    let transport = SwitchableTransport(held)
    let sender = Task { try await transport.send(.sample()) }
    _ = await held.waitForRequest()
    transport.isOnline = false
    await #expect(throws: SwitchableTransport.Offline.self) { _ = try await sender.value }
    #expect(held.cancelledCount == 1)
  }

  @Test func `a sender's cancellation reaches the wrapped transport and is not called offline`() async throws
  {
    let held = HeldTransport()
    let transport = SwitchableTransport(held)
    let sender = Task { try await transport.send(.sample()) }
    _ = await held.waitForRequest()
    sender.cancel()
    await #expect(throws: CancellationError.self) { _ = try await sender.value }
  }
}
