// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("Banners, content and data in random worlds")
struct ReachPropertyTests {
  @Test func `the machine does what a naive queue does, counts each step once, and ends each item once`() {
    for seed in PropertyCases.seeds(full: 10_000) {
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
    for seed in PropertyCases.seeds(full: 1_000) {
      var world = RandomReach(seed: seed)
      for step in 0..<40 {
        if step % 3 == 0 {
          world.machine = ReachMachine(policy: world.machine.policy, world.machine.snapshot)
        }
        world.step()
        if let problem = world.problem {
          Issue.record("seed \(seed): \(problem)")
          return
        }
      }
    }
  }

  @Test func `whatever happened, the screen is free once everybody has been silent for long enough`() {
    for seed in PropertyCases.seeds(full: 1_000) {
      var world = RandomReach(seed: seed)
      for _ in 0..<30 { world.step() }
      var left = world.machine.count
      while let current = world.machine.current {
        // Who sees a banner or content closes it at some time. Everything else ends by itself.
        switch current.stage {
        case .notifying: world.handle(.bannerClosed(id: current.id))
        case .showing: world.handle(.contentExited(id: current.id))
        case .offered, .accepted, .opening, .loading: world.handle(.watchEnded(attempt: current.attempt))
        }
        left -= 1
        #expect(left >= -ReachMachine.loadingAttempts * 10, "seed \(seed)")
        if left < -ReachMachine.loadingAttempts * 10 { return }
      }
    }
  }
}

extension ReachPropertyTests {
  @Test
  func
    `until something of a campaign is exposed, the person's arm changes nothing, and the exposure comes at the same step in all arms`()
  {
    var exposures = 0
    for seed in PropertyCases.seeds(full: 4_000) {
      var world = RandomReach(seed: seed, twin: CampaignID("c1"))
      for _ in 0..<60 where !world.isTwinExposed {
        world.step()
        if let problem = world.problem {
          Issue.record("seed \(seed): \(problem)")
          return
        }
      }
      if world.isTwinExposed { exposures += 1 }
    }
    #expect(
      exposures > PropertyCases.seeds(full: 4_000).count / 10,
      "too few worlds come to an exposure: \(exposures)")
  }

  @Test
  func
    `what is withheld ends at its exposure, with nothing on the screen, nothing counted and nothing loaded`()
  {
    var withheld = 0
    for seed in PropertyCases.seeds(full: 4_000) {
      var world = RandomReach(seed: seed)
      for _ in 0..<40 {
        let effects = world.step()
        for (place, effect) in effects.enumerated() {
          guard case .expose(let item) = effect, item.arm == .withheld else { continue }
          withheld += 1
          let next = place + 1 < effects.count ? effects[place + 1] : nil
          if next != .ended(item, .withheld) || world.machine.isLive(item.id) {
            Issue.record("seed \(seed): \(item.id) is exposed, then \(next.map { "\($0)" } ?? "nothing")")
            return
          }
        }
      }
    }
    #expect(
      withheld > PropertyCases.seeds(full: 4_000).count / 10, "too few worlds withhold anything: \(withheld)")
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
  /// The same machine for a person in another arm of the experiment of `tested`, until something of
  /// it is exposed.
  private var twin: ReachMachine?
  private let tested: CampaignID?
  private(set) var isTwinExposed = false

  /// - Parameter twin: The campaign of whose experiment a second person is in another arm.
  init(seed: UInt64, twin tested: CampaignID? = nil) {
    self.tested = tested
    random = SeededGenerator(seed: seed)
    let capacity = random.oneIn(3) ? random.int(0...4) : 1_000
    machine = ReachMachine(policy: .init(capacity: capacity))
    naive = NaiveReach(capacity: capacity)
    machine.isActive = true
    machine.isReady = true
    twin = tested == nil ? nil : machine
  }

  @discardableResult
  mutating func step() -> [ReachMachine.Effect] {
    if random.oneIn(4) { now = now + .milliseconds(Int64(random.int(0...20_000))) }
    if random.oneIn(40) { now = now + .milliseconds(Int64(random.int(-60_000...60_000))) }
    if random.oneIn(40) { naive.utcOffset = .milliseconds(Int64(random.int(-40_000...40_000))) }
    if random.oneIn(20) { return happen() }
    if random.oneIn(12) {
      let isDue = random.oneIn(2)
      let expected = naive.noteMessage(isDue, at: now)
      return play(expected, "message \(isDue)") { $0.note(isMessageDue: isDue, at: $1, utcOffset: $2) }
    }
    return handle(input())
  }

