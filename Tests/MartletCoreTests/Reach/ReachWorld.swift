// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

/// A machine with a person and an app that a test plays.
struct ReachWorld {
  var machine: ReachMachine
  var now = Instant(milliseconds: 1_700_000_000_000)
  var utcOffset = Duration.zero
  /// Everything that was counted: `banner: delivered`, `banner: content clicked`.
  private(set) var counted: [String] = []
  private(set) var outcomes: [String] = []
  /// The effects of the last input.
  private(set) var effects: [ReachMachine.Effect] = []

  /// An app that is active and shows items, on no named screen.
  init(capacity: Int = ReachMachine.defaultCapacity, isReady: Bool = true) {
    machine = ReachMachine(policy: .init(capacity: capacity))
    machine.isActive = true
    machine.isReady = isReady
  }

  @discardableResult
  mutating func handle(_ input: ReachMachine.Input) -> [ReachMachine.Effect] {
    note(machine.handle(input, at: now, utcOffset: utcOffset))
  }

  @discardableResult
  mutating func note(_ effects: [ReachMachine.Effect]) -> [ReachMachine.Effect] {
    self.effects = effects
    for effect in effects {
      switch effect {
      case .record(let statistic): counted.append("\(statistic.item.id): \(statistic.words)")
      case .ended(let item, let outcome): outcomes.append("\(item.id): \(outcome)")
      default: break
      }
    }
    return effects
  }

  mutating func receive(
    _ id: String, _ form: ReachTraits.Form = .bannerAndContent, delivery: ReachTraits.Delivery = .any,
    screens: [String] = [],
    isLoaded: Bool = true, change: (inout ReachItem) -> Void = { _ in }
  ) {
    handle(
      .received(item(id, form, delivery: delivery, screens: screens, isLoaded: isLoaded, change: change)))
  }

  func item(
    _ id: String, _ form: ReachTraits.Form = .bannerAndContent, delivery: ReachTraits.Delivery = .any,
    screens: [String] = [],
    isLoaded: Bool = true, change: (inout ReachItem) -> Void = { _ in }
  ) -> ReachItem {
    var item = ReachItem(
      id: id, campaign: CampaignID("of-\(id)"),
      traits: ReachTraits(form: form, delivery: delivery, screens: screens), receivedAt: now,
      isLoaded: isLoaded)
    change(&item)
    return item
  }

  /// The notifier of the current item answers.
  mutating func answer(_ answer: ReachMachine.NotifierAnswer) {
    guard let current = machine.current else { return }
    handle(.answered(id: current.id, attempt: current.attempt, answer))
  }

  /// The notifier shows the banner, and it appears.
  mutating func showBanner() {
    answer(.show)
    if let current = machine.current { handle(.bannerAppeared(id: current.id)) }
  }

  /// What has the screen: `banner: notifying`.
  var screen: String? { machine.current.map { "\($0.id): \($0.stage.rawValue)" } }
}

extension ReachStatistic {
  var words: String { [surface?.rawValue, step.name].compactMap { $0 }.joined(separator: " ") }
}
