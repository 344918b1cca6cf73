// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Shows banners, announcements and surveys one at a time, and passes data to the app.
///
/// It is a value, as the delivery engine is, which owns it. Items wait in the order of their
/// arrival, also over launches. One of them at a time is offered, on the screen as a banner,
/// loading, or on the screen as content: the current item. Data is passed on beside it. Each item
/// ends in one outcome, and each of its statistics is recorded once, whatever is reported how
/// often.
///
/// It never waits for anybody without a limit: a notifier that is silent, content that does not
/// appear, and a view that vanishes free the screen. It does not read a clock: for these limits it
/// asks for a `watch`.
public struct ReachMachine: Hashable, Sendable {
  /// What an app may set.
  public struct Policy: Hashable, Sendable {
    /// The number of waiting items. The oldest makes room. 0: no item is shown.
    public var capacity: Int

    public init(capacity: Int = ReachMachine.defaultCapacity) { self.capacity = max(capacity, 0) }
  }

  /// The number of waiting items, unless the app sets another.
  public static let defaultCapacity = 1_000
  /// The time from an offer until the banner is in a window.
  public static let notifierPatience = Duration.seconds(5)
  /// The time until content is in a window.
  public static let contentPatience = Duration.seconds(5)
  /// The time in which content that the person waits for must be loaded.
  public static let loadingPatience = Duration.seconds(30)
  /// How often content is loaded before the item is dropped.
  public static let loadingAttempts = 3
  /// The number of ended items whose ids are remembered, so that a late copy or report of one
  /// counts nothing.
  public static let endedLimit = 300

  /// An item, and how far it came.
  package struct Entry: Hashable, Sendable {
    package var item: ReachItem
    package var place: Int
    package var steps: Steps = []
    package var stage = Stage.waiting
    /// The person tapped its push, so that its content opens without a banner.
    package var isOpened = false
    package var loadings = 0

    package init(item: ReachItem, place: Int) {
      self.item = item
      self.place = place
    }
  }

  package enum Stage: String, Hashable, Sendable, CaseIterable {
    case waiting
    /// Its notifier does not want to show it now, or it could not be loaded. It is tried again with
    /// the next scan.
    case postponed
    /// It is loaded before it can be shown. The screen is free meanwhile.
    case preloading
    /// Its turn came in its quiet hours, or too soon. The items behind it have their turn
    /// meanwhile.
    case held
    /// Data that the app has not answered yet.
    case passedOn = "passed_on"
    /// It is the current item.
    case current
  }

  /// The item that has the screen.
  package struct Current: Hashable, Sendable {
    package enum Stage: String, Hashable, Sendable, CaseIterable {
      /// Its notifier is asked.
      case offered
      /// Its notifier wants to show it, but no view was seen yet.
      case accepted
      /// Its banner is on the screen.
      case notifying
      /// The person waits for its content.
      case loading
      /// Its content is about to appear.
      case opening
      /// Its content is on the screen.
      case showing

      /// Whether it is about the content, not the banner.
      var isContent: Bool {
        switch self {
        case .offered, .accepted, .notifying: false
        case .loading, .opening, .showing: true
        }
      }
    }

    package var id: String
    package var stage: Stage
    /// Changes with every stage, so that late reports and watches can be told apart.
    package var attempt: Int

    package init(id: String, stage: Stage, attempt: Int) {
      self.id = id
      self.stage = stage
      self.attempt = attempt
    }
  }

  public var policy: Policy
  package private(set) var entries: [String: Entry] = [:]
  package internal(set) var current: Current?
  package internal(set) var attempts = 0
  /// The ended items, oldest first.
  package private(set) var ended: [String] = []
  package internal(set) var screen: String?
  package internal(set) var isActive = false
  /// Whether there is somebody who shows items, and the app is ready for them.
  package internal(set) var isReady = false
  /// Whether there is a window to show something in.
  package internal(set) var hasWindow = true
  /// Whether a message is on the screen, or about to be.
  package internal(set) var isMessageDue = false
  package internal(set) var clock = Instant(milliseconds: .min)

