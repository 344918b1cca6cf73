// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import TestSupport
import Testing

@testable import MartletUI

@MainActor
@Suite("Messages that the delegate puts back", .timeLimit(.minutes(5)))
struct PutBackTests {
  let rig = PresenterRig()

  private var stack: [String] { rig.ui.stack.map(\.name) }

  @Test(arguments: [0, 1, 2, 7])
  func `any number of rounds leaves the newest on top`(count: Int) throws {
    rig.delegate.choice = { _ in .reenqueue }
    for name in ["a", "b", "c"] { rig.ui.present(message: rig.message(name)) }
    for _ in 0..<count { rig.ui.userBecameEligible() }
    #expect(stack == ["a", "b", "c"])
    rig.delegate.choice = { _ in .now }
    rig.ui.presentNext()
    var order: [String] = []
    while rig.host.stage == .visible, let name = rig.ui.messageView?.inAppMessage?.name {
      order.append(name)
      try rig.host.swipe()
    }
    #expect(order == ["c", "b", "a"])
  }

  @Test(
    arguments: [false, true])
  func
    `one that arrives while another is asked: what is put back goes above it, and in its place if it is put back too`(
      isPutBackToo: Bool
    )
  {
    rig.delegate.choice = { [rig] message in
      if message.name == "a" {
        rig.delegate.choice = { $0.name == "a" || isPutBackToo ? .reenqueue : .now }
        rig.ui.present(message: rig.message("b"))
      }
      return .reenqueue
    }
    rig.ui.present(message: rig.message("a"))
    #expect(stack == (isPutBackToo ? ["a", "b"] : ["a"]))
  }

  /// The rule in its plainest form: a list whose end is the top.
  private struct Model {
    var policy: InAppMessageUI.DrainPolicy
    var stack: [String] = []
    var visible: String?
    var asked: [String] = []

    /// Tries what waits from the top; `present` is told of each question and names what the app
    /// presents before it answers.
    mutating func occasion(
      only: String? = nil, arriving: (String) -> String?, choice: (String) -> InAppMessageUI.DisplayChoice
    ) {
      guard visible == nil else { return }
      var tried: Set<String> = []
      var arrived: [String] = []
      var taken: [String] = []
      var questions = 0
      while policy == .afterDismissal || questions == 0,
        let name = stack.last(where: { !tried.contains($0) && (only == nil || only == $0) })
      {
        tried.insert(name)
        stack.removeAll { $0 == name }
        questions += 1
        asked.append(name)
        if let new = arriving(name) {
          stack.append(new)
          arrived.append(new)
        }
        switch choice(name) {
        case .now:
          visible = name
          return
        case .discard: break
        case .reenqueue:
          taken.append(name)
          // Those of before were taken from the top down; the new ones came after them, in order.
          let back = taken.filter { !arrived.contains($0) }.reversed() + arrived.filter { taken.contains($0) }
          stack = stack.filter { !back.contains($0) } + back
        }
      }
    }
  }

  @Test(
    arguments: PropertyCases.seeds(full: 40)
  )
  func `in any order of presentations, occasions and answers the stack is as the plainest rule says`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let policy = generator.element(of: InAppMessageUI.DrainPolicy.allCases)
    rig.ui.drainPolicy = policy
    var model = Model(policy: policy)
    var answers: [String: InAppMessageUI.DisplayChoice] = [:]
    var arrivals: [String: String] = [:]
    var names = 0
    func newName() -> String {
      names += 1
      answers["m\(names)"] = generator.oneIn(8) ? .discard : generator.oneIn(4) ? .now : .reenqueue
      return "m\(names)"
    }
    rig.delegate.choice = { [rig] message in
      if let new = arrivals.removeValue(forKey: message.name) { rig.ui.present(message: rig.message(new)) }
      return answers[message.name] ?? .now
    }
    for step in 0..<120 {
      // Some that wait have somebody present another message when the delegate is asked about them.
      // Fewer wait than make one another room.
      if generator.oneIn(4), model.stack.count < 15, let waiting = model.stack.last {
        arrivals[waiting] = newName()
      }
      for name in model.stack where generator.oneIn(10) {
        answers[name] = generator.oneIn(3) ? .now : .reenqueue
      }
      var expected = arrivals
      func occasion(only: String? = nil) {
        model.occasion(
          only: only, arriving: { expected.removeValue(forKey: $0) }, choice: { answers[$0] ?? .now })
      }
      switch generator.int(0...5) {
      case 0, 1:
        guard model.stack.count < 15 else { continue }
        let name = newName()
        model.stack.append(name)
        occasion(only: policy == .manual ? name : nil)
        rig.ui.present(message: rig.message(name))
      case 2, 3:
        occasion()
        rig.ui.presentNext()
      case 4:
        if policy != .manual { occasion() }
        rig.ui.userBecameEligible()
      default:
        guard model.visible != nil else { continue }
        model.visible = nil
        if policy == .afterDismissal { occasion() }
        try rig.host.swipe()
      }
      let visible = rig.host.stage == .visible ? rig.ui.messageView?.inAppMessage?.name : nil
      let asked = rig.lines.filter { $0.hasSuffix(": displayChoice") }.map { $0.prefix { $0 != ":" } }
      guard stack == model.stack, visible == model.visible, asked.map(String.init) == model.asked else {
        Issue.record(
          "seed \(seed), step \(step), \(policy): \(stack) instead of \(model.stack), visible \(visible ?? "nothing")"
        )
        return
      }
    }
  }
}
