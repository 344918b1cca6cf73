// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire
import TestSupport
import Testing

@testable import MartletUI

/// The states a machine can be in, and how to get there.
enum MachineState: String, CaseIterable, Sendable {
  case idle, idleInBackground, idleWithoutWindow, clearing, waitingForInterval, asking, preparing, presenting,
    presented, dismissingSeen,
    dismissingUnseen, pagePresented, pageWithCloseControl

  /// An observer whose machine is in this state with message `a`; in all but the first, `b` waits.
  @MainActor
  func reached() -> MachineObserver {
    var observer = MachineObserver()
    switch self {
    case .idle: return observer
    case .idleInBackground: _ = observer.handle(.phase(isActive: false))
    case .idleWithoutWindow: observer.surroundings.host = .unavailable
    default: break
    }
    let isPage = self == .pagePresented || self == .pageWithCloseControl
    _ = observer.present(
      "a", kind: isPage ? .html : .modal, isCleared: self != .clearing && self != .waitingForInterval
    ) {
      $0.messageClose = .auto(after: 5)
    }
    if self == .waitingForInterval {
      // With a turn of its own, so that the other is not shown first.
      _ = observer.handle(.cleared(1, .wait(for: .seconds(30))))
      return observer
    }
    _ = observer.present("b", isCleared: self != .clearing)
    let way: [PresenterMachine.Input]
    let answer: [PresenterMachine.Input] = [.answered(1, .now)]
    let shown = answer + [.prepared(1, observer.machine.current?.message ?? .sample(.modal), .visible)]
    switch self {
    case .idle, .idleInBackground, .idleWithoutWindow, .clearing, .waitingForInterval, .asking: way = []
    case .preparing: way = answer
    case .presenting: way = shown
    case .presented: way = shown + [.host(1, .appeared)]
    case .dismissingSeen: way = shown + [.host(1, .appeared), .host(1, .closed)]
    case .dismissingUnseen: way = shown + [.host(1, .closed)]
    case .pagePresented: way = shown + [.host(1, .appeared)]
    case .pageWithCloseControl:
      way = shown + [.host(1, .appeared), .timer(.init(kind: .closeControl, token: 1))]
    }
    for input in way { _ = observer.handle(input) }
    return observer
  }
}

@MainActor
@Suite("The presenter machine")
struct PresenterMachineTests {
  /// Every kind of input, for the message that is current (1), and for one that is not.
  static func inputs(message: Martlet.InAppMessage) -> [(String, PresenterMachine.Input)] {
    var inputs: [(String, PresenterMachine.Input)] = [
      ("presentNext", .presentNext), ("becameEligible", .becameEligible), ("hostChanged", .hostChanged),
      ("background", .phase(isActive: false)), ("foreground", .phase(isActive: true)), ("dismiss", .dismiss),
      ("userChanged", .userChanged), ("wiped", .wiped), ("recalled a", .ended(presentationIDs: ["a"])),
      ("recalled b", .ended(presentationIDs: ["b"])),
    ]
    for (name, preparation) in preparations(message: message) {
      inputs.append(("cleared \(name)", .cleared(1, preparation)))
    }
    inputs.append(("cleared another", .cleared(99, .ready(message))))
    for choice in InAppMessageUI.DisplayChoice.allCases {
      inputs.append(("answered \(choice)", .answered(1, choice)))
    }
    for drawing in PresenterMachine.Drawing.allCases {
      inputs.append(("prepared \(drawing)", .prepared(1, message, drawing)))
    }
    for event in events { inputs.append(("host \(event)", .host(1, event))) }
    for kind in PresenterMachine.Timer.Kind.allCases {
      inputs.append(("timer \(kind)", .timer(kind == .interval ? .interval : .init(kind: kind, token: 1))))
      inputs.append(("timer \(kind) of another", .timer(.init(kind: kind, token: 99))))
    }
    inputs.append(("answered of another", .answered(99, .now)))
    inputs.append(("prepared of another", .prepared(99, message, .visible)))
    inputs.append(("appeared of another", .host(99, .appeared)))
    return inputs
  }

  static let events: [PresenterMachine.HostEvent] = [
    .appeared, .disappeared, .assetFailed, .hostGone, .undrawable, .closed, .clicked(buttonID: nil, .none),
    .viewClicked(buttonID: nil), .pageClicked(buttonID: "buy"),
    .followed(.none, buttonID: nil, counts: true, dismisses: true),
    .followed(.none, buttonID: nil, counts: false, dismisses: false), .closeDeclared, .pageLost,
  ]

  static func preparations(message: Martlet.InAppMessage) -> [(
    String, Martlet.InAppMessage.Context.Preparation
  )] {
    [
      ("ready", .ready(message)), ("wait", .wait(for: .seconds(7))),
      ("wait for an occasion", .wait(for: nil)),
      ("ended", .ended(.discarded(.renderFailed))),
    ]
  }

