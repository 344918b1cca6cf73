// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Decides what notifications cause. Its inputs come in the order of the app's calls, and only when
/// the stored state is known.
///
/// A URL waits until the app is active and ready, because only then can it open. Each answer that
/// it receives ends in exactly one effect.
struct PushMachine: Sendable {
  typealias Notifications = Martlet.Notifications
  typealias Payload = Martlet.Notifications.Payload
  typealias FetchResult = Martlet.Notifications.FetchResult
  typealias PushEnvironment = Martlet.Notifications.PushEnvironment
  typealias AuthorizationStatus = Martlet.Notifications.AuthorizationStatus

  /// The system allows about 30 seconds for a background notification. The rest is for what the app
  /// does after the answer.
  static let answerPatience = Duration.seconds(20)
  static let maximumUpdates = 100
  static let maximumAnswers = 100
  static let maximumSeen = 200
  static let maximumArriving = 100
  static let maximumCounted = 100

  private struct Due<Value: Sendable>: Sendable {
    var value: Value
    /// In monotonic time.
    var deadline: Duration
  }

  struct Link: Sendable {
    var link: Payload.Link
    var extras: Martlet.InAppMessage.Extras
  }

  private let push: Martlet.Configuration.Push
  private var clearsBadge: Bool
  private(set) var facts = PushFacts()
  var isOn = true
  var isActive = false
  var isAppReady: Bool
  private var isSetUpWanted: Bool
  private var isSetUp = false
  var links = LinkQueue<Link>()
  var updates: [Notifications.Update] = []
  /// All answers that have not ended.
  private var answers: [Due<PushAnswer>] = []
  /// Those that end with the sync in progress, and with the one after it.
  private var syncing: [PushAnswer] = []
  private var waitingForNext: [PushAnswer] = []
  private(set) var isSyncing = false
  private var isNextWanted = false
  /// The notifications that were published when they arrived, oldest first. `facts` has the taps.
  private var seen: [String] = []

  init(_ push: Martlet.Configuration.Push) {
    self.push = push
    clearsBadge = push.clearsBadge
    isAppReady = !push.waitsForApp
    isSetUpWanted = push.automation.automaticSetup
  }

  /// The time of the next `timePassed`, in monotonic time.
  var nextDeadline: Duration? { (answers.map(\.deadline) + [links.nextDeadline].compactMap { $0 }).min() }

  /// - Parameter now: in monotonic time.
  mutating func handle(_ input: Input, at now: Duration) -> [Effect] {
    switch input {
    case .restored(let facts):
      self.facts = facts
      return []
    case .switched(let isOn): return switched(isOn: isOn)
    case .setUpWanted:
      isSetUpWanted = true
      return setUp()
    case .awaited(let answer): return keep(answer, at: now)
    case .received(let payload, let answer):
      return (answer.map { keep($0, at: now) } ?? []) + received(payload, answer)
    case .presented(let payload): return received(payload, nil)
    case .found(let item, let answer): return found(item, answer)
    case .missing(let item, let answer): return missing(item, answer)
    case .stillMissing(let item): return stillMissing(item)
    case .responded(let response): return responded(response, at: now)
    case .registered(let token, let environment): return registered(token, environment)
    case .unregistered(let answer): return keep(answer, at: now) + unregistered(answer)
    case .authorization(let status): return authorization(status)
    case .optedOut(let isOptedOut): return optedOut(isOptedOut)
    case .phase(let isActive):
      self.isActive = isActive
      guard isActive, isOn else { return [] }
      return [.readAuthorization] + clearBadge() + release(at: now)
    case .clearsBadge(let clearsBadge):
      self.clearsBadge = clearsBadge
      return clearBadge()
    case .appIsReady:
      isAppReady = true
      return release(at: now)
    case .synced(let result): return synced(result)
    case .timePassed: return expire(at: now)
    case .userLeft: return dropLinks("another person uses the app") + dropArriving()
    case .wiped:
      facts = PushFacts()
      seen = []
      return switched(isOn: false)
    case .ended: return endAll(.failed)
    }
  }

  // MARK: - Set-up

  private mutating func switched(isOn: Bool) -> [Effect] {
    self.isOn = isOn
    if isOn { return setUp() }
    isSetUp = false
    updates = []
    isSyncing = false
    (isNextWanted, syncing, waitingForNext) = (false, [], [])
    return dropLinks("the SDK is off") + dropArriving() + endAll(.noData)
  }

  /// Only while the SDK is on, because a person who turned it off must not be asked.
  private mutating func setUp() -> [Effect] {
    guard isOn, isSetUpWanted, !isSetUp else { return [] }
    isSetUp = true
    var steps: [Step] = []
    if push.automation.setNotificationCategories, !push.categories.isEmpty { steps.append(.addCategories) }
    if push.automation.registerDeviceToken { steps.append(.registerForRemoteNotifications) }
    if push.automation.requestAuthorizationAtLaunch { steps.append(.requestAuthorization) }
    return steps.map { .perform($0) }
  }