  // Derived from the entries, so that a scan costs the same with many items.
  private var ids: [Int: String] = [:]
  private var nextPlace = 0
  private var anywhere = ReachQueue()
  private var byScreen: [String: ReachQueue] = [:]
  private var data = ReachQueue()
  private var opened = ReachQueue()
  private var arrivals = ReachQueue()
  private var postponed: Set<String> = []
  private var held: Set<String> = []
  private var earliestEnd: Instant?
  private var earliestLocalEnd: LocalTime?
  private var places: [CampaignID: String] = [:]
  private var endedIDs: Set<String> = []

  public init(policy: Policy = Policy()) { self.policy = policy }

  // MARK: - Questions

  /// True if a banner or content has the screen, or is about to. Messages wait meanwhile.
  public var holdsScreen: Bool { current != nil }

  /// The number of items that have not ended.
  public var count: Int { entries.count }

  /// The items that have not ended, in the order of their arrival.
  public var items: [ReachItem] { arrivals.places.compactMap { ids[$0].flatMap { entries[$0]?.item } } }

  /// True if the item has not ended.
  public func isLive(_ id: String) -> Bool { entries[id] != nil }

  /// The items whose turn came too early.
  var heldItems: [ReachItem] { held.compactMap { entries[$0]?.item } }

  /// Whether the person tapped the item's push.
  public func isTapped(_ id: String) -> Bool { entries[id]?.steps.contains(Steps(.push, .clicked)) ?? false }

  /// The waiting item of a campaign, or nil.
  public func item(of campaign: CampaignID) -> ReachItem? { places[campaign].flatMap { entries[$0]?.item } }

  // MARK: - Entries

  mutating func add(_ item: ReachItem, at place: Int? = nil) {
    let entry = Entry(item: item, place: place ?? nextPlace)
    nextPlace = max(nextPlace, entry.place + 1)
    entries[item.id] = entry
    ids[entry.place] = item.id
    places[item.campaign] = item.id
    arrivals.insert(entry.place)
    noteEnd(of: item)
    enqueue(entry)
  }

  /// Changes an entry, and the queues that it waits in.
  mutating func change(_ id: String, _ body: (inout Entry) -> Void) {
    guard var entry = entries[id] else { return }
    dequeue(entry)
    body(&entry)
    entries[id] = entry
    noteEnd(of: entry.item)
    enqueue(entry)
  }

  @discardableResult
  mutating func remove(_ id: String) -> Entry? {
    guard let entry = entries.removeValue(forKey: id) else { return nil }
    dequeue(entry)
    ids[entry.place] = nil
    arrivals.remove(entry.place)
    if places[entry.item.campaign] == id { places[entry.item.campaign] = nil }
    if current?.id == id { current = nil }
    return entry
  }

  /// The item is its campaign's waiting one.
  mutating func link(_ id: String) {
    if let entry = entries[id] { places[entry.item.campaign] = id }
  }

  /// Remembers an ended item.
  mutating func remember(_ id: String) {
    guard endedIDs.insert(id).inserted else { return }
    ended.append(id)
    if ended.count > Self.endedLimit { endedIDs.remove(ended.removeFirst()) }
  }

  func hasEnded(_ id: String) -> Bool { endedIDs.contains(id) }

  private mutating func enqueue(_ entry: Entry) {
    if entry.stage == .postponed { postponed.insert(entry.item.id) }
    if entry.stage == .held { held.insert(entry.item.id) }
    guard entry.stage == .waiting else { return }
    if entry.item.traits.form == .data { return data.insert(entry.place) }
    if entry.isOpened { return opened.insert(entry.place) }
    guard entry.item.traits.delivery != .outOfApp else { return }
    if entry.item.traits.screens.isEmpty { return anywhere.insert(entry.place) }
    for screen in entry.item.traits.screens { byScreen[screen, default: ReachQueue()].insert(entry.place) }
  }

  private mutating func dequeue(_ entry: Entry) {
    postponed.remove(entry.item.id)
    held.remove(entry.item.id)
    guard entry.stage == .waiting else { return }
    data.remove(entry.place)
    opened.remove(entry.place)
    anywhere.remove(entry.place)
    for screen in entry.item.traits.screens {
      byScreen[screen]?.remove(entry.place)
      if byScreen[screen]?.isEmpty == true { byScreen[screen] = nil }
    }
  }

