// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

/// The rules of the machine as one plain list that is searched from the start each time. Slow, and
/// easy to believe.
struct NaiveReach {
  struct Entry {
    var item: ReachItem
    var steps: Set<String> = []
    var state = "waiting"
    var isOpened = false
    var failures = 0
  }

  var capacity: Int
  /// By arrival.
  var entries: [Entry] = []
  var endedIDs: [String] = []
  var attempt = 0
  var screen: String?
  var isActive = true
  var isReady = true
  var hasWindow = true
  var isMessageDue = false
  var utcOffset = Duration.zero
  private var clock = Instant(milliseconds: .min)
  private(set) var said: [String] = []

  init(capacity: Int) { self.capacity = capacity }

  /// States in which an item has the screen.
  private static let banner = ["offered", "accepted", "notifying"]
  private static let content = ["loading", "opening", "showing"]
  private static let inUse = banner + content + ["passed on"]

  private var current: Int? { entries.firstIndex { (Self.banner + Self.content).contains($0.state) } }
  var currentWords: String? { current.map { "\(entries[$0].item.id): \(entries[$0].state)" } }
  private func index(_ id: String) -> Int? { entries.firstIndex { $0.item.id == id } }
  private func state(_ id: String) -> String? { index(id).map { entries[$0].state } }

  mutating func handle(_ input: ReachMachine.Input, at now: Instant) -> [String] {
    said = []
    noteClock(now)
    var isOccasion = false
    switch input {
    case .received(let item):
      isOccasion = true
      receive(item, isTapped: false, now)
    case .opened(let item):
      isOccasion = true
      open(item, now)
    case .answered(let id, let attempt, let answer):
      guard state(id) == "offered", attempt == self.attempt, let place = index(id) else { break }
      switch answer {
      case .show: entries[place].state = "accepted"
      case .postpone: entries[place].state = "postponed"
      case .drop: end(id, "dropped notifier_failed")
      }
    case .bannerAppeared(let id): appear(id)
    case .bannerTapped(let id):
      isOccasion = true
      guard appear(id), let place = index(id) else { break }
      count(id, "banner clicked")
      if entries[place].item.traits.hasContent { begin(place) } else { end(id, "actioned") }
    case .bannerClosed(let id):
      isOccasion = true
      if appear(id) {
        count(id, "banner dismissed")
        end(id, "exited")
      }
    case .loaded(let id): loaded(id)
    case .loadFailed(let id): loadFailed(id)
    case .contentMissing(let id):
      guard let place = index(id) else { break }
      switch state(id) {
      case "opening":
        entries[place].item.isLoaded = false
        begin(place)
      case "offered", "passed on":
        entries[place].item.isLoaded = false
        entries[place].state = "waiting"
      default: break
      }
    case .contentAppeared(let id): show(id)
    case .contentActed(let id, _):
      isOccasion = true
      if show(id) {
        count(id, "content clicked")
        end(id, "actioned")
      }
    case .contentExited(let id):
      isOccasion = true
      exit(id)
    case .vanished(let id):
      if state(id) == "notifying", let place = index(id) {
        entries[place].state = "postponed"
      } else if let state = state(id), Self.content.contains(state) {
        exit(id)
      }
    case .gone(let id):
      isOccasion = true
      end(id, "recalled")
    case .failed(let id, let reason):
      isOccasion = true
      end(id, "dropped \(reason.rawValue)")
    case .dataAnswered(let id, let answer):
      guard state(id) == "passed on" else { break }
      switch answer {
      case .accepted:
        count(id, "data clicked")
        end(id, "actioned")
      case .refused:
        count(id, "data dismissed")
        end(id, "exited")
      case .nobody: end(id, "dropped no_handler")
      }
    case .watchEnded(let attempt):
      guard attempt == self.attempt, let current else { break }
      let id = entries[current].item.id
      switch entries[current].state {
      case "offered", "accepted": end(id, "dropped notifier_silent")
      case "opening": end(id, "dropped content_silent")
      case "loading": loadFailed(id)
      default: break
      }
    case .screenChanged(let screen):
      isOccasion = true
      guard screen != self.screen else { break }
      self.screen = screen
      if let current, Self.banner.contains(entries[current].state) { entries[current].state = "waiting" }
    case .phase(let isActive):
      self.isActive = isActive
      isOccasion = isActive
    case .ready(let isReady):
      isOccasion = true
      self.isReady = isReady
      guard !isReady else { break }
      for place in entries.indices where Self.inUse.contains(entries[place].state) {
        entries[place].state = "waiting"
      }
    case .windowChanged(let isThere):
      isOccasion = isThere
      hasWindow = isThere
      if !isThere, let current, Self.banner.contains(entries[current].state) {
        entries[current].state = "waiting"
      }
    }
    scan(isOccasion, now)
    return said
  }

