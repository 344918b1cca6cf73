// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire

/// One device of the past: the engine, and a screen on which each message, banner and content is
/// shown as soon as the engine clears it.
///
/// Nobody knows how long a person would have looked at something that they never saw, so nothing
/// keeps the next one waiting.
struct DeviceReplay {
  struct Shown: Hashable {
    var presentation: String
    var campaign: CampaignID
    var at: Instant
    /// What triggered it.
    var event: Event
  }

  /// A campaign that matched and was not shown.
  struct Miss: Hashable {
    var campaign: CampaignID
    var outcome: Outcome
    var at: Instant
  }

  private var engine: DeliveryEngine
  /// When messages ask again whether they can be shown.
  private var requests: [String: Instant] = [:]
  /// Whether the app is in use.
  private(set) var isOpen = false
  /// Whether banners and content can be shown.
  private var isActive = false
  private var tag: String?
  private var memberChanges = 0
  var shown: [Shown] = []
  var misses: [Miss] = []
  /// Those about campaigns, if they are kept.
  private(set) var decisions: [Decision] = []
  /// When the first decisions that are kept are made. nil: none are.
  private let keepsDecisionsSince: Instant?
  /// What triggered the last delivery of a banner or content, by its campaign.
  private(set) var deliveries: [CampaignID: Event] = [:]
  /// Of the personalised campaigns, and what they get of the person.
  private let required: [CampaignID: RequiredValues]
  var person = RequiredValues.Person()
  /// Empty. It has room, so that most inputs allocate nothing.
  private var spare: [DeliveryEngine.Effect] = []

  /// - Parameters:
  ///   - timeZone: Such as `Europe/Vienna`. nil: it is not known, and UTC is assumed.
  ///   - keepsDecisionsSince: nil: it keeps none.
  init(
    timeZone name: String?, keepsDecisionsSince: Instant? = nil, required: [CampaignID: RequiredValues] = [:]
  ) {
    self.required = required
    self.keepsDecisionsSince = keepsDecisionsSince
    engine = DeliveryEngine(
      policy: .init(reportsUnmatchedEvents: false), environment: Self.environment(timeZone: name))
  }

