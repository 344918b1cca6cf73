// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import StoreConformance
import Testing

@Suite struct PushRunTests {
  private static func run(_ state: PushRun.State, isPrepared: Bool = false, hasStarted: Bool = false)
    -> PushRun
  {
    PushRun(
      id: "r", appID: "shop", campaignID: "c", definition: Sample.campaign("c").definition,
      audience: .everybody, state: state,
      startsAt: Sample.now, isPrepared: isPrepared, createdAt: Sample.now,
      startedAt: hasStarted ? Sample.now : nil)
  }

  @Test(arguments: PushRun.State.allCases)
  func `a run that has ended cannot be changed, any other can be cancelled`(_ state: PushRun.State) {
    let actions = Self.run(state).allowedActions
    switch state {
    case .scheduled, .preparing, .sending: #expect(actions == [.pause, .cancel])
    case .paused: #expect(actions == [.resume, .cancel])
    case .cancelled, .finished: #expect(actions == [])
    }
  }

  @Test(arguments: [
    (false, false, PushRun.State.scheduled), (false, true, .preparing), (true, true, .sending),
  ])
  func `a resumed run goes on with what it did before`(
    _ isPrepared: Bool, _ hasStarted: Bool, _ expected: PushRun.State
  ) {
    var run = Self.run(.paused, isPrepared: isPrepared, hasStarted: hasStarted)
    run.reason = "InvalidProviderToken"
    let isDone = run.perform(.resume, at: Sample.now)
    #expect(isDone && run.state == expected && run.reason == nil)
  }

  @Test func `a run begins at its start and not before, and a paused one not at all`() {
    var run = Self.run(.scheduled)
    let early = run.prepare(at: Sample.now - .seconds(1))
    #expect(!early && run.state == .scheduled)
    let onTime = run.prepare(at: Sample.now)
    #expect(onTime && run.state == .preparing && run.startedAt == Sample.now)
    var paused = Self.run(.paused)
    let begins = paused.prepare(at: Sample.now)
    #expect(!begins)
  }
}