  mutating func noteMessage(_ isDue: Bool, at now: Instant) -> [String] {
    said = []
    guard isDue != isMessageDue else { return [] }
    isMessageDue = isDue
    if !isDue { scan(true, now) }
    return said
  }

  mutating func passTime(at now: Instant) -> [String] {
    said = []
    noteClock(now)
    scan(false, now)
    return said
  }

  /// The campaigns are gone. Content that a person uses stays.
  mutating func recall(_ campaigns: Set<CampaignID>, at now: Instant) -> [String] {
    said = []
    for entry in entries where entry.item.source == .definitions && campaigns.contains(entry.item.campaign) {
      if !["opening", "showing"].contains(entry.state) { end(entry.item.id, "recalled") }
    }
    scan(false, now)
    return said
  }

  /// The person is in this arm of the experiments of these campaigns, and in none of others.
  mutating func setArms(_ arms: [CampaignID: ReachItem.Arm]) {
    for place in entries.indices { entries[place].item.arm = arms[entries[place].item.campaign] }
  }

  /// Another person, a wipe, or the SDK is off.
  mutating func endAll(_ reason: Outcome.DropReason) -> [String] {
    said = []
    for entry in entries { end(entry.item.id, "dropped \(reason.rawValue)") }
    return said
  }

  /// The process was killed and starts again.
  mutating func relaunch() {
    for place in entries.indices { (entries[place].state, entries[place].isOpened) = ("waiting", false) }
    (isActive, isReady, hasWindow, isMessageDue, screen) = (false, false, true, false, nil)
  }

  /// Whether an item that waits has ended.
  func hasEnded(_ item: ReachItem, _ now: Instant) -> Bool {
    if let end = item.absoluteEnd, now >= end { return true }
    if let end = item.endsAtLocally, LocalTime(now, offset: utcOffset) >= end { return true }
    return false
  }

  /// The items that expire when their time comes.
  var expiring: [ReachItem] { entries.filter { !Self.inUse.contains($0.state) }.map(\.item) }

  // MARK: -

  /// A person set the clock back: nothing arrived later than now.
  private mutating func noteClock(_ now: Instant) {
    if now < clock {
      for place in entries.indices {
        entries[place].item.receivedAt = min(entries[place].item.receivedAt, now)
      }
    }
    clock = now
  }

  private mutating func receive(_ item: ReachItem, isTapped: Bool, _ now: Instant) {
    guard !endedIDs.contains(item.id) else { return }
    if index(item.id) != nil { return item.isLoaded ? loaded(item.id) : () }
    let older = entries.first { $0.item.campaign == item.campaign }
    entries.append(Entry(item: item))
    count(item.id, "delivered")
    if hasEnded(item, now) { return end(item.id, "expired") }
    if item.traits.delivery == .outOfApp, isActive, !isTapped { return end(item.id, "dropped in_foreground") }
    if item.traits.form != .data, capacity == 0, !isTapped { return end(item.id, "dropped overflow") }
    if let older, let place = index(older.item.id) {
      if Self.inUse.contains(older.state) { return end(item.id, "replaced") }
      said.append("\(older.item.id) ended replaced")
      endedIDs.append(older.item.id)
      entries.removeLast()
      entries[place] = Entry(item: item, steps: older.steps, isOpened: older.isOpened)
      entries[place].steps.insert("delivered")
    }
    while entries.count > max(capacity, 1) {
      guard let oldest = entries.first(where: { !(Self.banner + Self.content).contains($0.state) }) else {
        break
      }
      end(oldest.item.id, "dropped overflow")
    }
  }

  private mutating func open(_ item: ReachItem, _ now: Instant) {
    guard !endedIDs.contains(item.id) else { return }
    if index(item.id) == nil {
      if let current, entries[current].item.campaign == item.campaign,
        Self.banner.contains(entries[current].state)
      {
        entries[current].state = "waiting"
      }
      receive(item, isTapped: true, now)
    }
    guard let place = index(item.id) else { return }
    count(item.id, "push clicked")
    guard entries[place].item.traits.form != .data else { return }
    guard entries[place].item.traits.hasContent else { return end(item.id, "actioned") }
    if Self.content.contains(entries[place].state) { return }
    if let current {
      if Self.banner.contains(entries[current].state) {
        entries[current].state = "waiting"
      } else {
        exit(entries[current].item.id)
      }
    }
    guard let mine = index(item.id) else { return }
    (entries[mine].isOpened, entries[mine].state) = (true, "waiting")
  }

