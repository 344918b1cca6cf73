// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletUI
import MartletWire

@testable import MartletTesting

/// What must be true of every run, whatever happens in it: watched from outside, with nothing taken
/// over from the SDK's own bookkeeping.
@MainActor
final class WorldRules {
  private struct Impression {
    var campaign: CampaignID
    var at: Instant
  }

  private let scenario: Scenario
  private let tags: [String: [String]]
  private let arms: [String: Wire.ExperimentArm]
  /// What the app did.
  private var userID: String?
  private var isEnabled = true
  /// Who signed in while the SDK was off: counts when it is on again, and nobody else sees anything
  /// of theirs meanwhile.
  private var userWhileOff: String?
  private var present: String? { userWhileOff ?? userID }
  /// The action of the present step was carried out.
  private var switchedOffAt: Int?
  private var step = 0

  private var decided: Set<String> = []
  private var open: Set<String> = []
  private var finals: [String: Outcome] = [:]
  private var suppressed: Set<String> = []
  private var onScreen: String?
  private var impressions: [String?: [Impression]] = [:]
  private var lastShown: Instant?
  private var clock = Instant(milliseconds: .min)
  /// Shown since the last wipe, which takes along what was not sent.
  private var owed: Set<String> = []
  private(set) var violations: [String] = []
  /// Messages that were visible: a run without any proves little.
  private(set) var shownCount = 0
  /// Exposures at the server.
  private(set) var exposedCount = 0
  /// What was stopped: by a cap when it was triggered, and as no longer allowed when it was its
  /// turn.
  private(set) var capped = (trigger: 0, display: 0)

  init(_ scenario: Scenario) {
    self.scenario = scenario
    tags = Dictionary(
      scenario.campaigns.map { ($0.id, $0.rules.tags) }, uniquingKeysWith: { first, _ in first })
    arms = Dictionary(
      uniqueKeysWithValues: scenario.campaigns.compactMap { campaign in campaign.arm.map { (campaign.id, $0) }
      })
  }

  private func violate(_ rule: String) {
    violations.append("step \(step): \(rule)")
  }

  func watch(_ world: ScenarioWorld) {
    world.delegate.observer = { [weak self, weak world] news in
      guard let self, let world else { return }
      self.noteClock(world.clock.time.now)
      self.hear(news, at: world.clock.time.now)
    }
  }

  // MARK: - As it happens

  private func hear(_ news: ScenarioDelegate.News, at now: Instant) {
    switch news {
    case .decided(let decision):
      if !isEnabled { violate("decided while the SDK is off: \(decision.id)") }
      if !decided.insert(decision.id).inserted { violate("decided twice: \(decision.id)") }
      if decision.chosen != nil { open.insert(decision.id) }
    case .recorded(let record): hear(record, at: now)
    case .willPresent(let message):
      let name = ScenarioDelegate.name(of: message)
      if let onScreen { violate("\(name) comes while \(onScreen) is on the screen") }
      onScreen = name
      if arms[name]?.isWithheld == true { violate("\(name) is shown to somebody who gets nothing") }
      if let context = message.context, context.userID != present {
        violate("\(name), for \(context.userID ?? "nobody"), is shown to \(present ?? "nobody")")
      }
      if !isEnabled, !name.hasPrefix("own") { violate("\(name) is shown while the SDK is off") }
      if let endsAt = message.context?.endsAt, now >= endsAt { violate("\(name) is shown after its end") }
    case .didDismiss(let message):
      let name = ScenarioDelegate.name(of: message)
      if onScreen != name { violate("\(name) leaves, but \(onScreen ?? "nothing") was on the screen") }
      onScreen = nil
    }
  }

  private func hear(_ record: OutcomeRecord, at now: Instant) {
    let id = record.decisionID
    if case .suppressed = record.outcome {
      if record.outcome == .suppressed(.cap) { capped.trigger += 1 }
      if !suppressed.insert("\(id) \(record.campaign)").inserted {
        violate("suppressed twice: \(id) \(record.campaign)")
      }
      return
    }
    if let final = finals[id] { violate("\(id) ended as \(final.words), and then: \(record.outcome.words)") }
    open.insert(id)
    guard record.outcome.isFinal else { return }
    if record.outcome == .discarded(.noLongerEligible) { capped.display += 1 }
    open.remove(id)
    finals[id] = record.outcome
    let isWithheld = arms[record.campaign.rawValue]?.isWithheld == true
    if isWithheld ? record.outcome == .shown : record.outcome == .withheld {
      violate("\(id) of \(record.campaign) is \(record.outcome)")
    }
    if record.outcome == .shown {
      if !isEnabled { violate("\(id) is shown while the SDK is off") }
      count(record, at: now)
    }
  }