  @discardableResult
  mutating func handle(_ input: ReachMachine.Input) -> [ReachMachine.Effect] {
    let expected = naive.handle(input, at: now)
    let tested = tested
    var isTwin = false
    return play(expected, "\(input)") {
      defer { isTwin = true }
      return $0.handle(isTwin ? Self.inOtherArm(input, of: tested) : input, at: $1, utcOffset: $2)
    }
  }

  /// What comes from outside the screen: time, the server, another person, and the end of the
  /// process.
  private mutating func happen() -> [ReachMachine.Effect] {
    switch random.int(0...11) {
    case 0...3:
      let expected = naive.passTime(at: now)
      return play(expected, "time passes") { $0.passTime(at: $1, utcOffset: $2) }
    case 4, 5:
      let gone = Set(random.array(1...3) { CampaignID("c\($0.int(1...8))") })
      let expected = naive.recall(gone, at: now)
      return play(expected, "recall of \(gone)") {
        $0.recall(except: { !gone.contains($0.campaign) }, at: $1, utcOffset: $2)
      }
    case 6, 7:
      let reason = random.element(of: [Outcome.DropReason.userChanged, .wiped, .disabled])
      let expected = naive.endAll(reason)
      return play(expected, "end of all: \(reason)") { machine, _, _ in machine.endAll(reason) }
    case 8, 9:
      // New campaigns arrive, in which the person may be in other arms.
      var arms: [CampaignID: ReachItem.Arm] = [:]
      for number in 1...8 { arms[CampaignID("c\(number)")] = arm() }
      naive.setArms(arms)
      let tested = tested
      var isTwin = false
      return play([], "arms") { machine, _, _ in
        machine.setArms { isTwin && $0 == tested ? arms[$0]?.other : arms[$0] }
        isTwin = true
        return []
      }
    default:
      naive.relaunch()
      let effects = play([], "relaunch") { machine, _, _ in
        machine = ReachMachine(policy: machine.policy, machine.snapshot)
        machine.relaunch()
        return []
      }
      // Usually, the app soon shows items again.
      for input in [ReachMachine.Input.ready(true), .phase(isActive: true)] where !random.oneIn(8) {
        handle(input)
      }
      return effects
    }
  }

  // MARK: - Arms

  private mutating func arm() -> ReachItem.Arm? { random.element(of: [nil, .shown, .withheld]) }

  /// Lets it happen to the machine, and then to its twin.
  private mutating func play(
    _ expected: [String], _ what: @autoclosure () -> String,
    _ happens: (inout ReachMachine, Instant, Duration) -> [ReachMachine.Effect]
  ) -> [ReachMachine.Effect] {
    let effects = happens(&machine, now, naive.utcOffset)
    compare(effects, expected, what())
    guard var twin, !isTwinExposed else { return effects }
    let others = happens(&twin, now, naive.utcOffset)
    self.twin = twin
    let (mine, theirs) = (untilExposed(effects), untilExposed(others))
    // Whatever is the same needs no words.
    if mine != theirs, mine.map(Self.withoutArm) != theirs.map(Self.withoutArm) {
      problem = "\(what()): \(mine) in one arm, \(theirs) in the other"
    }
    isTwinExposed = mine.last.map(isExposure) == true
    return effects
  }

  /// Up to the first exposure of the campaign that is tested.
  private func untilExposed(_ effects: [ReachMachine.Effect]) -> ArraySlice<ReachMachine.Effect> {
    effects.firstIndex(where: isExposure).map { effects[...$0] } ?? effects[...]
  }

  private func isExposure(_ effect: ReachMachine.Effect) -> Bool {
    if case .expose(let item) = effect { item.campaign == tested } else { false }
  }

  /// In words.
  private static func withoutArm(_ effect: ReachMachine.Effect) -> String {
    "\(effect)".replacing(/arm: (nil|Optional\([A-Za-z.]*\))/, with: "arm")
  }

  private static func inOtherArm(_ input: ReachMachine.Input, of tested: CampaignID?) -> ReachMachine.Input {
    switch input {
    case .received(var item) where item.campaign == tested:
      item.arm = item.arm?.other
      return .received(item)
    case .opened(var item) where item.campaign == tested:
      item.arm = item.arm?.other
      return .opened(item)
    default: return input
    }
  }