  @discardableResult
  private mutating func appear(_ id: String) -> Bool {
    guard let place = index(id), Self.banner.contains(entries[place].state) else { return false }
    entries[place].state = "notifying"
    count(id, "banner displayed")
    return true
  }

  @discardableResult
  private mutating func show(_ id: String) -> Bool {
    guard let place = index(id), ["opening", "showing"].contains(entries[place].state) else { return false }
    entries[place].state = "showing"
    count(id, "content displayed")
    return true
  }

  private mutating func exit(_ id: String) {
    guard let place = index(id), Self.content.contains(entries[place].state) else { return }
    if show(id) { count(id, "content dismissed") }
    end(id, "exited")
  }

  private mutating func loaded(_ id: String) {
    guard let place = index(id), !entries[place].item.isLoaded else { return }
    entries[place].item.isLoaded = true
    if ["preloading", "postponed"].contains(entries[place].state) { entries[place].state = "waiting" }
    if entries[place].state == "loading" { begin(place) }
  }

  private mutating func loadFailed(_ id: String) {
    guard let place = index(id), !entries[place].item.isLoaded,
      ["loading", "preloading"].contains(entries[place].state)
    else { return }
    entries[place].failures += 1
    if entries[place].failures == ReachMachine.loadingAttempts { return end(id, "dropped load_failed") }
    (entries[place].isOpened, entries[place].state) = (false, "postponed")
  }

  private mutating func begin(_ place: Int) {
    attempt += 1
    entries[place].state = entries[place].item.isLoaded ? "opening" : "loading"
    said.append("\(entries[place].item.id) \(entries[place].item.isLoaded ? "open" : "load")")
  }

  private mutating func scan(_ isOccasion: Bool, _ now: Instant) {
    for entry in entries where !Self.inUse.contains(entry.state) && hasEnded(entry.item, now) {
      end(entry.item.id, "expired")
    }
    if isOccasion {
      for place in entries.indices where entries[place].state == "postponed" {
        entries[place].state = "waiting"
      }
    }
    guard isReady else { return }
    let waiting = entries.filter { $0.item.traits.form == .data && $0.state == "waiting" }.map(\.item)
    for item in waiting {
      guard isCleared(item), let place = index(item.id) else { continue }
      entries[place].state = item.isLoaded ? "passed on" : "preloading"
      said.append("\(item.id) \(item.isLoaded ? "pass on" : "load")")
    }
    guard isActive, hasWindow, current == nil else { return }
    if let place = entries.firstIndex(where: { $0.isOpened && $0.state == "waiting" }) { return begin(place) }
    guard !isMessageDue else { return }
    for place in entries.indices where entries[place].state == "waiting" {
      let item = entries[place].item
      guard item.traits.delivery != .outOfApp,
        item.traits.screens.isEmpty || screen.map(item.traits.screens.contains) == true
      else {
        continue
      }
      guard isCleared(item) else { return scan(false, now) }
      if !item.isLoaded {
        entries[place].state = "preloading"
        said.append("\(item.id) load")
        continue
      }
      guard item.traits.hasBanner else { return begin(place) }
      attempt += 1
      entries[place].state = "offered"
      return said.append("\(item.id) offer")
    }
  }

  /// Exposes an item whose turn has come, once. Returns whether the person's arm gets it.
  private mutating func isCleared(_ item: ReachItem) -> Bool {
    guard let arm = item.arm, let place = index(item.id) else { return true }
    if entries[place].steps.insert("exposed").inserted { said.append("\(item.id) exposed") }
    if arm == .withheld { end(item.id, "withheld") }
    return arm != .withheld
  }

  private mutating func count(_ id: String, _ step: String) {
    guard let place = index(id), entries[place].steps.insert(step).inserted else { return }
    if !entries[place].item.isTest { said.append("\(id) \(step)") }
  }

  private mutating func end(_ id: String, _ outcome: String) {
    guard let place = index(id) else { return }
    let entry = entries.remove(at: place)
    endedIDs.append(id)
    said.append("\(id) ended \(outcome)")
    let isSeen = !entry.steps.isDisjoint(with: ["banner displayed", "content displayed"])
    if Self.afterTurn.contains(outcome), !isSeen, !entry.item.isTest { said.append("\(id) spent") }
  }

  /// The ends of items that the app or the person has dealt with.
  private static let afterTurn: Set = [
    "actioned", "exited", "withheld", "dropped notifier_failed", "dropped notifier_silent",
    "dropped content_failed",
    "dropped content_silent",
    "dropped no_handler", "dropped in_foreground", "dropped by_app",
  ]
}