  private func count(_ record: OutcomeRecord, at now: Instant) {
    shownCount += 1
    owed.insert(record.decisionID)
    let interval = scenario.configuration.minimumInterval
    if let lastShown, now.duration(since: lastShown) < interval {
      violate("\(record.campaign) is shown within the minimum interval")
    }
    lastShown = now
    let before = impressions[userID, default: []]
    guard let campaign = scenario.campaigns.first(where: { $0.id == record.campaign.rawValue }) else {
      return
    }
    for cap in campaign.rules.caps {
      check(cap, before.filter { $0.campaign == record.campaign }, record, at: now)
    }
    for cap in scenario.caps {
      if let tag = cap.tag, !campaign.rules.tags.contains(tag) { continue }
      check(
        cap,
        before.filter { seen in cap.tag.map { tags[seen.campaign.rawValue]?.contains($0) ?? false } ?? true },
        record, at: now)
    }
    if let rule = campaign.rules.reEligibility,
      let last = before.last(where: { $0.campaign == record.campaign })
    {
      let pause = rule.afterMilliseconds.map { Duration.milliseconds($0) }
      if pause.map({ now.duration(since: last.at) < $0 }) ?? true {
        violate("\(record.campaign) is shown again too early")
      }
    }
    impressions[userID, default: []].append(Impression(campaign: record.campaign, at: now))
  }

  private func check(_ cap: Wire.Cap, _ counted: [Impression], _ record: OutcomeRecord, at now: Instant) {
    let window: Duration?
    switch cap.within.known {
    // Which session it was says the impression's event: see `checkSessions`.
    case nil, .session: return
    case .day: window = .seconds(86_400)
    case .week: window = .seconds(7 * 86_400)
    case .month: window = .seconds(30 * 86_400)
    case .year: window = .seconds(365 * 86_400)
    case .lifetime: window = nil
    }
    let count = counted.count { seen in window.map { now.duration(since: seen.at) < $0 } ?? true }
    if count >= cap.limit {
      violate("\(record.campaign) is shown though a cap of \(cap.limit) \(cap.within.rawValue) is used up")
    }
  }

  /// As the server sees it, in whatever order the events came: no session has more impressions than
  /// its caps allow.
  private func checkSessions(_ events: [Wire.EventRecord]) {
    var sessions: [String: [String]] = [:]
    for event in events {
      guard case .impression(let presentation) = event.body, let session = event.sessionID else { continue }
      sessions[session, default: []].append(presentation.campaignID)
    }
    func isPerSession(_ cap: Wire.Cap) -> Bool { cap.within == .known(.session) }
    for (session, shown) in sessions.sorted(by: { $0.key < $1.key }) {
      for campaign in scenario.campaigns {
        let count = shown.count { $0 == campaign.id }
        for cap in campaign.rules.caps where isPerSession(cap) && count > cap.limit {
          violate(
            "\(campaign.id) was shown \(count) times in session \(session), which has a cap of \(cap.limit)")
        }
      }
      for cap in scenario.caps where isPerSession(cap) {
        let counted = shown.filter { id in
          tags[id].map { tags in cap.tag.map { tags.contains($0) } ?? true } ?? false
        }
        if counted.count > cap.limit {
          violate(
            "\(counted) were shown in session \(session), which has a cap of \(cap.limit) for \(cap.tag ?? "all")"
          )
        }
      }
    }
  }

  /// A clock that was put back makes everything that was later happen now.
  private func noteClock(_ now: Instant) {
    defer { clock = now }
    guard now < clock else { return }
    lastShown = lastShown.map { min($0, now) }
    for user in impressions.keys {
      for index in impressions[user]!.indices {
        impressions[user]![index].at = min(impressions[user]![index].at, now)
      }
    }
  }

  // MARK: - Step by step

  func look(_ moment: ScenarioRunner.Moment, _ world: ScenarioWorld) {
    noteClock(world.clock.time.now)
    switch moment {
    case .acted(let step): acted(step.action)
    case .ended(_, let line):
      ended(line, world)
      step += 1
    }
  }

  private func acted(_ action: Scenario.Action) {
    switch action {
    case .launch, .relaunch:
      onScreen = nil
      userWhileOff = nil
    case .user(let id): if isEnabled { signIn(id) } else { userWhileOff = id }
    case .enabled(let enabled):
      if isEnabled, !enabled { switchedOffAt = step }
      isEnabled = enabled
      if enabled, let id = userWhileOff {
        userWhileOff = nil
        signIn(id)
      }
    case .wipe:
      if isEnabled { switchedOffAt = step }
      isEnabled = false
      userID = nil
      userWhileOff = nil
      impressions = [:]
      lastShown = nil
      owed = []
    default: break
    }
  }

