// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

extension ExperimentArm {
  static let treated = ExperimentArm()
  static let withheld = ExperimentArm(isWithheld: true)
  static let keeping = ExperimentArm(isWithheld: true, keepsTurn: true)
  /// A person can be in any of these.
  static let all: [ExperimentArm] = [treated, withheld, keeping]
}

extension CampaignDefinition {
  /// On the custom event `tap`, with an experiment.
  static func tested(
    _ arm: ExperimentArm, _ id: CampaignID = "x", _ priority: Priority = .medium,
    _ change: (inout CampaignDefinition) -> Void = { _ in }
  ) -> CampaignDefinition {
    var campaign = CampaignDefinition.named(id, priority)
    campaign.arm = arm
    change(&campaign)
    return campaign
  }

  /// On the custom event `open`, without an experiment.
  static func other(_ id: CampaignID = "other", tags: [String] = []) -> CampaignDefinition {
    var campaign = CampaignDefinition.named(id, on: [.customEvent(name: "open", nil)])
    campaign.tags = tags
    return campaign
  }
}

extension DeliveryEngine {
  mutating func open(_ id: String, at now: Instant) -> [Effect] {
    handle(.eventLogged(.custom(id, "open", at: now)), at: now)
  }

  /// The presenter asks whether it can display the message now.
  mutating func ask(_ id: String, at now: Instant) -> [Effect] { handle(.displayRequested(id: id), at: now) }

  mutating func wait(_ id: String, _ reason: Outcome.QueueReason = .inBackground, at now: Instant) {
    _ = handle(.outcomeReported(decisionID: id, .queued(reason)), at: now)
  }

  /// The message is triggered, and its turn comes at once. A treated person sees it.
  mutating func tapAndAsk(_ id: String, at now: Instant) -> [Effect] {
    let effects = tap(id, at: now) + ask(id, at: now)
    if isCleared(id) { _ = handle(.outcomeReported(decisionID: id, .shown), at: now) }
    return effects
  }
}

extension [DeliveryEngine.Effect] {
  /// The presentations that were recorded as an exposure.
  var exposed: [String] {
    compactMap { if case .expose(let presentation) = $0 { presentation.id } else { nil } }
  }
  var cleared: [String] { compactMap { if case .clear(let id) = $0 { id } else { nil } } }
  var held: [Duration] { compactMap { if case .hold(_, let length) = $0 { length } else { nil } } }
  var outcomes: [Outcome] { records.map(\.outcome) }
}
