// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("Banners, content and data in random worlds")
struct ReachPropertyTests {
  @Test func `the machine does what a naive queue does, counts each step once, and ends each item once`() {
    for seed in PropertyCases.seeds(usual: 10_000) {
      var world = RandomReach(seed: seed)
      for _ in 0..<40 {
        world.step()
        if let problem = world.problem {
          Issue.record("seed \(seed): \(problem)")
          return
        }
      }
    }
  }

  @Test func `a machine that is stored and restored at any moment continues in the same way`() {
    for seed in PropertyCases.seeds(usual: 1_000) {
      var world = RandomReach(seed: seed)
      for step in 0..<40 {
        if step % 3 == 0 { world.machine = ReachMachine(policy: world.machine.policy, world.machine.snapshot) }
        world.step()
        if let problem = world.problem {
          Issue.record("seed \(seed): \(problem)")
          return
        }
      }
    }
  }

  @Test func `whatever happened, the screen is free once everybody has been silent for long enough`() {
    for seed in PropertyCases.seeds(usual: 1_000) {
      var world = RandomReach(seed: seed)
      for _ in 0..<30 { world.step() }
      var left = world.machine.count
      while let current = world.machine.current {
        // Who sees a banner or content closes it at some time. Everything else ends by itself.
        switch current.stage {
        case .notifying: world.tell(.bannerClosed(id: current.id))
        case .showing: world.tell(.contentExited(id: current.id))
        case .offered, .accepted, .opening, .loading: world.tell(.watchEnded(attempt: current.attempt))
        }
        left -= 1
        #expect(left >= -ReachMachine.loadingAttempts * 10, "seed \(seed)")
        if left < -ReachMachine.loadingAttempts * 10 { return }
      }
    }
  }
}