  private func signIn(_ id: String) {
    if userID == nil { impressions[id, default: []] += impressions.removeValue(forKey: nil) ?? [] }
    userID = id
  }

  private func ended(_ line: ScenarioLine, _ world: ScenarioWorld) {
    func words(_ field: Scenario.ExpectationField) -> [String] {
      line.json[field.rawValue]?.elements.compactMap(\.text) ?? []
    }
    let visible = line.json["visible"]?.text
    if let view = world.process?.ui?.messageView, visible != nil,
      view.inAppMessage?.context?.userID != present
    {
      violate("\(visible ?? "") is visible to somebody else")
    }
    for message in world.process?.ui?.stack ?? [] where message.context?.userID != present {
      violate("\(ScenarioDelegate.name(of: message)) waits for somebody else")
    }
    if !isEnabled {
      if let visible, !visible.hasPrefix("own") { violate("\(visible) is visible while the SDK is off") }
      if let name = words(.stack).first(where: { !$0.hasPrefix("own") }) {
        violate("\(name) waits while the SDK is off")
      }
      if !open.isEmpty { violate("these have not ended though the SDK is off: \(open.sorted())") }
      if switchedOffAt.map({ $0 < step }) ?? true {
        for field in [Scenario.ExpectationField.requests, .stored, .decisions, .outcomes] {
          // What becomes of messages of the app's own is no word of the SDK.
          let elements = words(field).filter { !$0.hasPrefix("own") }
          if !elements.isEmpty { violate("\(field.rawValue) while the SDK is off: \(elements)") }
        }
      }
    }
    checkServer(world.server.storedEvents)
  }

  private func checkServer(_ events: [Wire.EventRecord]) {
    var seen: [String: Int] = [:]
    var exposed: [String: String?] = [:]
    for event in events {
      switch event.body {
      case .exposure(let presentation, let experiment, let arm):
        seen["exposure \(presentation.id)", default: 0] += 1
        exposed[presentation.id] = .some(event.userID)
        let expected = arms[presentation.campaignID]
        if expected?.experimentID != experiment || expected?.name != arm {
          violate("\(presentation.id) is exposed in \(experiment): \(arm)")
        }
      case .impression(let presentation):
        if arms[presentation.campaignID] != nil, exposed[presentation.id] != .some(event.userID) {
          violate("an impression of \(presentation.id) without an exposure of the same person")
        }
        seen["impression \(presentation.id)", default: 0] += 1
        let isOwn = presentation.campaignID.hasPrefix("local")
        if !isOwn, finals[presentation.id] != .shown {
          violate("an impression of \(presentation.id), which was not shown")
        }
      case .click(let presentation, _): seen["click \(presentation.id)", default: 0] += 1
      case .dismissal(let presentation, _): seen["dismissal \(presentation.id)", default: 0] += 1
      case .outcome(let presentation, let outcome, let reason)
      where outcome.known != .queued && outcome.known != .suppressed:
        seen["outcome \(presentation.id)", default: 0] += 1
        let words = [outcome.rawValue, reason].compactMap { $0 }.joined(separator: " ")
        if outcome == .known(.withheld), exposed[presentation.id] != .some(event.userID) {
          violate("\(presentation.id) is withheld unexposed")
        }
        if finals[presentation.id]?.words != words {
          violate("the server was told that \(presentation.id) ended as \(words)")
        }
      default: break
      }
    }
    exposedCount = exposed.count
    for (what, count) in seen.sorted(by: { $0.key < $1.key }) where count > 1 {
      violate("\(count) times at the server: \(what)")
    }
  }

  /// At the end: nobody waits any more, and the server knows everything.
  func conclude(_ world: ScenarioWorld) {
    if !open.isEmpty { violate("these never ended: \(open.sorted())") }
    let arrived = world.server.storedEvents.compactMap { event in
      if case .impression(let presentation) = event.body { presentation.id } else { nil as String? }
    }
    let missing = owed.subtracting(arrived)
    checkSessions(world.server.storedEvents)
    if !missing.isEmpty { violate("impressions that never reached the server: \(missing.sorted())") }
    do throws(Martlet.Replay.Failure) {
      let replay = try Martlet.Replay(contentsOf: world.storage)
      if let entry = replay.firstDifference, let difference = entry.difference {
        violate("replay differs at #\(entry.number): \(difference)")
      }
      if !replay.problems.isEmpty { violate("the recording is damaged: \(replay.problems)") }
    } catch {
      violate("there is no replay: \(error)")
    }
  }
}
