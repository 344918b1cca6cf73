// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension ReachMachine {
  /// Handles an input, and returns what to do, in order.
  ///
  /// - Parameter utcOffset: the device's offset from UTC now.
  public mutating func handle(_ input: Input, at now: Instant, utcOffset: Duration) -> [Effect] {
    handle(input, at: now, utcOffset: utcOffset) { _, _ in .now }
  }

  mutating func handle(_ input: Input, at now: Instant, utcOffset: Duration, judging judge: Judge) -> [Effect]
  {
    noteClock(now)
    var effects: [Effect] = []
    switch input {
    case .received(let item): receive(item, at: now, utcOffset, &effects)
    case .opened(let item): open(item, at: now, utcOffset, &effects)
    case .answered(let id, let attempt, let answer): handle(answer, of: id, attempt, &effects)
    case .bannerAppeared(let id): bannerAppeared(id, &effects)
    case .bannerTapped(let id): bannerTapped(id, &effects)
    case .bannerClosed(let id):
      guard bannerAppeared(id, &effects) else { break }
      record(id, .banner, .dismissed(.user), &effects)
      end(id, .exited, &effects)
    case .loaded(let id): loaded(id, &effects)
    case .loadFailed(let id): loadFailed(id, &effects)
    case .contentMissing(let id): contentMissing(id, &effects)
    case .contentAppeared(let id): contentAppeared(id, &effects)
    case .contentActed(let id, let answers):
      guard contentAppeared(id, &effects) else { break }
      record(id, .content, .clicked, answers: answers, &effects)
      end(id, .actioned, &effects)
    case .contentExited(let id): exit(id, .user, &effects)
    case .vanished(let id): vanish(id, &effects)
    case .gone(let id): end(id, .recalled, &effects)
    case .failed(let id, let reason): drop(id, reason, &effects)
    case .dataAnswered(let id, let answer): handle(answer, of: id, &effects)
    case .watchEnded(let attempt): watchEnded(attempt, &effects)
    case .screenChanged(let screen): change(to: screen, &effects)
    case .phase(let isActive): self.isActive = isActive
    case .ready(let isReady): become(isReady, &effects)
    case .windowChanged(let isThere):
      hasWindow = isThere
      if !isThere, current?.stage.isContent == false { takeBannerAway(&effects) }
    }
    scan(input.isOccasion, at: now, utcOffset, judge, &effects)
    return effects
  }

  // MARK: - Arrival

  /// - Parameter isTapped: the person tapped its push, so it was not only received.
  private mutating func receive(
    _ item: ReachItem, isTapped: Bool = false, at now: Instant, _ utcOffset: Duration,
    _ effects: inout [Effect]
  ) {
    guard !hasEnded(item.id) else { return }
    if let known = entries[item.id] {
      if item.isLoaded, !known.item.isLoaded { loaded(item.id, &effects) }
      return
    }
    let older = self.item(of: item.campaign)
    add(item)
    record(item.id, nil, .delivered, &effects)
    if let outcome = obstacle(to: item, isTapped, LocalTime(now, offset: utcOffset), at: now) {
      end(item.id, outcome, &effects)
      return older.map { link($0.id) } ?? ()
    }
    if let older { replace(older.id, by: item.id, &effects) }
    while count > max(policy.capacity, 1), let oldest { drop(oldest, .overflow, &effects) }
  }

  /// Why an item that arrives ends at once. nil: it does not.
  private func obstacle(to item: ReachItem, _ isTapped: Bool, _ local: LocalTime, at now: Instant) -> Outcome?
  {
    if Self.hasEnded(item, at: now, local: local) { return .expired }
    if isTapped { return nil }
    if item.traits.delivery == .outOfApp, isActive { return .dropped(.inForeground) }
    return item.traits.form != .data && policy.capacity == 0 ? .dropped(.overflow) : nil
  }

  /// A campaign has one waiting item. The newer one takes the place of the older one, unless that
  /// one is in use.
  private mutating func replace(_ older: String, by newer: String, _ effects: inout [Effect]) {
    guard let entry = entries[older], let item = entries[newer]?.item else { return }
    if current?.id == older || entry.stage == .passedOn {
      end(newer, .replaced, &effects)
      return link(older)
    }
    let steps = entry.steps
    end(older, .replaced, &effects)
    remove(newer)
    add(item, at: entry.place)
    change(newer) {
      $0.steps = steps.union(Steps(nil, .delivered))
      $0.isOpened = entry.isOpened
    }
  }

  private mutating func open(
    _ item: ReachItem, at now: Instant, _ utcOffset: Duration, _ effects: inout [Effect]
  ) {
    guard !hasEnded(item.id) else { return }
    if entries[item.id] == nil, let waiting = self.item(of: item.campaign), waiting.id != item.id,
      current?.id == waiting.id,
      current?.stage.isContent == false
    {
      // The same campaign came in another way, and its banner is on the screen: the tap counts for
      // the push.
      takeBannerAway(&effects)
    }
    if entries[item.id] == nil { receive(item, isTapped: true, at: now, utcOffset, &effects) }
    guard let entry = entries[item.id] else { return }
    record(item.id, .push, .clicked, &effects)
    guard entry.item.traits.form != .data else { return }
    // The tap was all that its notification leads to.
    guard entry.item.traits.hasContent else { return end(item.id, .actioned, &effects) }
    if current?.id == item.id {
      if current?.stage.isContent == true { return }
      takeBannerAway(&effects)
    } else {
      preempt(&effects)
    }
    change(item.id) {
      $0.isOpened = true
      $0.stage = .waiting
    }
  }

  /// Frees the screen for the content of a tapped push.
  private mutating func preempt(_ effects: inout [Effect]) {
    switch current?.stage {
    case nil: break
    case .offered, .accepted, .notifying: takeBannerAway(&effects)
    case .loading, .opening, .showing: if let id = current?.id { exit(id, .pushTap, &effects) }
    }
  }

  /// The current item waits again.
  private mutating func takeBannerAway(_ effects: inout [Effect]) {
    guard let id = current?.id else { return }
    effects.append(.removeBanner(id: id))
    current = nil
    change(id) { $0.stage = .waiting }
  }

  // MARK: - Banners

  private mutating func handle(
    _ answer: NotifierAnswer, of id: String, _ attempt: Int, _ effects: inout [Effect]
  ) {
    guard current?.id == id, current?.attempt == attempt, current?.stage == .offered else { return }
    switch answer {
    case .show: current?.stage = .accepted
    case .postpone:
      current = nil
      change(id) { $0.stage = .postponed }
    case .drop: drop(id, .notifierFailed, &effects)
    }
  }

  /// Returns whether the item's banner is on the screen now.
  @discardableResult
  private mutating func bannerAppeared(_ id: String, _ effects: inout [Effect]) -> Bool {
    guard current?.id == id else { return false }
    switch current?.stage {
    case .notifying: return true
    case .offered, .accepted:
      current?.stage = .notifying
      record(id, .banner, .displayed, &effects)
      return true
    case .loading, .opening, .showing, nil: return false
    }
  }

  private mutating func bannerTapped(_ id: String, _ effects: inout [Effect]) {
    guard bannerAppeared(id, &effects), let entry = entries[id] else { return }
    record(id, .banner, .clicked, &effects)
    guard entry.item.traits.hasContent else {
      effects.append(.follow(entry.item))
      return end(id, .actioned, &effects)
    }
    effects.append(.removeBanner(id: id))
    begin(entry.item, &effects)
  }

  // MARK: - Content

  /// Opens the content of the item, or loads it first.
  mutating func begin(_ item: ReachItem, _ effects: inout [Effect]) {
    let stage: Current.Stage = item.isLoaded ? .opening : .loading
    begin(item.id, stage)
    guard !item.isLoaded else {
      effects.append(.open(item))
      return effects.append(.watch(attempt: attempts, Self.contentPatience))
    }
    effects += [.showLoading(item), .load(item), .watch(attempt: attempts, Self.loadingPatience)]
  }

  private mutating func loaded(_ id: String, _ effects: inout [Effect]) {
    guard let entry = entries[id], !entry.item.isLoaded else { return }
    change(id) {
      $0.item.isLoaded = true
      if $0.stage == .preloading || $0.stage == .postponed { $0.stage = .waiting }
    }
    guard current?.id == id, current?.stage == .loading, let item = entries[id]?.item else { return }
    begin(item, &effects)
  }

  /// The item waits again, so that a person without a network loses nothing. After some attempts it
  /// is dropped.
  private mutating func loadFailed(_ id: String, _ effects: inout [Effect]) {
    guard let entry = entries[id], !entry.item.isLoaded else { return }
    let isCurrent = current?.id == id && current?.stage == .loading
    guard isCurrent || entry.stage == .preloading else { return }
    guard entry.loadings + 1 < Self.loadingAttempts else { return drop(id, .loadFailed, &effects) }
    if isCurrent {
      effects.append(.closeContent(id: id))
      current = nil
    }
    change(id) {
      $0.loadings += 1
      $0.isOpened = false
      $0.stage = .postponed
    }
  }

  private mutating func contentMissing(_ id: String, _ effects: inout [Effect]) {
    switch current?.id == id ? current?.stage : nil {
    case .opening:
      change(id) { $0.item.isLoaded = false }
      if let item = entries[id]?.item { begin(item, &effects) }
    case .offered:
      current = nil
      fallthrough
    case nil where entries[id]?.stage == .passedOn:
      change(id) {
        $0.item.isLoaded = false
        $0.stage = .waiting
      }
    case .accepted, .notifying, .loading, .showing, nil: break
    }
  }

  /// Returns whether the item's content is on the screen now.
  @discardableResult
  private mutating func contentAppeared(_ id: String, _ effects: inout [Effect]) -> Bool {
    guard current?.id == id else { return false }
    switch current?.stage {
    case .showing: return true
    case .opening:
      current?.stage = .showing
      record(id, .content, .displayed, &effects)
      return true
    case .offered, .accepted, .notifying, .loading, nil: return false
    }
  }

  private mutating func exit(_ id: String, _ departure: ReachStatistic.Departure, _ effects: inout [Effect]) {
    guard current?.id == id else { return }
    // Who closes what is shown while it loads has not seen the content.
    if contentAppeared(id, &effects) { record(id, .content, .dismissed(departure), &effects) }
    guard current?.stage == .loading || current?.stage == .showing else { return }
    end(id, .exited, &effects)
  }

  private mutating func vanish(_ id: String, _ effects: inout [Effect]) {
    guard current?.id == id else { return }
    switch current?.stage {
    case .notifying:
      // The screen with it was closed. The next one gets it.
      current = nil
      change(id) { $0.stage = .postponed }
    case .loading, .opening, .showing: exit(id, .vanished, &effects)
    case .offered, .accepted, nil: break
    }
  }

  // MARK: - Data

  private mutating func handle(_ answer: DataAnswer, of id: String, _ effects: inout [Effect]) {
    guard entries[id]?.stage == .passedOn else { return }
    switch answer {
    case .accepted:
      record(id, .data, .clicked, &effects)
      end(id, .actioned, &effects)
    case .refused:
      record(id, .data, .dismissed(.app), &effects)
      end(id, .exited, &effects)
    case .nobody: drop(id, .noHandler, &effects)
    }
  }

  // MARK: - Surroundings

  private mutating func watchEnded(_ attempt: Int, _ effects: inout [Effect]) {
    guard let current, current.attempt == attempt else { return }
    switch current.stage {
    case .offered, .accepted: drop(current.id, .notifierSilent, &effects)
    case .opening: drop(current.id, .contentSilent, &effects)
    case .loading: loadFailed(current.id, &effects)
    case .notifying, .showing: break
    }
  }

  private mutating func change(to screen: String?, _ effects: inout [Effect]) {
    guard screen != self.screen else { return }
    self.screen = screen
    switch current?.stage {
    case .offered, .accepted, .notifying: takeBannerAway(&effects)
    case .loading, .opening, .showing, nil: break
    }
  }

  /// Without anybody who shows items, the current one waits again, and so does data without an
  /// answer.
  private mutating func become(_ isReady: Bool, _ effects: inout [Effect]) {
    self.isReady = isReady
    guard !isReady else { return }
    if let id = current?.id {
      current = nil
      change(id) { $0.stage = .waiting }
    }
    for id in entries.keys where entries[id]?.stage == .passedOn { change(id) { $0.stage = .waiting } }
  }

  // MARK: - Ends

  mutating func drop(_ id: String, _ reason: Outcome.DropReason, _ effects: inout [Effect]) {
    end(id, .dropped(reason), &effects)
  }

  /// Ends an item, and takes what it has on the screen away.
  mutating func end(_ id: String, _ outcome: Outcome, _ effects: inout [Effect]) {
    let stage = current.flatMap { $0.id == id ? $0.stage : nil }
    guard let entry = remove(id) else { return }
    if let stage { effects.append(stage.isContent ? .closeContent(id: id) : .removeBanner(id: id)) }
    remember(id)
    effects.append(.ended(entry.item, outcome))
    if outcome.isAfterTurn, !entry.steps.isSeen, !entry.item.isTest { effects.append(.spend(entry.item)) }
  }

  mutating func record(
    _ id: String, _ surface: Surface?, _ step: ReachStatistic.Step, answers: SurveyAnswers = [:],
    _ effects: inout [Effect]
  ) {
    guard let entry = entries[id], !entry.steps.contains(Steps(surface, step)) else { return }
    change(id) { $0.steps.insert(Steps(surface, step)) }
    guard !entry.item.isTest else { return }
    let openers: [Surface] = surface == .content && step == .displayed ? [.push, .banner] : []
    let opener = openers.first { entry.steps.contains(Steps($0, .clicked)) }
    effects.append(
      .record(
        ReachStatistic(
          entry.item, surface, step, openedFrom: opener, answers: answers.isEmpty ? nil : answers)))
  }

  mutating func begin(_ id: String, _ stage: Current.Stage) {
    attempts += 1
    current = Current(id: id, stage: stage, attempt: attempts)
    change(id) { $0.stage = .current }
  }
}

extension Outcome {
  /// Whether an item that ends so had its turn, with the person or with the app. If not, it can
  /// come again.
  fileprivate var isAfterTurn: Bool {
    switch self {
    case .actioned, .exited, .withheld: true
    case .dropped(let reason): reason.isAfterTurn
    case .shown, .queued, .suppressed, .discarded, .expired, .recalled, .replaced: false
    }
  }
}

extension Outcome.DropReason {
  fileprivate var isAfterTurn: Bool {
    switch self {
    case .notifierFailed, .notifierSilent, .contentFailed, .contentSilent, .noHandler, .inForeground, .byApp:
      true
    case .loadFailed, .withdrawn, .overflow, .noLongerEligible, .userChanged, .wiped, .disabled: false
    }
  }
}
