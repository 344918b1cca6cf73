// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import Pushing

@Suite struct RunMachineTests {
  private static let now = Sample.now

  private static func run(perMinute: Int? = nil, isPrepared: Bool = true) -> PushRun {
    PushRun(
      id: "r", appID: "shop", campaignID: "c", definition: Sample.campaign("c").definition,
      audience: .device("d"), state: .sending,
      startsAt: now, perMinute: perMinute, isPrepared: isPrepared, createdAt: now)
  }

  private static func machine(_ run: PushRun = run()) -> RunMachine { RunMachine(run, judge: PushJudge(run)) }

  private static func row(_ number: Int) -> ClaimedPush {
    ClaimedPush(
      deviceID: "d\(number)", attempt: 1, personID: "u:p",
      push: PushDevice(deviceID: "d\(number)", token: "aa", environment: .production, registeredAt: now))
  }

  private static func sent(_ number: Int) -> PushReport {
    PushReport(deviceID: "d\(number)", attempt: 1, verdict: .ended(.sent))
  }

  @Test func `the audience is listed before anything is claimed, a step at a time`() {
    var machine = Self.machine(Self.run(isPrepared: false))
    #expect(machine.handle(.start, at: Self.now, clock: .zero) == [.prepare])
    #expect(machine.handle(.changed, at: Self.now, clock: .zero) == [])
    #expect(machine.handle(.prepared(.preparing), at: Self.now, clock: .zero) == [.prepare])
    #expect(
      machine.handle(.prepared(.sending), at: Self.now, clock: .zero) == [.claim(limit: RunMachine.claim)])
  }

  @Test(arguments: [
    (PushRun.Audience.everybody, false, true), (.everybody, true, false), (.device("d1"), false, false),
    (.lab, false, false),
  ])
  func `who wants no notifications gets none, but silent pushes and tests`(
    audience: PushRun.Audience, isSilent: Bool, isRefused: Bool
  ) {
    var run = Self.run()
    run.audience = audience
    run.definition.push = Wire.PushNotification(title: isSilent ? nil : "Hello", isSilent: isSilent)
    var row = Self.row(1)
    row.optedOutAt = Instant(milliseconds: 1_777_800_000_000)
    #expect(
      PushJudge(run).verdict(row, at: Self.now) == (isRefused ? .ended(.optedOut, detail: "2026-05-03") : nil)
    )
  }

  @Test func `what is in flight is bounded, and results are recorded together`() {
    var machine = Self.machine()
    _ = machine.handle(.start, at: Self.now, clock: .zero)
    var claims = 0
    var effects = machine.handle(
      .claimed(.claimed((0..<500).map(Self.row), next: nil)), at: Self.now, clock: .zero)
    #expect(effects.count == 501 && effects.last == .claim(limit: 500))
    effects = machine.handle(
      .claimed(.claimed((500..<1_000).map(Self.row), next: nil)), at: Self.now, clock: .zero)
    #expect(effects.count == 500 && machine.inFlight == 1_000)
    #expect(
      machine.handle(.answered(Self.sent(0), hold: nil, halt: nil), at: Self.now, clock: .zero) == [
        .record([Self.sent(0)])
      ])
    for number in 1..<400 {
      effects = machine.handle(.answered(Self.sent(number), hold: nil, halt: nil), at: Self.now, clock: .zero)
      claims += effects.count { if case .claim = $0 { true } else { false } }
      #expect(!effects.contains { if case .record = $0 { true } else { false } })
    }
    // 399 wait for the first to be recorded, and count as in flight.
    #expect(claims == 0)
    effects = machine.handle(.recorded, at: Self.now, clock: .zero)
    #expect(effects.first == .record((1..<400).map(Self.sent)) && effects.last == .claim(limit: 400))
  }

  @Test func `a failed recording is repeated with the same results`() {
    var machine = Self.machine()
    _ = machine.handle(.start, at: Self.now, clock: .zero)
    _ = machine.handle(.claimed(.claimed([Self.row(1)], next: nil)), at: Self.now, clock: .zero)
    _ = machine.handle(.answered(Self.sent(1), hold: nil, halt: nil), at: Self.now, clock: .zero)
    _ = machine.handle(.claimed(.claimed([], next: Self.now + .seconds(100))), at: Self.now, clock: .zero)
    let later = Self.now + RunMachine.patience
    #expect(machine.handle(.recordFailed([Self.sent(1)]), at: Self.now, clock: .zero) == [.wake(at: later)])
    #expect(machine.handle(.woken, at: later, clock: .zero).first == .record([Self.sent(1)]))
  }

  @Test func `the throttle spreads a minute's pushes over the minute`() {
    var machine = Self.machine(Self.run(perMinute: 120))
    #expect(machine.handle(.start, at: Self.now, clock: .zero) == [.claim(limit: 2)])
    var effects = machine.handle(
      .claimed(.claimed([Self.row(0), Self.row(1)], next: nil)), at: Self.now, clock: .zero)
    #expect(effects.last == .wake(at: Self.now + .milliseconds(501)))
    effects = machine.handle(.woken, at: Self.now + .milliseconds(501), clock: .milliseconds(501))
    #expect(effects == [.claim(limit: 1)])
    var pace = Pace(perMinute: 600)
    var total = 0
    for second in 0..<60 {
      let allowed = pace.allowance(at: .seconds(second))
      pace.take(allowed)
      total += allowed
    }
    #expect(total == 600)
  }

  @Test func `without a connection nothing is claimed, longer each time, until something is sent again`() {
    var machine = Self.machine()
    var now = Self.now
    _ = machine.handle(.start, at: now, clock: .zero)
    for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
      _ = machine.handle(.claimed(.claimed([Self.row(1)], next: nil)), at: now, clock: .zero)
      let again = PushReport(
        deviceID: "d1", attempt: 1,
        verdict: .again(at: now + .seconds(1), detail: "no_connection", counts: false))
      _ = machine.handle(.answered(again, hold: now + .seconds(1), halt: nil), at: now, clock: .zero)
      _ = machine.handle(.claimed(.claimed([], next: now + .seconds(1))), at: now, clock: .zero)
      _ = machine.handle(.recorded, at: now, clock: .zero)
      let early = machine.handle(.woken, at: now + .seconds(wait) - .milliseconds(1), clock: .zero)
      #expect(early == [.wake(at: now + .seconds(wait))])
      now = now + .seconds(wait)
      #expect(machine.handle(.woken, at: now, clock: .zero) == [.claim(limit: 500)])
    }
  }

  @Test func `a stop claims nothing more, and ends when the last answer is recorded`() {
    var machine = Self.machine()
    _ = machine.handle(.start, at: Self.now, clock: .zero)
    _ = machine.handle(.claimed(.claimed([Self.row(1)], next: nil)), at: Self.now, clock: .zero)
    _ = machine.handle(.claimed(.claimed([], next: Self.now + .seconds(9))), at: Self.now, clock: .zero)
    #expect(machine.handle(.stop, at: Self.now, clock: .zero) == [.withdraw])
    #expect(
      machine.handle(.answered(Self.sent(1), hold: nil, halt: nil), at: Self.now, clock: .zero) == [
        .record([Self.sent(1)])
      ])
    #expect(machine.handle(.recorded, at: Self.now, clock: .zero) == [.end])
  }

  @Test
  func `what is claimed while the run stops is given back unsent, and so is what has no answer in the end`() {
    var machine = Self.machine()
    _ = machine.handle(.start, at: Self.now, clock: .zero)
    _ = machine.handle(.claimed(.claimed([Self.row(1)], next: nil)), at: Self.now, clock: .zero)
    _ = machine.handle(.stop, at: Self.now, clock: .zero)
    func back(_ number: Int, hadTurn: Bool) -> PushReport {
      PushReport(
        deviceID: "d\(number)", attempt: 1, verdict: .again(at: Self.now, detail: nil, counts: false),
        hadTurn: hadTurn)
    }
    let late = machine.handle(.claimed(.claimed([Self.row(2)], next: nil)), at: Self.now, clock: .zero)
    #expect(late == [.record([back(2, hadTurn: false)])])
    _ = machine.handle(.recorded, at: Self.now, clock: .zero)
    #expect(machine.handle(.giveBack, at: Self.now, clock: .zero) == [.record([back(1, hadTurn: true)])])
    // Its answer comes too late.
    #expect(machine.handle(.answered(Self.sent(1), hold: nil, halt: nil), at: Self.now, clock: .zero) == [])
    #expect(machine.handle(.recorded, at: Self.now, clock: .zero) == [.end])
  }

  @Test(arguments: [true, false])
  func `a look takes back what is not on its way, unless the run still sends`(maySend: Bool) {
    var machine = Self.machine()
    _ = machine.handle(.start, at: Self.now, clock: .zero)
    #expect(machine.handle(.looked, at: Self.now, clock: .zero) == [])
    _ = machine.handle(.claimed(.claimed([Self.row(1)], next: nil)), at: Self.now, clock: .zero)
    #expect(machine.handle(.looked, at: Self.now, clock: .zero) == [.check])
    // A change while it is asked may come too late for the answer.
    #expect(machine.handle(.looked, at: Self.now, clock: .zero) == [])
    #expect(
      machine.handle(.checked(maySend: maySend), at: Self.now, clock: .zero) == [maySend ? .check : .withdraw]
    )
  }

  @Test func `a run that cannot send says why, once, until something is sent`() {
    var machine = Self.machine()
    _ = machine.handle(.start, at: Self.now, clock: .zero)
    _ = machine.handle(.claimed(.claimed((1...3).map(Self.row), next: nil)), at: Self.now, clock: .zero)
    func failed(_ number: Int) -> [RunMachine.Effect] {
      let again = PushReport(
        deviceID: "d\(number)", attempt: 1,
        verdict: .again(at: Self.now + .seconds(1), detail: "no_listener", counts: false))
      return machine.handle(
        .answered(again, hold: Self.now + .seconds(1), halt: nil), at: Self.now, clock: .zero)
    }
    #expect(failed(1).contains(.storeReason(reason: "no_listener")))
    #expect(!failed(2).contains(.storeReason(reason: "no_listener")))
    #expect(
      machine.handle(.answered(Self.sent(3), hold: nil, halt: nil), at: Self.now, clock: .zero).contains(
        .storeReason(reason: nil)))
  }

  @Test func `answers that stop everything pause the run once`() {
    var machine = Self.machine()
    _ = machine.handle(.start, at: Self.now, clock: .zero)
    _ = machine.handle(.claimed(.claimed([Self.row(1), Self.row(2)], next: nil)), at: Self.now, clock: .zero)
    func again(_ number: Int) -> PushReport {
      PushReport(
        deviceID: "d\(number)", attempt: 1, verdict: .again(at: Self.now, detail: "BadTopic", counts: false))
    }
    #expect(
      machine.handle(.answered(again(1), hold: nil, halt: "BadTopic"), at: Self.now, clock: .zero).first
        == .halt(reason: "BadTopic"))
    let second = machine.handle(.answered(again(2), hold: nil, halt: "BadTopic"), at: Self.now, clock: .zero)
    #expect(!second.contains(.halt(reason: "BadTopic")))
    _ = machine.handle(.claimed(.notSending(.paused)), at: Self.now, clock: .zero)
    _ = machine.handle(.recorded, at: Self.now, clock: .zero)
    _ = machine.handle(.recorded, at: Self.now, clock: .zero)
    #expect(machine.handle(.halted, at: Self.now, clock: .zero) == [.end])
  }
}
