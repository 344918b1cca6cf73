// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

@MainActor
@Suite("Notifications that frequency caps count, and devices without notifications", .timeLimit(.minutes(5)))
struct CappedPushTests {
  private typealias Payload = Martlet.Notifications.Payload

  private static func payload(_ id: String = "d-1", isCapped: Bool = true, isTest: Bool = false) -> Payload {
    Payload(
      userInfo: Recorded.martlet([
        "campaign_id": "c", "delivery_id": id, "capped": isCapped, "tags": ["promo"], "is_test": isTest,
      ]))
  }

  private func counts(_ effects: [PushMachine.Effect]) -> [String] {
    effects.map(\.label).filter { $0.hasPrefix("count") }
  }

  private func tap(_ payload: Payload) -> PushMachine.Input {
    .responded(PushMachine.Response(payload: payload, at: Instant(milliseconds: 5), heardAt: .zero))
  }

  @Test func `a notification counts once, when it arrives or when it is tapped, also after a launch`() {
    var machine = PushMachine(.init())
    #expect(counts(machine.handle(.received(Self.payload(), nil), at: .zero)) == ["count c promo"])
    #expect(counts(machine.handle(tap(Self.payload()), at: .zero)) == [])
    var next = PushMachine(.init())
    _ = next.handle(.restored(PushFacts(json: machine.facts.json)), at: .zero)
    #expect(counts(next.handle(tap(Self.payload()), at: .zero)) == [])
    #expect(counts(next.handle(tap(Self.payload("d-2")), at: .zero)) == ["count c promo"])
  }

  @Test func `without the author's wish, and on a test device, nothing counts`() {
    var machine = PushMachine(.init())
    #expect(counts(machine.handle(.received(Self.payload(isCapped: false), nil), at: .zero)) == [])
    #expect(counts(machine.handle(.received(Self.payload("t", isTest: true), nil), at: .zero)) == [])
  }

  @Test func `a bounded number of ids is remembered`() {
    var machine = PushMachine(.init())
    for number in 0..<PushMachine.maximumCounted + 5 {
      _ = machine.handle(.received(Self.payload("d-\(number)"), nil), at: .zero)
    }
    #expect(machine.facts.counted.count == PushMachine.maximumCounted)
  }

  @Test func `turning notifications off on this device is stored, and told to the server once`() {
    var machine = PushMachine(.init())
    #expect(machine.handle(.optedOut(true), at: .zero).map(\.label) == ["store", "synchronize"])
    #expect(machine.handle(.optedOut(true), at: .zero).map(\.label) == [])
    #expect(DeviceFacts().device(id: "d", sending: [], machine.facts).isPushOptedOut)
    #expect(PushFacts(json: machine.facts.json).isOptedOut)
    _ = machine.handle(.wiped, at: .zero)
    #expect(!machine.facts.isOptedOut)
  }

  @Test func `turning them off while the SDK is off is stored, and nothing is sent`() {
    var machine = PushMachine(.init())
    _ = machine.handle(.switched(isOn: false), at: .zero)
    #expect(machine.handle(.optedOut(true), at: .zero).map(\.label) == ["store"])
    #expect(machine.facts.isOptedOut)
  }

  @Test func `a tap on a notification without an id of its own counts again in the next launch`() {
    let payload = Payload(userInfo: Recorded.martlet(["url": "https://example.test"]))
    let tap = PushMachine.Input.responded(
      PushMachine.Response(
        payload: payload, requestIdentifier: "daily", at: Instant(milliseconds: 5), heardAt: .zero))
    var machine = PushMachine(.init())
    #expect(machine.handle(tap, at: .zero).map(\.label).contains("opened"))
    #expect(!machine.handle(tap, at: .zero).map(\.label).contains("opened"))
    var next = PushMachine(.init())
    _ = next.handle(.restored(PushFacts(json: machine.facts.json)), at: .zero)
    #expect(next.handle(tap, at: .zero).map(\.label).contains("opened"))
  }

  @Test func `the app reads back what it set, the server hears of it, and a wipe forgets it`() async {
    let server = ScriptedServer(campaigns: [])
    func said() -> Bool? {
      server.requests.compactMap { (try? Wire.decode(Wire.SyncRequest.self, from: $0.plainBody))?.device }
        .last?.isPushOptedOut
    }
    let bench = Bench(transport: server) { _ in }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { said() == false })
    bench.martlet.notifications.isOptedOut = true
    #expect(bench.martlet.notifications.isOptedOut)
    await bench.settle(until: { said() == true })
    let second = Bench(transport: server, directory: bench.copyOfDirectory(), clock: ManualClock(seed: 2))
    await second.martlet.settled()
    #expect(second.martlet.notifications.isOptedOut)
    second.martlet.wipeData()
    #expect(!second.martlet.notifications.isOptedOut)
  }
}
