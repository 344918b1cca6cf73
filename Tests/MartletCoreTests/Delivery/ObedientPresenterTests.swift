// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

/// What people see when a presenter displays only what is cleared: counted outside the engine.
@Suite("Delivery engine with a presenter that asks")
struct ObedientPresenterTests {
  /// One message seen.
  private struct Display {
    var presentation: Presentation
    var tags: [String]
    var person: String?
    var at: Instant
    var session: Int
  }

  private struct World {
    var engine: DeliveryEngine
    var policy: DeliveryEngine.Policy
    var definitions: [CampaignDefinition] = []
    var caps: [SharedCap] = []
    /// What the presenter has, oldest first.
    var stack: [Presentation] = []
    var displays: [Display] = []
    /// What it was allowed to display and when, and did not yet.
    var ready: [(presentation: Presentation, since: Instant)] = []
    var session = 0
    /// Since the last wipe.
    var eventIDs: Set<String> = []
    /// Likewise.
    var exposed: Set<String> = []
    var violations: [String] = []

    mutating func handle(_ input: DeliveryEngine.Input, at now: Instant) {
      switch input {
      case .definitionsReceived(let definitions, let caps):
        (self.definitions, self.caps) = (definitions, caps)
      case .sessionStarted: session += 1
      case .eventLogged(let event): eventIDs.insert(event.id)
      case .userChanged(let id):
        // Who was anonymous turns out to be this person.
        if engine.userID == nil {
          for index in displays.indices where displays[index].person == nil { displays[index].person = id }
        }
      case .wiped: displays = []
      default: break
      }
      let effects = engine.handle(input, at: now)
      for effect in effects { follow(effect, at: now) }
      if input == .wiped { (eventIDs, exposed, session) = ([], [], 0) }
      violations += engine.violatedInvariants(at: now)
    }

    private mutating func follow(_ effect: DeliveryEngine.Effect, at now: Instant) {
      func require(_ id: String) {
        let event = id.split(separator: "-").first.map(String.init) ?? id
        if !eventIDs.contains(event) { violations.append("\(id) is of before the wipe") }
      }
      switch effect {
      case .present(let presentation):
        require(presentation.id)
        if presentation.userID != engine.userID {
          violations.append("\(presentation.id) is another person's")
        }
        stack.append(presentation)
        if engine.isCleared(presentation.id) { ready.append((presentation, now)) }
      case .withdraw(let id, _):
        require(id)
        stack.removeAll { $0.id == id }
        ready.removeAll { $0.presentation.id == id }
      case .decided(let decision):
        require(decision.id)
        if decision.userID != engine.userID { violations.append("\(decision.id) is another person's") }
      case .clear(let id):
        require(id)
        ready.removeAll { $0.presentation.id == id }
        if let presentation = stack.first(where: { $0.id == id }) { ready.append((presentation, now)) }
      case .hold(let id, _):
        require(id)
        ready.removeAll { $0.presentation.id == id }
      case .record(let record): require(record.decisionID)
      case .expose(let presentation):
        require(presentation.id)
        if !exposed.insert(presentation.id).inserted {
          violations.append("\(presentation.id) is exposed twice")
        }
      case .undecided(let event, _), .noMatchingTrigger(let event): require(event.id)
      case .rejected, .memberChanged, .reach, .screenFreed: break
      }
    }

    mutating func display(_ presentation: Presentation, at now: Instant) {
      stack.removeAll { $0.id == presentation.id }
      ready.removeAll { $0.presentation.id == presentation.id }
      guard
        let definition = definitions.first(where: {
          $0.id == presentation.campaign && $0.version == presentation.version
        })
      else {
        return violations.append("\(presentation.id) has no campaign any more")
      }
      let seen = displays.filter { $0.person == engine.userID }
      for cap in definition.caps {
        check(cap, seen.filter { $0.presentation.campaign == definition.id }, definition, now)
      }
      for shared in caps where shared.tag.map({ definition.tags.contains($0) }) ?? true {
        check(
          shared.cap, seen.filter { one in shared.tag.map { one.tags.contains($0) } ?? true }, definition, now
        )
      }
      let last = seen.last { $0.presentation.campaign == definition.id }?.at
      if let last, definition.reEligibility == .once {
        violations.append("\(definition.id) was seen at \(last)")
      }
      if let last, case .after(let length) = definition.reEligibility, now < last + length {
        violations.append("too soon again")
      }
      if let last = displays.last?.at, now < last + policy.minimumInterval {
        violations.append("displayed within the minimum interval")
      }
      displays.append(
        Display(
          presentation: presentation, tags: definition.tags, person: engine.userID, at: now, session: session)
      )
      handle(.outcomeReported(decisionID: presentation.id, .shown), at: now)
    }

