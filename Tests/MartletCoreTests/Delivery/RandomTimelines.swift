// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import TestSupport

/// Policy, time zone and what happens when, in a world of few names, so that all rules meet.
struct RandomTimeline {
  var policy: DeliveryEngine.Policy
  var offset: @Sendable (Int64) -> Int64
  /// When the offset changes.
  let change: Int64
  var steps: [(input: DeliveryEngine.Input, at: Instant)]

  /// - Parameters:
  ///   - turnsClock: sometimes somebody turns the clock, backward too.
  ///   - relaunches: sometimes the process ends and begins anew, and an impression crosses what
  ///     takes its message back.
  init(seed: UInt64, turnsClock: Bool = true, relaunches: Bool = true) {
    var random = SeededGenerator(seed: seed)
    // Of its own, so that a seed gives the same timeline with and without.
    var ends = SeededGenerator(seed: ~seed)
    policy = DeliveryEngine.Policy(
      minimumInterval: .seconds(random.element(of: [0, 0, 1, 10, 30])),
      syncPatience: .seconds(random.element(of: [0, 5, 5, 60])))
    let begin: Int64 = 1_000_000_000
    // The clock on the wall is put forward or back some time.
    let (change, before, after) = (
      begin + Int64(random.int(0...900_000)), random.int(-2...2), random.int(-2...2)
    )
    self.change = change
    offset = { Int64($0 < change ? before : after) * 60_000 }
    var world = RandomWorld(&random, begin: begin)
    // Likewise.
    var quiet = SeededGenerator(seed: seed ^ 0x9E7)
    world.addQuietHours(&quiet, begin: begin)
    // Likewise.
    var arms = SeededGenerator(seed: seed ^ 0xA12)
    world.addArms(&arms)
    // Likewise.
    var personal = SeededGenerator(seed: seed ^ 0xA77)
    world.addPersonalTriggers(&personal)
    var now = begin
    steps = []
    for _ in 0..<random.int(1...30) {
      now += Int64(random.int(0...20_000))
      if random.oneIn(12) {
        now += 1_000 * random.element(of: [60, 3_600, 86_400, 8 * 86_400, 31 * 86_400, 366 * 86_400])
      }
      if turnsClock, random.oneIn(15) { now += Int64(random.int(-300_000...30_000)) }
      if relaunches, ends.oneIn(12) { steps.append((.relaunched, Instant(milliseconds: now))) }
      steps.append((world.input(&random, at: now), Instant(milliseconds: now)))
      if personal.oneIn(4) {
        steps.append((world.personalInput(&personal, at: now), Instant(milliseconds: now)))
      }
    }
    // From chance of its own, so that the timelines of seeds stay what they were.
    var late = SeededGenerator(seed: seed ^ 0x1A7E)
    guard relaunches, late.oneIn(4) else { return }
    let place = late.int(0...(steps.count - 1))
    let campaign = CampaignID("c\(late.int(0...4))")
    let impression = DeliveryEngine.Input.impressionCounted(
      campaign: campaign, tags: late.element(of: [[], ["a"], ["a", "b"]]),
      userID: late.element(of: [nil, "u1", "u2", "u3"]))
    steps.insert((impression, steps[place].at), at: place)
  }

  /// What happens to attributes.
  static let attributeChanges: [Event.AttributeChange] = [
    .value("free"), .value("pro"), .value(3), .removed, .relative(operation: "increment", operand: 1),
  ]

  var environment: Environment {
    var environment = Environment.plain
    environment.utcOffset = { [offset] in .milliseconds(offset($0.milliseconds)) }
    return environment
  }

  var engine: DeliveryEngine { DeliveryEngine(policy: policy, environment: environment) }

  /// The engine of the next launch, before it is told of it: it holds what the one before kept for
  /// it, and its definitions.
  func restored(from last: DeliveryEngine, holding definitions: DeliveryEngine.Input?, at now: Instant)
    -> DeliveryEngine
  {
    var next = engine
    if let definitions { _ = next.handle(definitions, at: now) }
    next.resume(last.saved, last.inFlight)
    return next
  }

  var naive: NaiveEngine {
    NaiveEngine(
      minimum: policy.minimumInterval.wholeMilliseconds, patience: policy.syncPatience.wholeMilliseconds,
      offset: offset, change: change)
  }
}

/// The campaigns that there are, in two versions each, and the events so far.
struct RandomWorld {
  /// A campaign in its versions.
  private var pool: [[CampaignDefinition]] = []
  private var caps: [SharedCap]
  /// 0: not there; else the version.
  private var versions: [Int]
  private(set) var events = 0
  /// The events about attributes and audiences so far.
  private var personal = 0