  // MARK: - Notifications

  private mutating func received(_ payload: Payload, _ answer: PushAnswer?) -> [Effect] {
    guard isOn else { return answer.map { end($0, .noData) } ?? [] }
    var effects = problems(of: payload)
    let isNew = isNew(payload.deliveryId)
    if isNew { effects += publish(.received(payload)) + count(payload) }
    if payload.isSilent, let badge = payload.badge {
      effects.append(.setBadge(badge))
    } else if payload.badge ?? 0 > 0 {
      effects += clearBadge()
    }
    if payload.deliversItem, payload.campaignId != nil, isNew {
      if payload.isSync { effects += synchronize(nil) }
      return effects + [.find(payload, isTapped: false, answer)]
    }
    // In the foreground, the system passes some notifications twice.
    guard payload.isSync, isNew || answer != nil else {
      return effects + (answer.map { end($0, .noData) } ?? [])
    }
    return effects + synchronize(answer)
  }

  private mutating func responded(_ response: Response, at now: Duration) -> [Effect] {
    var effects = response.answer.map { keep($0, at: now) } ?? []
    let payload = response.payload
    let button = payload.actionIdentifier ?? ""
    let tap = payload.deliveryId.map { "\(button) \($0)" }
    // The sender of a notification without an id can use the system's name of it again, so that is
    // only remembered in this launch. Without any id, nothing tells two notifications apart, so
    // each tap counts.
    let isRepeated =
      tap.map { facts.opened.contains($0) } ?? response.requestIdentifier.map {
        !isNew("request \(button) \($0)")
      } ?? false
    if isOn, !response.isDismissal, !isRepeated {
      effects += problems(of: payload)
      effects.append(.logClick(campaignID: payload.campaignId, at: response.at))
      if let tap {
        facts.opened.remember(tap, upTo: PushFacts.maximumOpened)
        effects.append(.store(facts))
      }
      effects += publish(.opened(payload)) + count(payload)
      // A button opens only what its own action names.
      if payload.opensContent, payload.actionIdentifier == nil {
        effects.append(.openContent(payload))
      } else if payload.campaignId != nil {
        // The system may not have woken the app when it arrived. An item comes once.
        effects.append(.find(payload, isTapped: true, nil))
      }
      if let link = payload.link(for: payload.actionIdentifier) {
        effects += add(Link(link: link, extras: payload.extras), tappedAt: response.heardAt)
        effects += release(at: now)
      }
      if payload.isSync { effects += synchronize(nil) }
    }
    return effects + (response.answer.map { end($0, .noData) } ?? [])
  }

  /// The person has seen it, or is about to. Once for each notification, also over launches.
  private mutating func count(_ payload: Payload) -> [Effect] {
    guard payload.isCapped, !payload.isTest, let campaign = payload.campaignId, let id = payload.deliveryId,
      facts.counted.remember(id, upTo: Self.maximumCounted)
    else { return [] }
    return [.store(facts), .count(campaignID: campaign, tags: payload.tags)]
  }

  private func problems(of payload: Payload) -> [Effect] {
    var effects = payload.problems.map { problem in
      Effect.log(
        .error, "A notification is used without a field of \"martlet\" that cannot be read. \(problem)")
    }
    if payload.version > Martlet.Notifications.payloadVersion {
      effects.append(
        .log(
          .info,
          "A notification has version \(payload.version), and this SDK knows up to \(Martlet.Notifications.payloadVersion). "
            + "What it does not know is ignored."))
    }
    return effects
  }

  /// Without an id, nothing tells two notifications apart, so each is new.
  private mutating func isNew(_ id: String?) -> Bool {
    id.map { seen.remember($0, upTo: Self.maximumSeen) } ?? true
  }

  private func clearBadge() -> [Effect] {
    clearsBadge && isActive && isOn ? [.setBadge(0)] : []
  }

  // MARK: - Facts

  private mutating func registered(_ token: [UInt8], _ environment: PushEnvironment) -> [Effect] {
    guard isOn, facts.token != token || facts.environment != environment else { return [] }
    (facts.token, facts.environment) = (token, environment)
    return [.store(facts)] + synchronize(nil)
  }

  private mutating func unregistered(_ answer: PushAnswer) -> [Effect] {
    guard isOn, facts.token != nil else { return end(answer, .noData) }
    (facts.token, facts.environment) = (nil, nil)
    return [.perform(.unregisterForRemoteNotifications), .store(facts)] + synchronize(answer)
  }

  private mutating func optedOut(_ isOptedOut: Bool) -> [Effect] {
    guard facts.isOptedOut != isOptedOut else { return [] }
    facts.isOptedOut = isOptedOut
    // While the SDK is off, the server hears it with the first request afterwards.
    return [.store(facts)] + (isOn ? synchronize(nil) : [])
  }

