// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("Session machine")
struct SessionMachineTests {
  /// Runs inputs at seconds; ids are s1, s2, …
  private func run(_ steps: [(Instant, SessionMachine.Input)], timeout: Duration = .seconds(10)) -> (
    SessionMachine, [SessionMachine.Effect]
  ) {
    var machine = SessionMachine(timeout: timeout)
    var count = 0
    let effects = steps.flatMap { at, input in
      machine.handle(input, at: at) {
        count += 1
        return "s\(count)"
      }
    }
    return (machine, effects)
  }

  @Test func `a session starts when the app becomes active, once`() {
    let (machine, effects) = run([(1, .becameActive), (2, .becameActive)])
    #expect(effects == [.started(id: "s1", at: 1)])
    #expect(machine.current == Session(id: "s1", startedAt: 1))
  }

  @Test func `a stay in the background shorter than the timeout continues the session`() {
    let (machine, effects) = run([(0, .becameActive), (100, .enteredBackground), (109, .becameActive)])
    #expect(effects == [.started(id: "s1", at: 0)])
    #expect(machine.current?.id == "s1")
  }

  @Test func `a stay as long as the timeout ends the session at the moment the app left, and starts another`()
  {
    let (_, effects) = run([
      (0, .becameActive), (100, .enteredBackground), (105, .enteredBackground), (110, .becameActive),
    ])
    #expect(
      effects == [
        .started(id: "s1", at: 0), .ended(id: "s1", at: 100, length: .seconds(100)),
        .started(id: "s2", at: 110),
      ])
  }

  @Test func `a change of user ends the session, and starts another only in the foreground`() {
    let (_, active) = run([(0, .becameActive), (5, .userChanged)])
    #expect(
      active == [
        .started(id: "s1", at: 0), .ended(id: "s1", at: 5, length: .seconds(5)), .started(id: "s2", at: 5),
      ])
    let (machine, away) = run([
      (0, .becameActive), (5, .enteredBackground), (7, .userChanged), (8, .userChanged),
    ])
    #expect(away == [.started(id: "s1", at: 0), .ended(id: "s1", at: 5, length: .seconds(5))])
    #expect(machine.current == nil)
  }

  @Test func `stopping ends the session, and nothing but becoming active starts another`() {
    let (_, effects) = run([
      (0, .becameActive), (5, .stopped), (6, .userChanged), (7, .stopped), (8, .enteredBackground),
      (9, .becameActive),
    ])
    #expect(
      effects == [
        .started(id: "s1", at: 0), .ended(id: "s1", at: 5, length: .seconds(5)), .started(id: "s2", at: 9),
      ])
  }

  @Test func `a clock corrected backward by less than the timeout does not end the session`() {
    let (_, effects) = run([(100, .becameActive), (105, .enteredBackground), (101, .becameActive)])
    #expect(effects == [.started(id: "s1", at: 100)])
  }

  @Test
  func
    `a clock that jumped far backward ends the session with the length it had, and the next one runs by the new clock`()
  {
    let (_, effects) = run([
      (100_000, .becameActive), (100_005, .enteredBackground), (1, .becameActive), (4, .stopped),
    ])
    #expect(
      effects == [
        .started(id: "s1", at: 100_000), .ended(id: "s1", at: 100_005, length: .seconds(5)),
        .started(id: "s2", at: 1), .ended(id: "s2", at: 4, length: .seconds(3)),
      ])
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `a timeout of zero or less ends the session with every stay in the background`(timeout: Duration) {
    let (_, effects) = run(
      [(0, .becameActive), (5, .enteredBackground), (5, .becameActive)], timeout: timeout)
    #expect(effects.count == 3)
  }

  @Test
  func `whatever the clock does, sessions alternate, lengths are never negative, and every session can end`()
  {
    for seed in PropertyCases.seeds(full: 2_000) {
      var random = SeededGenerator(seed: seed)
      let inputs: [SessionMachine.Input] = [.becameActive, .enteredBackground, .userChanged, .stopped]
      let instants: [Int64] = [.min, -1, 0, 1, 9_999, 10_000, 1_000_000, .max]
      let (machine, effects) = run(
        random.array(0...20) { (Instant(milliseconds: $0.element(of: instants)), $0.element(of: inputs)) })
      var open: String?
      for effect in effects {
        switch effect {
        case .started(let id, _):
          #expect(open == nil, "seed \(seed)")
          open = id
        case .ended(let id, _, let length):
          #expect(open == id, "seed \(seed)")
          #expect(length >= .zero, "seed \(seed)")
          open = nil
        }
      }
      #expect(machine.current?.id == open, "seed \(seed)")
    }
  }
}