  @Test func `every input is legal in every state, and the table of what follows is as reviewed`() throws {
    var lines: [String] = []
    for state in MachineState.allCases {
      let message = state.reached().machine.current?.message ?? .sample(.modal)
      for (name, input) in Self.inputs(message: message) {
        var observer = state.reached()
        let effects = observer.handle(input)
        let words = effects.isEmpty ? "nothing" : effects.map(\.summary).joined(separator: ", ")
        lines.append(
          "\(state.rawValue) | \(name) | \(words) | \(observer.machine.state.summary), \(observer.machine.stack.count) waiting"
        )
        expectEnd(of: &observer, after: "\(name) in \(state.rawValue)")
      }
      for (name, campaign, presentation) in [
        ("present c", "c", "c"), ("present another of campaign b", "campaign of b", "c"),
        ("present b again", "campaign of b", "b"),
        ("present a again", "campaign of a", "a"),
      ] {
        var observer = state.reached()
        let effects = observer.present(presentation, campaign: campaign)
        let words = effects.isEmpty ? "nothing" : effects.map(\.summary).joined(separator: ", ")
        lines.append(
          "\(state.rawValue) | \(name) | \(words) | \(observer.machine.state.summary), \(observer.machine.stack.count) waiting"
        )
        expectEnd(of: &observer, after: "\(name) in \(state.rawValue)")
      }
    }
    #expect(
      try Golden.difference(lines.joined(separator: "\n") + "\n", from: "presenter/transitions.txt") == nil)
  }

  @Test(arguments: MachineState.allCases)
  func `two inputs after one another are legal in every state`(state: MachineState) {
    let message = state.reached().machine.current?.message ?? .sample(.modal)
    let inputs = Self.inputs(message: message)
    for (firstName, first) in inputs {
      for (secondName, second) in inputs {
        var observer = state.reached()
        _ = observer.handle(first)
        _ = observer.handle(second)
        expectEnd(of: &observer, after: "\(firstName), \(secondName) in \(state.rawValue)")
      }
    }
  }

  @Test(arguments: PropertyCases.seeds(full: 20))
  func `in any order of thousands of inputs the rules hold, and everything comes to an end`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var observer = MachineObserver()
    if generator.oneIn(3) {
      observer.machine.drainPolicy = generator.element(of: InAppMessageUI.DrainPolicy.allCases)
    }
    for step in 0..<1_000 {
      walk(&observer, step: step, &generator)
      if let violation = observer.violations.first {
        Issue.record("seed \(seed), \(violation)")
        return
      }
    }
    expectEnd(of: &observer, after: "seed \(seed)")
  }

  private func walk(_ observer: inout MachineObserver, step: Int, _ generator: inout SeededGenerator) {
    let token =
      generator.oneIn(8) ? generator.int(0...(observer.lastToken + 1)) : observer.machine.current?.token ?? 0
    switch generator.int(0...22) {
    case 0...4:
      // A new presentation, of one of a few campaigns, or one that is still open handed over again.
      let again = generator.oneIn(5) ? observer.open.first : nil
      _ = observer.present(
        again ?? "p\(step)", campaign: "c\(generator.int(0...30))",
        kind: generator.element(of: Wire.Message.Kind.allCases),
        endsAt: generator.oneIn(3) ? Int64(step + generator.int(1...200)) : nil, isCleared: generator.oneIn(2)
      ) { message in
        message.orientation = generator.element(of: Martlet.InAppMessage.Orientation.allCases)
        if generator.oneIn(3) {
          message.messageClose = .auto(after: generator.element(of: [0, 3, -1, .infinity, .nan]))
        }
      }
    case 5...7:
      _ = observer.handle(.answered(token, generator.element(of: InAppMessageUI.DisplayChoice.allCases)))
    case 8...10:
      let message = observer.machine.current?.message ?? .sample(.slideup)
      _ = observer.handle(
        .prepared(
          token, message,
          generator.oneIn(3) ? generator.element(of: PresenterMachine.Drawing.allCases) : .visible))
    case 11...14:
      _ = observer.handle(.host(token, generator.oneIn(3) ? .appeared : generator.element(of: Self.events)))
    case 15:
      let timers = observer.runningTimers
      if !timers.isEmpty { _ = observer.handle(.timer(generator.element(of: timers))) }
    case 16:
      observer.surroundings.now = Instant(milliseconds: Int64(step))
      observer.surroundings.orientation = generator.oneIn(2) ? .portrait : .landscape
      observer.surroundings.host =
        generator.oneIn(3) ? .unavailable : generator.oneIn(20) ? .none : .available
      _ = observer.handle(.hostChanged)
    case 17: _ = observer.handle(.phase(isActive: !generator.oneIn(3)))
    case 18:
      if generator.oneIn(4) {
        _ = observer.handle(generator.oneIn(2) ? .userChanged : .wiped)
      } else if let first = observer.open.first {
        _ = observer.handle(.ended(presentationIDs: [first]))
      }
    case 19...21:
      let message = observer.machine.current?.message ?? .sample(.slideup)
      let answers = Self.preparations(message: message).map(\.1)
      _ = observer.handle(
        .cleared(token, generator.oneIn(3) ? generator.element(of: answers) : .ready(message)))
    default: _ = observer.handle(generator.element(of: [.dismiss, .presentNext, .becameEligible]))
    }
  }

  /// Nothing was broken; and with everything wiped and every time-out passed, no message is without
  /// an outcome.
  private func expectEnd(of observer: inout MachineObserver, after what: String) {
    _ = observer.handle(.wiped)
    for timer in observer.runningTimers { _ = observer.handle(.timer(timer)) }
    #expect(observer.violations.isEmpty, "after \(what)")
    #expect(observer.open.isEmpty, "without an outcome after \(what)")
    #expect(observer.machine.state.summary == "idle", "after \(what)")
    #expect(observer.runningTimers.isEmpty, "after \(what)")
  }
}