  /// An environment that leaves nothing to chance.
  static func environment(timeZone name: String? = nil) -> Environment {
    let timeZone = name.flatMap { TimeZone(identifier: $0) }
    let offset: @Sendable (Instant) -> Duration = { instant in
      guard let timeZone else { return .zero }
      return .seconds(
        timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)))
    }
    return Environment(
      now: { Instant(milliseconds: 0) }, monotonicNow: { .zero }, makeID: { "" }, random: { 0 },
      sleep: { _ in }, utcOffset: offset)
  }

  // MARK: - What happens

  /// The tag of the definitions that the device has. nil: it has none.
  var heldTag: String? { engine.hasDefinitions ? tag : nil }

  /// What the server sent, because the device did not have it.
  mutating func receive(_ definitions: PastDefinitions, at now: Instant) {
    tag = definitions.tag
    perform(at: now) { engine, effects in engine.receive(definitions.compiled, at: now, into: &effects) }
    if !definitions.audiences.isEmpty || engine.knowsAudiences {
      perform(.membershipReceived(definitions.audiences), at: now)
    }
  }

  mutating func changeUser(to userID: String?, at now: Instant) {
    perform(.userChanged(userID: userID), at: now)
  }

  /// How long an app stays in use after the last event of a session whose end nobody reported.
  static let stay = Duration.seconds(30)
  /// Nothing asks more often than that, whatever the clock does.
  private static let shortest = Duration.seconds(1)

  mutating func startSession(at now: Instant) {
    // The process ended without a word: what it had in memory is gone.
    if isOpen {
      perform(.relaunched, at: now)
      isActive = false
    }
    isOpen = true
    pass(at: now)
    perform(.sessionStarted, at: now)
  }

  /// While an app is not in use, nothing is shown, and what waits is decided when it is used again.
  mutating func endSession(at now: Instant) {
    (isOpen, isActive) = (false, false)
    perform(.reach(.phase(isActive: false)), at: now)
  }

  /// As on a device: after the start of the session was decided.
  mutating func becomeActive(at now: Instant) {
    guard isOpen, !isActive else { return }
    isActive = true
    perform(.reach(.ready(true)), at: now)
    perform(.reach(.phase(isActive: true)), at: now)
  }

  var reach: ReachMachine { engine.reach }

  mutating func log(_ event: Event, at now: Instant) {
    // As on a device: what the event delivers finds the screen.
    if case .screenView(let name, _) = event.kind { perform(.reach(.screenChanged(name)), at: now) }
    perform(at: now) { engine, effects in engine.log(event, at: now, into: &effects) }
  }

  /// Lets time pass, step by step, as far as the app is in use.
  mutating func pass(to now: Instant) {
    guard isOpen else { return }
    var last: Instant?
    while let next = nextStep, next <= now {
      // A deadline that does not move must not hold the replay.
      let step = last.map { max(next, $0 + Self.shortest) } ?? next
      guard step <= now else { break }
      last = step
      pass(at: step)
    }
    pass(at: now)
  }

  /// When something happens by itself. nil: never.
  private var nextStep: Instant? {
    guard !requests.isEmpty, let request = requests.values.min() else { return engine.nextDeadline }
    return engine.nextDeadline.map { min($0, request) } ?? request
  }

  /// The end of what is known about the device, or about a process of it.
  mutating func finish(lastEvent: Instant, end: Instant) {
    if isOpen { pass(to: min(lastEvent + Self.stay, end)) }
  }

  private mutating func pass(at now: Instant) {
    if let deadline = engine.nextDeadline, deadline <= now { perform(.timePassed, at: now) }
    if requests.isEmpty { return }
    for (id, _) in requests.filter({ $0.value <= now }).sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }
    ) {
      requests[id] = nil
      perform(.displayRequested(id: id), at: now)
    }
  }

  // MARK: - What comes of it

  mutating func perform(_ input: DeliveryEngine.Input, at now: Instant) {
    perform(at: now) { engine, effects in engine.handle(input, at: now, into: &effects) }
  }

  private mutating func perform(
    at now: Instant, _ change: (inout DeliveryEngine, inout [DeliveryEngine.Effect]) -> Void
  ) {
    // What comes of an effect has a list of its own meanwhile.
    var effects = spare
    spare = []
    change(&engine, &effects)
    guard !effects.isEmpty else {
      spare = effects
      return
    }
    for effect in effects {
      switch effect {
      case .present(let presentation):
        if !isOpen {
          // In the background it waits until the app is used again.
          requests[presentation.id] = now
        } else if engine.isCleared(presentation.id) {
          show(presentation, at: now)
        } else {
          perform(.displayRequested(id: presentation.id), at: now)
        }
      case .clear(let id):
        if let presentation = engine.livePresentations.first(where: { $0.id == id }) {
          show(presentation, at: now)
        }
      case .decided(let decision):
        for candidate in decision.candidates where candidate.verdict == .delivered {
          deliveries[candidate.campaign] = decision.event
        }
        if let keepsDecisionsSince, now >= keepsDecisionsSince, !decision.candidates.isEmpty {
          decisions.append(decision)
        }
      case .memberChanged(let kind):
        memberChanges += 1
        perform(.eventLogged(Event(id: "member-\(memberChanges)", at: now, kind: kind)), at: now)
      case .hold(let id, let pause): requests[id] = now + max(pause, Self.shortest)
      case .withdraw(let id, _): requests[id] = nil
      case .reach(let effect): carryOut(effect, at: now)
      case .record(let record):
        switch record.outcome {
        case .shown, .queued: break
        default: misses.append(Miss(campaign: record.campaign, outcome: record.outcome, at: now))
        }
      default: break
      }
    }
    effects.removeAll(keepingCapacity: true)
    spare = effects
  }

  /// Whether the server withdraws the campaign, because a text cannot be written for the person.
  func withdraws(_ campaign: CampaignID, _ event: Event) -> Bool {
    required[campaign]?.areMissing(for: person, event) ?? false
  }

  private mutating func show(_ presentation: Presentation, at now: Instant) {
    if withdraws(presentation.campaign, presentation.event) {
      return perform(.outcomeReported(decisionID: presentation.id, .discarded(.withdrawn)), at: now)
    }
    shown.append(
      Shown(
        presentation: presentation.id, campaign: presentation.campaign, at: now, event: presentation.event))
    perform(.outcomeReported(decisionID: presentation.id, .shown), at: now)
  }
}

/// Banners, announcements and surveys. Each is closed as soon as it was seen, and nobody taps a
/// banner.
extension DeviceReplay {
  mutating func carryOut(_ effect: ReachMachine.Effect, at now: Instant) {
    switch effect {
    case .offer(let item, let attempt, _):
      perform(.reach(.answered(id: item.id, attempt: attempt, .show)), at: now)
      perform(.reach(.bannerClosed(id: item.id)), at: now)
    case .open(let item): perform(.reach(.contentExited(id: item.id)), at: now)
    case .load(let item) where deliveries[item.campaign].map({ withdraws(item.campaign, $0) }) == true:
      perform(.reach(.failed(id: item.id, .withdrawn)), at: now)
    case .load(let item): perform(.reach(.loaded(id: item.id)), at: now)
    case .record(let statistic) where statistic.isImpression: recordImpression(of: statistic.item, at: now)
    case .ended(let item, let outcome):
      switch outcome {
      case .exited, .actioned: break
      default: misses.append(Miss(campaign: item.campaign, outcome: outcome, at: now))
      }
    default: break
    }
  }

  /// When the item of a campaign arrived that still waits. nil: there is none.
  func waits(_ campaign: CampaignID) -> Instant? { reach.item(of: campaign)?.receivedAt }

  private mutating func recordImpression(of item: ReachItem, at now: Instant) {
    guard let event = deliveries[item.campaign] else { return }
    shown.append(Shown(presentation: item.id, campaign: item.campaign, at: now, event: event))
  }
}