  init(_ random: inout SeededGenerator, begin: Int64) {
    for number in 0..<5 {
      let first = random.campaign(CampaignID("c\(number)"), version: 1, begin: begin)
      var second = random.campaign(CampaignID("c\(number)"), version: 2, begin: begin)
      // An edit often leaves the triggers as they are.
      if random.oneIn(2) { second.triggers = first.triggers }
      pool.append([first, second])
    }
    versions = pool.map { _ in random.int(0...1) }
    caps = random.array(0...2) { SharedCap(tag: $0.element(of: [nil, "a", "b"]), $0.cap()) }
  }

  /// A few minutes of a day, which may begin before midnight or after, on some days.
  mutating func addQuietHours(_ random: inout SeededGenerator, begin: Int64) {
    for number in pool.indices where random.oneIn(3) {
      for version in pool[number].indices where !random.oneIn(4) {
        // Only one of them is long: some minute of the week is never quiet.
        pool[number][version].schedule.quietHours = (0..<random.int(1...3)).map { place in
          let from =
            random.oneIn(4) ? random.int(0...1_439) : Int(begin / 60_000 % 1_440) + random.int(-4...8)
          return QuietHours(
            from: from, to: (from + random.element(of: [1, 2, 5, 60, place == 0 ? 1_300 : 10])) % 1_440,
            weekdays: random.oneIn(2)
              ? [] : Set((0..<3).map { _ in random.element(of: QuietHours.Weekday.allCases) }))
        }
      }
    }
  }

  /// Some campaigns have experiments.
  mutating func addArms(_ random: inout SeededGenerator) {
    for number in pool.indices where random.oneIn(3) {
      for version in pool[number].indices {
        pool[number][version].arm = ExperimentArm(isWithheld: random.oneIn(2), keepsTurn: random.oneIn(3))
      }
    }
  }

  /// Some campaigns also wait for attributes and audiences.
  mutating func addPersonalTriggers(_ random: inout SeededGenerator) {
    for number in pool.indices where random.oneIn(2) {
      for version in pool[number].indices where !pool[number][version].triggers.isEmpty {
        let filter = Filter.compare(Comparison(path: ["value"], operation: .equals("pro")))
        let trigger: Trigger =
          switch random.int(0...3) {
          case 0: .event(.attribute, name: "plan", random.oneIn(2) ? filter : nil)
          case 1: .event(.attribute, name: random.element(of: ["plan", "coins"]), nil)
          case 2: .event(.audienceEntry, name: random.element(of: ["vip", "new"]), nil)
          default: .event(.audienceExit, name: "vip", nil)
          }
        pool[number][version].triggers.append(
          random.oneIn(4) ? .count(trigger, Repetition(.atLeast, 2, within: .session)) : trigger)
      }
    }
  }

  /// Something about the person: an attribute, or the audiences that they are in.
  mutating func personalInput(_ random: inout SeededGenerator, at now: Int64) -> DeliveryEngine.Input {
    let key = random.element(of: ["plan", "plan", "coins", "name"])
    let change = random.element(of: RandomTimeline.attributeChanges)
    switch random.int(0...7) {
    case 0: return .attributeNoted(key: key, mark: DeliveryEngine.attributeMark(change))
    case 1:
      return .membershipReceived(random.oneIn(4) ? [:] : ["vip": random.oneIn(2), "new": random.oneIn(2)])
    case 2, 3:
      let audience = random.element(of: ["vip", "new", "old"])
      personal += 1
      let kind: Event.Kind = random.oneIn(3) ? .audienceExit(audience) : .audienceEntry(audience)
      return .eventLogged(Event(id: "p\(personal)", at: Instant(milliseconds: now), kind: kind))
    default:
      if !random.oneIn(15) { personal += 1 }
      return .eventLogged(
        Event(id: "p\(personal)", at: Instant(milliseconds: now), kind: .attribute(key: key, change)))
    }
  }

  var definitions: [CampaignDefinition] {
    zip(versions, pool).compactMap { version, campaigns in version == 0 ? nil : campaigns[version - 1] }
  }

  mutating func input(_ random: inout SeededGenerator, at now: Int64) -> DeliveryEngine.Input {
    switch random.int(0...24) {
    case 0...2: return received(&random)
    case 3...12:
      // An id is sometimes logged twice.
      if !random.oneIn(15) { events += 1 }
      return .eventLogged(
        Event(id: "e\(events)", at: Instant(milliseconds: now), kind: random.plainEventKind()))
    case 13...16: return .outcomeReported(decisionID: id(&random), random.outcome())
    case 17, 18: return .displayRequested(id: id(&random))
    case 19, 20: return .timePassed
    case 21: return .sessionStarted
    case 22: return random.oneIn(3) ? .syncEnded : .syncStarted
    default:
      if random.oneIn(8) { return .wiped }
      guard random.oneIn(2) else { return received(&random) }
      return .userChanged(
        userID: random.oneIn(6) ? "u\(random.int(3...7))" : random.element(of: [nil, "u1", "u2"]))
    }
  }

