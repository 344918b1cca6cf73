// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Banners that wait for each other: what an input costs with few and with many of them.
enum ReachBenchmarks {
  static func run(_ stopwatch: Stopwatch) -> [Comparison] {
    var few = Queue(waiting: 10)
    var many = Queue(waiting: ReachMachine.defaultCapacity - 1)
    var fewOnScreens = Queue(waiting: 10, screens: 5)
    var manyOnScreens = Queue(waiting: ReachMachine.defaultCapacity - 1, screens: 5)
    let walk = stopwatch.compare(
      "a banner arrives; the oldest is shown and closed", goal: .atMost(1.2), "999 waiting", { many.walk() },
      against: "10 waiting",
      { few.walk() })
    let screens = stopwatch.compare(
      "the app changes its screen, for which no banner waits", goal: .atMost(1.2), "999 waiting",
      { manyOnScreens.changeScreen() },
      against: "10 waiting", { fewOnScreens.changeScreen() })
    let each = Timing(
      name: "one of its \(Queue.inputs) inputs",
      nanoseconds: walk.subject.nanoseconds.map { $0 / Double(Queue.inputs) })
    let goal = 5_000.0
    return [
      walk, screens,
      Comparison(
        name: "one input of the same, 999 waiting", subject: each,
        baseline: Timing(name: "goal", nanoseconds: [goal]),
        ratios: each.nanoseconds.map { $0 / goal }, goal: .atMost(1)),
    ]
  }
}

/// A machine in which as many banners wait at any time as at the start.
private struct Queue {
  /// How many inputs a walk has.
  static let inputs = 4

  private var machine = ReachMachine()
  private var number = 0
  private var offered: (id: String, attempt: Int)?
  private let screens: Int
  private var isOnOther = false
  private let now = DecisionBenchmarks.now

  /// - Parameter screens: Banners wait for one of so many screens, on none of which the app is. 0:
  ///   for any screen.
  init(waiting: Int, screens: Int = 0) {
    self.screens = screens
    handle(.phase(isActive: true))
    handle(.ready(true))
    for _ in 0...waiting { receive() }
    // Without it, the benchmark would measure a machine that does nothing.
    precondition(machine.count == waiting + 1 && machine.holdsScreen == (screens == 0))
  }

  mutating func walk() {
    guard let current = offered else { preconditionFailure("No banner was offered.") }
    offered = nil
    receive()
    handle(.answered(id: current.id, attempt: current.attempt, .show))
    handle(.bannerAppeared(id: current.id))
    handle(.bannerClosed(id: current.id))
  }

  mutating func changeScreen() {
    isOnOther.toggle()
    handle(.screenChanged(isOnOther ? "basket" : "account"))
  }

  private mutating func receive() {
    number += 1
    let traits = ReachTraits(
      form: .bannerAndContent, screens: screens == 0 ? [] : ["screen-\(number % screens)"])
    handle(
      .received(
        ReachItem(
          id: "item-\(number)", campaign: CampaignID("campaign-\(number % 2_000)"), traits: traits,
          receivedAt: now,
          endsAt: now + .seconds(86_400))))
  }

  private mutating func handle(_ input: ReachMachine.Input) {
    let effects = machine.handle(input, at: now, utcOffset: .zero)
    for case .offer(let item, let attempt, _) in effects { offered = (item.id, attempt) }
    keep(effects)
  }
}