  /// Postponed items are asked again.
  mutating func recallPostponed() {
    for id in postponed { change(id) { $0.stage = .waiting } }
  }

  /// Held items have their turn again.
  mutating func recallHeld() {
    for id in held { change(id) { $0.stage = .waiting } }
  }

  var nextData: String? { data.first.flatMap { ids[$0] } }
  var nextOpened: String? { opened.first.flatMap { ids[$0] } }
  var oldest: String? { arrivals.places.first { ids[$0] != current?.id }.flatMap { ids[$0] } }

  /// The first item that can be shown on this screen.
  var nextHere: String? {
    let here = screen.flatMap { byScreen[$0]?.first }
    return [anywhere.first, here].compactMap { $0 }.min().flatMap { ids[$0] }
  }

  // MARK: - Ends

  private mutating func noteEnd(of item: ReachItem) {
    if let end = item.absoluteEnd { earliestEnd = min(earliestEnd ?? end, end) }
    if let end = item.endsAtLocally { earliestLocalEnd = min(earliestLocalEnd ?? end, end) }
  }

  /// The waiting items that have expired, in the order of their arrival. The current item can still
  /// be used.
  mutating func takeExpired(at now: Instant, local: LocalTime) -> [String] {
    guard earliestEnd.map({ $0 <= now }) ?? false || earliestLocalEnd.map({ $0 <= local }) ?? false else {
      return []
    }
    (earliestEnd, earliestLocalEnd) = (nil, nil)
    var expired: [String] = []
    for place in arrivals.places {
      guard let id = ids[place], let entry = entries[id] else { continue }
      if entry.stage == .current || entry.stage == .passedOn { continue }
      if Self.hasEnded(entry.item, at: now, local: local) {
        expired.append(id)
      } else {
        noteEnd(of: entry.item)
      }
    }
    return expired
  }

  static func hasEnded(_ item: ReachItem, at now: Instant, local: LocalTime) -> Bool {
    if let end = item.absoluteEnd, now >= end { return true }
    if let end = item.endsAtLocally, local >= end { return true }
    return false
  }

  /// The time at which the first waiting item expires, or nil if none does.
  ///
  /// - Parameter utcOffset: the device's offset from UTC at an instant. Only called if an end is by
  ///   the wall clock.
  public func nextEnd(after now: Instant, utcOffset: (Instant) -> Duration) -> Instant? {
    let local = earliestLocalEnd.map { end in
      withoutActuallyEscaping(utcOffset) { Schedule.Moment(now: now, utcOffset: $0).arrival(of: end) }
    }
    return [earliestEnd, local].compactMap { $0 }.min()
  }

  /// The clock was wrong for a moment: items were received when they were.
  mutating func restoreTimes(_ received: [String: Instant]) {
    for (id, at) in received { change(id) { $0.item.receivedAt = at } }
  }

  /// Adjusts to a clock that was set back: nothing was received later than now.
  ///
  /// The first call looks at all items, because the clock may have been set back while the process
  /// did not run.
  mutating func noteClock(_ now: Instant) {
    let isFirst = clock == Instant(milliseconds: .min)
    defer { clock = now }
    guard isFirst || now < clock else { return }
    (earliestEnd, earliestLocalEnd) = (nil, nil)
    for id in entries.keys {
      if let received = entries[id]?.item.receivedAt, received > now { entries[id]?.item.receivedAt = now }
      if let item = entries[id]?.item { noteEnd(of: item) }
    }
  }
}

/// The places of items in order of arrival. Adding at the end and reading the first cost the same,
/// however many there are.
struct ReachQueue: Hashable, Sendable {
  /// Ascending.
  private(set) var places: [Int] = []

  var first: Int? { places.first }
  var isEmpty: Bool { places.isEmpty }

  mutating func insert(_ place: Int) {
    let index = index(of: place)
    if index == places.count || places[index] != place { places.insert(place, at: index) }
  }

  mutating func remove(_ place: Int) {
    let index = index(of: place)
    if index < places.count, places[index] == place { places.remove(at: index) }
  }

  /// The index of the place, or where it would be.
  private func index(of place: Int) -> Int {
    if let last = places.last, last < place { return places.count }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