  private mutating func authorization(_ status: AuthorizationStatus) -> [Effect] {
    guard isOn, facts.authorization != status else { return [] }
    facts.authorization = status
    return [.store(facts)] + publish(.authorizationChanged(status))
  }

  // MARK: - Sync

  /// Only one sync is in progress. A notification that arrives meanwhile may be newer than its
  /// answer, so another one follows.
  private mutating func synchronize(_ answer: PushAnswer?) -> [Effect] {
    guard isSyncing else {
      isSyncing = true
      syncing = answer.map { [$0] } ?? []
      return [.synchronize]
    }
    isNextWanted = true
    if let answer { waitingForNext.append(answer) }
    return []
  }

  private mutating func synced(_ result: FetchResult) -> [Effect] {
    // First, because the system may stop the app after the answer. What arrived during this sync
    // may be newer than its answer: the next one decides.
    let found = result == .failed || isNextWanted ? [] : facts.arriving.map(Effect.findAgain)
    guard isSyncing else { return found }
    let ended = syncing
    isSyncing = isNextWanted
    (syncing, waitingForNext, isNextWanted) = (waitingForNext, [], false)
    return found + ended.flatMap { end($0, result) } + (isSyncing ? [.synchronize] : [])
  }

  // MARK: - Items

  private mutating func found(_ item: PushedItem, _ answer: PushAnswer?) -> [Effect] {
    forget(item) + (answer.map { end($0, .newData) } ?? [])
  }

  /// The item is kept until a sync has looked for its campaign, also over a launch.
  private mutating func missing(_ item: PushedItem, _ answer: PushAnswer?) -> [Effect] {
    var effects: [Effect] = []
    if let known = facts.arriving.firstIndex(where: { $0.id == item.id }) {
      if item.isTapped, !facts.arriving[known].isTapped {
        facts.arriving[known].isTapped = true
        effects.append(.store(facts))
      }
    } else {
      facts.arriving.append(item)
      if facts.arriving.count > Self.maximumArriving {
        facts.arriving.removeFirst()
        effects.append(
          .log(
            .error,
            "More than \(Self.maximumArriving) items of notifications wait for their campaigns. The oldest was dropped."
          ))
      }
      effects.append(.store(facts))
    }
    // A tap alone wants nothing. The campaign it may end comes with the session that begins.
    return effects + (item.isDelivery ? synchronize(answer) : [])
  }

  private mutating func stillMissing(_ item: PushedItem) -> [Effect] {
    guard item.isDelivery else { return forget(item) }
    return [
      .log(
        .info,
        "A notification brought an item of campaign \(item.campaign), which this device does not get. The item is dropped."
      )
    ]
      + forget(item)
  }

  private mutating func forget(_ item: PushedItem) -> [Effect] {
    guard let index = facts.arriving.firstIndex(where: { $0.id == item.id }) else { return [] }
    facts.arriving.remove(at: index)
    return [.store(facts)]
  }

  private mutating func dropArriving() -> [Effect] {
    guard !facts.arriving.isEmpty else { return [] }
    facts.arriving = []
    return [.store(facts)]
  }

  // MARK: - Answers

  private mutating func keep(_ answer: PushAnswer, at now: Duration) -> [Effect] {
    // It was kept already, while the stored state was not known.
    guard !answers.contains(where: { $0.value == answer }) else { return [] }
    answers.append(Due(value: answer, deadline: now + Self.answerPatience))
    guard answers.count > Self.maximumAnswers, let oldest = answers.first?.value else { return [] }
    return [
      .log(
        .error,
        "More than \(Self.maximumAnswers) notifications wait to be handled. The oldest is answered now.")
    ]
      + end(oldest, .failed)
  }

  /// Does nothing if it has ended.
  private mutating func end(_ answer: PushAnswer, _ result: FetchResult) -> [Effect] {
    guard let index = answers.firstIndex(where: { $0.value == answer }) else { return [] }
    answers.remove(at: index)
    syncing.removeAll { $0 == answer }
    waitingForNext.removeAll { $0 == answer }
    return [.answer(answer, result)]
  }

  private mutating func endAll(_ result: FetchResult) -> [Effect] {
    answers.map(\.value).flatMap { end($0, result) }
  }

  mutating func expire(at now: Duration) -> [Effect] {
    var effects = answers.filter { $0.deadline <= now }.flatMap { end($0.value, .failed) }
    let late = links.dropLate(at: now)
    if late > 0 {
      effects.append(
        .log(
          .error,
          "\(late) URLs of notifications were not opened, because the app was not active and ready within "
            + "\(LinkQueue<Link>.patience.components.seconds) seconds. A button that opens a URL needs the option foreground."
        ))
    }
    return effects
  }
}

extension [String] {
  /// Adds an id at the end. The oldest makes room if there are more than the limit.
  ///
  /// - Returns: false if it is there already.
  @discardableResult
  fileprivate mutating func remember(_ id: String, upTo limit: Int) -> Bool {
    guard !contains(id) else { return false }
    append(id)
    if count > limit { removeFirst() }
    return true
  }
}