    private mutating func check(
      _ cap: FrequencyCap, _ seen: [Display], _ definition: CampaignDefinition, _ now: Instant
    ) {
      let count = seen.count { one in
        switch cap.window {
        case .session: one.session == session
        case .lifetime: true
        case .day, .week, .month, .year: now < one.at + cap.window.length!
        }
      }
      if count >= cap.limit {
        violations.append("\(definition.id) shows \(count + 1) times, \(cap.limit) allowed a \(cap.window)")
      }
    }
  }

  @Test
  func `no cap is exceeded, no interval cut short, nobody sees another's message, and a wipe leaves nothing`()
  {
    var displayed = 0
    for seed in PropertyCases.seeds(full: 3_000) {
      let timeline = RandomTimeline(seed: seed, turnsClock: false)
      var random = SeededGenerator(seed: ~seed)
      var world = World(engine: timeline.engine, policy: timeline.policy)
      var previous = timeline.steps[0].at
      for (input, at) in timeline.steps {
        // The timer fires in time.
        while let deadline = world.engine.nextDeadline, deadline < at {
          previous = max(previous, deadline)
          world.handle(.timePassed, at: previous)
        }
        switch input {
        case .outcomeReported(_, let outcome):
          // Displays the newest that is cleared; what waits is asked for. Meanwhile others may
          // come.
          guard let presentation = random.oneIn(4) ? world.stack.first : world.stack.last else { break }
          if !world.engine.isCleared(presentation.id) {
            world.handle(.displayRequested(id: presentation.id), at: at)
          }
          if outcome == .shown, world.engine.isCleared(presentation.id) {
            world.display(presentation, at: at)
          } else if outcome != .shown, world.engine.isLive(presentation.id) {
            world.handle(.outcomeReported(decisionID: presentation.id, outcome), at: at)
            if outcome.isFinal { world.stack.removeAll { $0.id == presentation.id } }
          }
        case .displayRequested:
          if let presentation = world.stack.last {
            world.handle(.displayRequested(id: presentation.id), at: at)
          }
        // The engine remembers four users beside the present one.
        case .userChanged(let id?) where id > "u3": world.handle(.userChanged(userID: "u3"), at: at)
        default: world.handle(input, at: at)
        }
        previous = at
      }
      displayed += world.displays.count
      if !world.violations.isEmpty { Issue.record("seed \(seed): \(world.violations)") }
    }
    #expect(displayed > 0, "nothing was displayed, which proves nothing")
  }
  @Test
  func
    `a presenter that displays what was cleared whenever it likes, within 30 seconds, exceeds no cap without any interval either`()
  {
    var displayed = 0
    for seed in PropertyCases.seeds(full: 3_000) {
      var timeline = RandomTimeline(seed: seed, turnsClock: false)
      timeline.policy.minimumInterval = .zero
      var random = SeededGenerator(seed: ~seed)
      var world = World(engine: timeline.engine, policy: timeline.policy)
      for (input, at) in timeline.steps {
        // What took longer is given up.
        for (presentation, since) in world.ready where at >= since + .seconds(30) {
          world.handle(.outcomeReported(decisionID: presentation.id, .discarded(.byApp)), at: at)
          world.stack.removeAll { $0.id == presentation.id }
          world.ready.removeAll { $0.presentation.id == presentation.id }
        }
        switch input {
        case .outcomeReported, .displayRequested:
          for presentation in world.stack
          where random.oneIn(2) && !world.ready.contains(where: { $0.presentation.id == presentation.id }) {
            world.handle(.displayRequested(id: presentation.id), at: at)
          }
          for (presentation, _) in world.ready.shuffled(using: &random) where random.oneIn(2) {
            if world.ready.contains(where: { $0.presentation.id == presentation.id }) {
              world.display(presentation, at: at)
            }
          }
        case .userChanged(let id?) where id > "u3": world.handle(.userChanged(userID: "u3"), at: at)
        default: world.handle(input, at: at)
        }
      }
      displayed += world.displays.count
      if !world.violations.isEmpty { Issue.record("seed \(seed): \(world.violations)") }
    }
    #expect(displayed > 0, "nothing was displayed, which proves nothing")
  }
}