/// The machine and the naive queue, side by side.
private struct RandomReach {
  var machine: ReachMachine
  private var naive: NaiveReach
  private var random: SeededGenerator
  private var now = Instant(milliseconds: 1_700_000_000_000)
  private var ids = 0
  private var seen: [ReachItem] = []
  private var counted: Set<String> = []
  private(set) var problem: String?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let capacity = random.oneIn(3) ? random.int(0...4) : 1_000
    machine = ReachMachine(policy: .init(capacity: capacity))
    naive = NaiveReach(capacity: capacity)
    machine.isActive = true
    machine.isReady = true
  }

  mutating func step() {
    if random.oneIn(4) { now = now + .milliseconds(Int64(random.int(0...20_000))) }
    if random.oneIn(40) { now = now + .milliseconds(Int64(random.int(-60_000...60_000))) }
    if random.oneIn(40) { naive.utcOffset = .milliseconds(Int64(random.int(-40_000...40_000))) }
    if random.oneIn(20) { return happen() }
    if random.oneIn(12) {
      let isDue = random.oneIn(2)
      let naive = naive.noteMessage(isDue, at: now)
      return compare(machine.note(isMessageDue: isDue, at: now, utcOffset: self.naive.utcOffset), naive, "message \(isDue)")
    }
    tell(input())
  }

  mutating func tell(_ input: ReachMachine.Input) {
    let naive = naive.handle(input, at: now)
    compare(machine.handle(input, at: now, utcOffset: self.naive.utcOffset), naive, "\(input)")
  }

  /// What comes from outside the screen: time, the server, another person, and the end of the process.
  private mutating func happen() {
    let offset = naive.utcOffset
    switch random.int(0...9) {
    case 0...3:
      let naive = naive.passTime(at: now)
      compare(machine.passTime(at: now, utcOffset: offset), naive, "time passes")
    case 4, 5:
      let gone = Set(random.array(1...3) { CampaignID("c\($0.int(1...8))") })
      let naive = naive.recall(gone, at: now)
      compare(machine.recall(except: { !gone.contains($0.campaign) }, at: now, utcOffset: offset), naive, "recall of \(gone)")
    case 6, 7:
      let reason = random.element(of: [Outcome.DropReason.userChanged, .wiped, .disabled])
      let naive = naive.endAll(reason)
      compare(machine.endAll(reason), naive, "end of all: \(reason)")
    default:
      machine = ReachMachine(policy: machine.policy, machine.snapshot)
      machine.relaunch()
      naive.relaunch()
      compare([], [], "relaunch")
      // Usually, the app soon shows items again.
      for input in [ReachMachine.Input.ready(true), .phase(isActive: true)] where !random.oneIn(8) { tell(input) }
    }
  }

  private mutating func compare(_ effects: [ReachMachine.Effect], _ expected: [String], _ what: String) {
    var said: [String] = []
    for effect in effects {
      switch effect {
      case .offer(let item, _, _): said.append("\(item.id) offer")
      case .load(let item): said.append("\(item.id) load")
      case .open(let item): said.append("\(item.id) open")
      case .passOn(let item): said.append("\(item.id) pass on")
      case .record(let statistic):
        said.append("\(statistic.item.id) \(statistic.words)")
        if !counted.insert(said[said.count - 1]).inserted { problem = "counted twice: \(said[said.count - 1])" }
      case .ended(let item, let outcome):
        said.append("\(item.id) ended \(outcome.words)")
        if !counted.insert("\(item.id) ended").inserted { problem = "ended twice: \(item.id)" }
      case .removeBanner, .closeContent, .showLoading, .follow, .dismissMessage, .watch: break
      }
    }
    if said != expected { problem = "\(what): \(said) instead of \(expected)" }
    let current = machine.current.map { "\($0.id): \($0.stage.rawValue)" }
    if current != naive.currentWords { problem = "\(what): \(current ?? "nothing") instead of \(naive.currentWords ?? "nothing")" }
    if machine.items.map(\.id) != naive.entries.map(\.item.id) {
      problem = "\(what.prefix(60)): \(machine.items.map(\.id)) wait instead of \(naive.entries.map(\.item.id))"
    }
    // The owner of the machine wakes it then. Later would be too late.
    let offset = naive.utcOffset
    let ends = naive.expiring.flatMap { [$0.absoluteEnd, $0.endsAtLocally?.instant(offset: offset)].compactMap { $0 } }
    if let first = ends.min(), machine.nextEnd(utcOffset: { offset }).map({ $0 > first }) ?? true {
      problem = "\(what): no alarm at \(first)"
    }
  }

  private mutating func input() -> ReachMachine.Input {
    let known = seen.isEmpty ? "none" : random.element(of: seen.suffix(6)).id
    let id = random.oneIn(3) ? known : machine.current?.id ?? known
    let attempt = random.oneIn(6) ? random.int(0...9) : machine.current?.attempt ?? 0
    switch random.int(0...20) {
    case 0...3: return .received(item())
    case 4: return .opened(random.oneIn(2) && !seen.isEmpty ? random.element(of: seen.suffix(6)) : item(.push))
    case 5, 6: return .answered(id: id, attempt: attempt, random.element(of: ReachMachine.NotifierAnswer.allCases))
    case 7, 8: return .bannerAppeared(id: id)
    case 9: return .bannerTapped(id: id)
    case 10: return .bannerClosed(id: id)
    case 11: return random.oneIn(2) ? .loaded(id: known) : .loadFailed(id: random.oneIn(2) ? id : known)
    case 12: return random.oneIn(4) ? .contentMissing(id: id) : .contentAppeared(id: id)
    case 13: return random.oneIn(2) ? .contentActed(id: id, [:]) : .contentExited(id: id)
    case 14: return .vanished(id: id)
    case 15: return .dataAnswered(id: known, random.element(of: ReachMachine.DataAnswer.allCases))
    case 16: return random.oneIn(3) ? .failed(id: id, .byApp) : .watchEnded(attempt: attempt)
    case 17: return .screenChanged(random.element(of: [nil, "A", "B"]))
    case 18: return .phase(isActive: !random.oneIn(4))
    case 19: return .windowChanged(isThere: !random.oneIn(4))
    default: return .ready(!random.oneIn(4))
    }
  }

  private mutating func item(_ source: ReachItem.Source = .definitions) -> ReachItem {
    ids += 1
    let forms: [ReachTraits.Form] = [.bannerOnly, .bannerAndContent, .bannerAndContent, .contentOnly, .data]
    let deliveries: [ReachTraits.Delivery] = [.any, .any, .inApp, .outOfApp]
    let item = ReachItem(
      id: "i\(ids)", campaign: CampaignID("c\(random.int(1...8))"),
      traits: ReachTraits(
        form: random.element(of: forms), delivery: random.element(of: deliveries),
        screens: random.oneIn(4) ? random.array(1...2) { $0.element(of: ["A", "B"]) } : []), source: source, receivedAt: now,
      endsAt: random.oneIn(5) ? now + .milliseconds(Int64(random.int(0...30_000))) : nil,
      endsAtLocally: random.oneIn(8) ? LocalTime(now + .milliseconds(Int64(random.int(0...60_000))), offset: naive.utcOffset) : nil,
      expiresAfter: random.oneIn(8) ? .milliseconds(Int64(random.int(0...30_000))) : nil, isLoaded: !random.oneIn(5),
      isTest: random.oneIn(10))
    seen.append(item)
    return item
  }
}

extension Outcome {
  fileprivate var words: String {
    switch self {
    case .actioned: "actioned"
    case .exited: "exited"
    case .expired: "expired"
    case .replaced: "replaced"
    case .recalled: "recalled"
    case .dropped(let reason): "dropped \(reason.rawValue)"
    case .shown, .queued, .suppressed, .discarded, .withheld: "unexpected"
    }
  }
}
