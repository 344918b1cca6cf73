// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Events during a sync")
struct SyncWaitingTests {
  private func engine(patience: Duration = .seconds(5)) -> DeliveryEngine {
    var engine = DeliveryEngine(
      policy: .init(minimumInterval: .zero, syncPatience: patience), environment: .plain)
    _ = engine.handle(.definitionsReceived([.named("stored")]), at: 0)
    _ = engine.handle(.syncStarted, at: 10)
    return engine
  }

  @Test func `events wait for the answer and are decided by the new definitions`() {
    var engine = engine()
    #expect(engine.tap("e1", at: 11) == [])
    #expect(engine.nextDeadline == 15)
    #expect(
      engine.handle(.definitionsReceived([.named("fresh")]), at: 13).presented.map(\.campaign) == ["fresh"])
    #expect(engine.tap("e2", at: 14).presented.map(\.campaign) == ["fresh"])
  }

  @Test func `when the answer says that nothing is new, or none will come, what is stored decides`() {
    var engine = engine()
    _ = engine.tap("e1", at: 11)
    #expect(engine.handle(.syncEnded, at: 12).presented.map(\.campaign) == ["stored"])
  }

  @Test func `after five seconds what is stored decides, by the timer or by the next event`() {
    var first = engine()
    _ = first.tap("e1", at: 11)
    #expect(first.handle(.timePassed, at: 14) == [])
    #expect(first.handle(.timePassed, at: 15).presented.map(\.id) == ["e1"])
    var second = engine()
    _ = second.tap("e1", at: 11)
    #expect(second.tap("e2", at: 15).presented.map(\.id) == ["e1", "e2"])
  }

  @Test func `a second question while the first is under way does not make events wait longer`() {
    var engine = engine()
    _ = engine.tap("e1", at: 11)
    _ = engine.handle(.syncStarted, at: 14)
    #expect(engine.handle(.timePassed, at: 15).presented.map(\.id) == ["e1"])
    _ = engine.handle(.syncStarted, at: 20)
    #expect(engine.tap("e2", at: 21) == [])
  }

  @Test func `with definitions no event is lost: neither one that waited long nor the oldest of too many`() {
    var slept = engine()
    _ = slept.tap("e1", at: 11)
    #expect(slept.handle(.timePassed, at: 5_000).presented.map(\.id) == ["e1"])
    var answered = engine(patience: .seconds(10_000))
    _ = answered.tap("e1", at: 11)
    #expect(answered.handle(.definitionsReceived([.named("fresh")]), at: 5_000).presented.map(\.id) == ["e1"])
    var many = engine()
    for number in 0..<100 { #expect(many.tap("e\(number)", at: 11) == []) }
    #expect(many.tap("e100", at: 11).presented.map(\.id) == ["e0"])
  }

  @Test func `without patience nothing waits`() {
    var engine = engine(patience: .seconds(-1))
    #expect(engine.tap("e1", at: 10).presented.map(\.campaign) == ["stored"])
  }
}