  private func id(_ random: inout SeededGenerator) -> String {
    let id = "e\(max(1, events - random.int(0...3)))"
    return random.oneIn(6) ? "\(id)-\(random.int(2...3))" : id
  }

  private mutating func received(_ random: inout SeededGenerator) -> DeliveryEngine.Input {
    for number in pool.indices where random.oneIn(4) { versions[number] = random.int(0...2) }
    return .definitionsReceived(definitions.shuffled(using: &random), caps: random.oneIn(8) ? [] : caps)
  }
}

extension SeededGenerator {
  mutating func campaign(_ id: CampaignID, version: Int, begin: Int64) -> CampaignDefinition {
    CampaignDefinition(
      id: id, version: version,
      priority: Priority(bucket: element(of: Priority.Bucket.allCases), order: int(-1...1)),
      createdAt: Instant(milliseconds: Int64(int(0...2))), schedule: schedule(begin: begin),
      triggers: oneIn(40) ? [] : (0..<int(1...2)).map { _ in trigger(depth: oneIn(2) ? 2 : 0) },
      delay: oneIn(4) ? .seconds(element(of: [1, 10, 60])) : .zero,
      exceptions: oneIn(3) ? [trigger(depth: 0)] : [],
      reEligibility: element(of: [.always, .always, .once, .after(.seconds(element(of: [1, 60, 86_400])))]),
      caps: oneIn(3) ? array(1...2) { $0.cap() } : [],
      tags: oneIn(2) ? [element(of: ["a", "b"])] : oneIn(2) ? ["a", "b"] : [],
      isRenderedAtDisplay: oneIn(5))
  }

  mutating func cap() -> FrequencyCap {
    FrequencyCap(int(1...3), within: element(of: FrequencyCap.Window.allCases))
  }

  private mutating func schedule(begin: Int64) -> Schedule {
    func around(_ random: inout SeededGenerator) -> Int64 { begin + Int64(random.int(-60_000...600_000)) }
    return Schedule(
      startsAt: oneIn(8) ? Instant(milliseconds: around(&self)) : nil,
      endsAt: oneIn(8) ? Instant(milliseconds: around(&self)) : nil,
      startsAtLocally: oneIn(8) ? LocalTime(milliseconds: around(&self)) : nil,
      endsAtLocally: oneIn(8) ? LocalTime(milliseconds: around(&self)) : nil,
      expiresAfter: oneIn(8) ? .seconds(int(1...600)) : nil,
      displaysWithin: oneIn(8) ? .seconds(int(1...90)) : nil)
  }

  mutating func trigger(depth: Int) -> Trigger {
    if depth > 0 {
      switch int(0...5) {
      case 0: return .any((0..<int(1...2)).map { _ in trigger(depth: depth - 1) })
      case 1, 2: return .all((0..<int(1...3)).map { _ in trigger(depth: depth - 1) }, within: window())
      case 3, 4:
        return .count(
          trigger(depth: depth - 1),
          Repetition(element(of: Repetition.Match.allCases), int(1...3), within: window()))
      default: break
      }
    }
    let filter: Filter? =
      oneIn(3) ? .compare(Comparison(path: ["x"], operation: .equals(.int(Int64(int(0...1)))))) : nil
    return switch int(0...8) {
    case 0: .sessionStart
    case 1: .pushClick(campaign: element(of: [nil, "c0", "c1"]))
    case 2: .anyPurchase(filter)
    case 3:
      oneIn(2)
        ? .purchase(productID: element(of: ["p", "q"]), filter)
        : .event(.screenView, name: element(of: [nil, "s"]), filter)
    default: .customEvent(name: element(of: ["tap", "tap", "open"]), filter)
    }
  }

  private mutating func window() -> HistoryWindow {
    oneIn(2) ? .session : .last(.seconds(element(of: [5, 60, 86_400])))
  }

  mutating func plainEventKind() -> Event.Kind {
    let properties: Properties = oneIn(4) ? [:] : ["x": .int(Int64(int(0...1)))]
    return switch int(0...9) {
    case 0: .sessionStart
    case 1: .pushClick(campaign: element(of: [nil, "c0", "c2"]))
    case 2:
      .purchase(
        Purchase(productID: element(of: ["p", "q"]), currency: "EUR", price: 1, properties: properties))
    case 3:
      oneIn(2)
        ? .custom(name: "nobody", properties: [:])
        : .screenView(name: element(of: ["s", "tap"]), properties: properties)
    default: .custom(name: element(of: ["tap", "tap", "open"]), properties: properties)
    }
  }

  mutating func outcome() -> Outcome {
    element(of: [
      .shown, .shown, .shown, .queued(.inBackground), .queued(.otherMessageVisible), .discarded(.byDelegate),
      .expired, .replaced,
      .discarded(.assetFailed), .discarded(.withdrawn), .discarded(.timedOut),
    ])
  }
}