  private mutating func compare(
    _ effects: [ReachMachine.Effect], _ expected: [String], _ what: @autoclosure () -> String
  ) {
    var said: [String] = []
    for effect in effects {
      switch effect {
      case .offer(let item, _, _): said.append("\(item.id) offer")
      case .load(let item): said.append("\(item.id) load")
      case .open(let item): said.append("\(item.id) open")
      case .passOn(let item): said.append("\(item.id) pass on")
      case .expose(let item):
        said.append("\(item.id) exposed")
        if !counted.insert(said[said.count - 1]).inserted { problem = "exposed twice: \(item.id)" }
      case .record(let statistic):
        said.append("\(statistic.item.id) \(statistic.words)")
        if !counted.insert(said[said.count - 1]).inserted {
          problem = "counted twice: \(said[said.count - 1])"
        }
      case .ended(let item, let outcome):
        said.append("\(item.id) ended \(outcome.words)")
        if !counted.insert("\(item.id) ended").inserted { problem = "ended twice: \(item.id)" }
      case .spend(let item):
        said.append("\(item.id) spent")
        if !counted.insert(said[said.count - 1]).inserted { problem = "spent twice: \(item.id)" }
      case .removeBanner, .closeContent, .showLoading, .follow, .dismissMessage, .watch: break
      }
    }
    if said != expected { problem = "\(what()): \(said) instead of \(expected)" }
    let current = machine.current.map { "\($0.id): \($0.stage.rawValue)" }
    if current != naive.currentWords {
      problem = "\(what()): \(current ?? "nothing") instead of \(naive.currentWords ?? "nothing")"
    }
    if machine.items.map(\.id) != naive.entries.map(\.item.id) {
      problem =
        "\(what().prefix(60)): \(machine.items.map(\.id)) wait instead of \(naive.entries.map(\.item.id))"
    }
    // The owner of the machine wakes it then. Later would be too late.
    let offset = naive.utcOffset
    let ends = naive.expiring.flatMap {
      [$0.absoluteEnd, $0.endsAtLocally?.instant(offset: offset)].compactMap { $0 }
    }
    if let first = ends.min(),
      machine.nextEnd(after: now, utcOffset: { _ in offset }).map({ $0 > first }) ?? true
    {
      problem = "\(what()): no alarm at \(first)"
    }
  }

  private mutating func input() -> ReachMachine.Input {
    let known = seen.isEmpty ? "none" : random.element(of: seen.suffix(6)).id
    let id = random.oneIn(3) ? known : machine.current?.id ?? known
    let attempt = random.oneIn(6) ? random.int(0...9) : machine.current?.attempt ?? 0
    switch random.int(0...20) {
    case 0...3: return .received(item())
    case 4:
      return .opened(random.oneIn(2) && !seen.isEmpty ? random.element(of: seen.suffix(6)) : item(.push))
    case 5, 6:
      return .answered(id: id, attempt: attempt, random.element(of: ReachMachine.NotifierAnswer.allCases))
    case 7, 8: return .bannerAppeared(id: id)
    case 9: return .bannerTapped(id: id)
    case 10: return .bannerClosed(id: id)
    case 11: return random.oneIn(2) ? .loaded(id: known) : .loadFailed(id: random.oneIn(2) ? id : known)
    case 12: return random.oneIn(4) ? .contentMissing(id: id) : .contentAppeared(id: id)
    case 13: return random.oneIn(2) ? .contentActed(id: id, [:]) : .contentExited(id: id)
    case 14: return .vanished(id: id)
    case 15: return .dataAnswered(id: known, random.element(of: ReachMachine.DataAnswer.allCases))
    case 16:
      return random.oneIn(3)
        ? random.oneIn(3) ? .gone(id: id) : .failed(id: id, .byApp) : .watchEnded(attempt: attempt)
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
        screens: random.oneIn(4) ? random.array(1...2) { $0.element(of: ["A", "B"]) } : []), source: source,
      receivedAt: now,
      endsAt: random.oneIn(5) ? now + .milliseconds(Int64(random.int(0...30_000))) : nil,
      endsAtLocally: random.oneIn(8)
        ? LocalTime(now + .milliseconds(Int64(random.int(0...60_000))), offset: naive.utcOffset) : nil,
      expiresAfter: random.oneIn(8) ? .milliseconds(Int64(random.int(0...30_000))) : nil,
      isLoaded: !random.oneIn(5),
      isTest: random.oneIn(10), arm: arm())
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
    case .withheld: "withheld"
    case .shown, .queued, .suppressed, .discarded: "unexpected"
    }
  }
}

extension ReachItem.Arm {
  fileprivate var other: ReachItem.Arm { self == .shown ? .withheld : .shown }
}
