// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletTesting
import Testing

@Suite("A transport that can be put offline", .timeLimit(.minutes(5)))
struct SwitchableTransportTests {
  @Test("Online, requests and answers pass")
  func online() async throws {
    let held = HeldTransport()
    let transport = SwitchableTransport(held)
    let sender = Task { try await transport.send(.sample()) }
    let request = await held.waitForRequest()
    #expect(request.request == .sample())
    request.answer(TransportResponse(status: 200))
    #expect(try await sender.value.status == 200)
  }

  @Test("Offline, nothing goes out; online again, it does")
  func offline() async throws {
    let held = HeldTransport()
    let transport = SwitchableTransport(held, isOnline: false)
    await #expect(throws: SwitchableTransport.Offline.self) { _ = try await transport.send(.sample()) }
    #expect(held.receivedCount == 0)
    transport.isOnline = true
    let sender = Task { try await transport.send(.sample()) }
    await held.waitForRequest().answer(TransportResponse(status: 200))
    #expect(try await sender.value.status == 200)
  }

  @Test("What is under way fails when the network goes, as in a tunnel")
  func tunnel() async throws {
    let held = HeldTransport()
    let transport = SwitchableTransport(held)
    let sender = Task { try await transport.send(.sample()) }
    _ = await held.waitForRequest()
    transport.isOnline = false
    await #expect(throws: SwitchableTransport.Offline.self) { _ = try await sender.value }
    #expect(held.cancelledCount == 1)
  }

  @Test("A sender's cancellation reaches the wrapped transport and is not called offline")
  func cancellation() async throws {
    let held = HeldTransport()
    let transport = SwitchableTransport(held)
    let sender = Task { try await transport.send(.sample()) }
    _ = await held.waitForRequest()
    sender.cancel()
    await #expect(throws: CancellationError.self) { _ = try await sender.value }
  }
}
