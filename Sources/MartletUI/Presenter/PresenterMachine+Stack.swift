// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit

/// The stack of waiting messages, and when they are tried.
extension PresenterMachine {
  mutating func present(_ item: Item) {
    // It is already visible or being prepared, so nothing changes.
    if let current, current.isSamePresentation(as: item) { return }
    var item = item
    if let index = stack.firstIndex(where: { $0.isSamePresentation(as: item) }) {
      item.queued = stack.remove(at: index).queued
    }
    if let index = stack.firstIndex(where: { $0.isSameCampaign(as: item) }) {
      effects.append(.logOutcome(stack.remove(at: index), .replaced))
    }
    makeWay(for: item)
    push(item)
    if case .idle = state {
      startRound(only: drainPolicy == .manual ? item.token : nil)
    } else {
      report(.otherMessageVisible, of: item.token)
    }
  }

  /// A message that is only being prepared does not block a newer message of its campaign, or a
  /// message that needs no preparation.
  private mutating func makeWay(for item: Item) {
    guard case .clearing(let loading) = state else { return }
    if loading.isSameCampaign(as: item) {
      end(loading, .replaced)
    } else if !around.uncleared.contains(item.token), isActive, around.host == .available,
      obstacle(to: item) == nil
    {
      putBack(loading, .loading)
    }
  }

  /// Puts a message on top.
  mutating func push(_ item: Item) {
    places += 1
    var item = item
    item.place = places
    insert(item)
  }

  /// Puts a message back because the delegate asked for it. The messages of this round go above all
  /// others and keep their order among each other, so that after any number of rounds the newest is
  /// on top.
  private mutating func pushBack(_ item: Item) {
    round?.putBack[item.token] = item.place
    guard let former = round?.putBack else { return push(item) }
    let others = stack.filter { former[$0.token] != nil }
    stack.removeAll { former[$0.token] != nil }
    for item in (others + [item]).inOrder(by: { (former[$0.token] ?? 0) < (former[$1.token] ?? 0) }) {
      push(item)
    }
  }

  /// Inserts a message at its place. The oldest is discarded if there are too many.
  private mutating func insert(_ item: Item) {
    stack.insert(item, at: stack.firstIndex { $0.place > item.place } ?? stack.count)
    while stack.count > Self.stackLimit {
      effects.append(.logOutcome(stack.removeFirst(), .discarded(.stackFull)))
    }
  }

  /// Puts back the message that was being prepared or shown. A newer message of its campaign that
  /// arrived meanwhile replaces it. If the delegate put it back, it goes on top. Otherwise it keeps
  /// its place.
  mutating func putBack(_ item: Item, _ reason: Outcome.QueueReason) {
    state = .idle
    let item = untimed(item)
    if stack.contains(where: { $0.isSameCampaign(as: item) }) {
      effects.append(.logOutcome(item, .replaced))
    } else {
      if reason == .reenqueuedByDelegate { pushBack(item) } else { insert(item) }
      report(reason, of: item.token)
    }
  }

  /// Ends the current message, which is not on the screen yet.
  mutating func end(_ item: Item, _ outcome: Outcome) {
    state = .idle
    effects.append(.logOutcome(untimed(item), outcome))
  }

  private mutating func untimed(_ item: Item) -> Item {
    guard item.isTimed else { return item }
    effects.append(.cancelTimer(Timer(kind: .appear, token: item.token)))
    var item = item
    item.isTimed = false
    return item
  }

  /// Starts the timer for its display, if it is not running.
  mutating func time(_ item: inout Item) {
    guard !item.isTimed else { return }
    item.isTimed = true
    effects.append(
      .startTimer(
        Timer(kind: .appear, token: item.token), item.message.context?.displayTimeout ?? Self.appearLimit))
  }

  private mutating func report(_ reason: Outcome.QueueReason, of token: Token) {
    guard let index = stack.firstIndex(where: { $0.token == token }), stack[index].queued != reason else {
      return
    }
    stack[index].queued = reason
    effects.append(.logOutcome(stack[index], .queued(reason)))
  }

  private mutating func reportAll(_ reason: Outcome.QueueReason) {
    round = nil
    for item in stack where item.queued == nil { report(reason, of: item.token) }
  }

  mutating func startRound(only token: Token? = nil) {
    guard case .idle = state else { return }
    round = Round(only: token)
    advance()
  }

  /// Returns all messages that are not on the screen yet for another presenter, oldest first.
  mutating func handOver() -> (messages: [Martlet.InAppMessage], effects: [Effect]) {
    effects = []
    defer { effects = [] }
    switch state {
    case .clearing(let item), .asking(let item), .preparing(let item):
      state = .idle
      insert(untimed(item))
    case .idle, .presenting, .presented, .dismissing: break
    }
    stopWaiting()
    let messages = stack.map(\.message)
    stack = []
    round = nil
    return (messages, effects)
  }

  /// Continues the round with the topmost message that was not tried yet and may be shown.
  mutating func advance() {
    guard case .idle = state, let current = round else { return }
    guard isActive else { return reportAll(.inBackground) }
    switch around.host {
    case .available: waitsForHost = false
    case .unavailable:
      waitsForHost = true
      return reportAll(.hostUnavailable)
    case .none:
      round = nil
      stopWaiting()
      for item in stack { effects.append(.logOutcome(item, .discarded(.noHost))) }
      stack = []
      return
    }
    while drainPolicy == .afterDismissal || current.asked == 0, let index = stack.lastIndex(where: isUntried)
    {
      var item = stack.remove(at: index)
      // The message is tried again. If it is put back, the reason is reported again, and its next
      // display needs a new clearance.
      item.queued = nil
      round?.tried.insert(item.token)
      if let obstacle = obstacle(to: item) {
        effects.append(.logOutcome(item, obstacle))
        continue
      }
      if around.uncleared.contains(item.token) {
        time(&item)
        state = .clearing(item)
        effects.append(.clear(item))
      } else {
        ask(item)
      }
      return
    }
    round = nil
  }

  private func isUntried(_ item: Item) -> Bool {
    guard let round, !round.tried.contains(item.token) else { return false }
    return round.only == nil || round.only == item.token
  }

  mutating func ask(_ item: Item) {
    round?.asked += 1
    state = .asking(item)
    effects.append(.ask(item))
  }

  /// Tries the message again after this time, together with messages that wait longer.
  mutating func wait(for remaining: Duration) {
    let until = around.now + max(remaining, .zero)
    if let waitsUntil, waitsUntil <= until, waitsUntil > around.now { return }
    stopWaiting()
    waitsUntil = until
    effects.append(.startTimer(.interval, max(remaining, .zero)))
  }

  private mutating func stopWaiting() {
    guard waitsUntil != nil else { return }
    waitsUntil = nil
    effects.append(.cancelTimer(.interval))
  }

  /// Why the message can never be shown any more. nil if it can.
  func obstacle(to item: Item) -> Outcome? {
    if around.strangers.contains(item.token) { return .discarded(.userChanged) }
    if let outcome = around.ended[item.token] { return outcome }
    if let endsAt = item.message.context?.endsAt, around.now >= endsAt { return .expired }
    return nil
  }

  // MARK: - Taking messages out

  /// Ends all messages, waiting or visible.
  mutating func clear(_ outcome: Outcome, cause: Martlet.InAppMessage.DismissalCause) {
    for item in stack { effects.append(.logOutcome(item, outcome)) }
    stack = []
    round = nil
    stopWaiting()
    takeDown(outcome, cause: cause, animated: false)
  }

  /// Removes messages that ended elsewhere, each with its outcome.
  mutating func takeOut(_ ids: Set<String>) {
    func isNamed(_ item: Item) -> Bool {
      item.message.context.map { ids.contains($0.presentationID) } ?? false
    }
    for item in stack where isNamed(item) {
      effects.append(.logOutcome(item, around.ended[item.token] ?? .recalled))
    }
    stack.removeAll(where: isNamed)
    if let current, isNamed(current) {
      takeDown(around.ended[current.token] ?? .recalled, cause: .recalled, animated: true)
    }
  }

  /// Ends the current message in any state: with the outcome if it was not shown yet, otherwise
  /// with the cause.
  mutating func takeDown(_ outcome: Outcome, cause: Martlet.InAppMessage.DismissalCause, animated: Bool) {
    switch state {
    case .idle, .dismissing: break
    case .clearing(let item), .asking(let item), .preparing(let item):
      end(item, outcome)
      advance()
    case .presenting(let item): leave(item, .unseen(outcome), animated: animated)
    case .presented(let item): leave(item, .seen(cause), animated: animated)
    }
  }
}

/// Changes between foreground and background.
///
/// In the background, nobody sees the screen. Therefore nothing becomes visible there, and timers
/// for reading pause: the time until a message closes automatically, and the time within which it
/// must appear.
extension PresenterMachine {
  mutating func changePhase(isActive: Bool) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    switch state {
    // Any answer that arrives now is ignored. The message is asked about again at its next turn.
    case .clearing(let item) where !isActive, .asking(let item) where !isActive,
      .preparing(let item) where !isActive:
      putBack(item, .inBackground)
      advance()
    case .presenting(let item) where !isActive: turnBack(item)
    case .presented(let item):
      effects += readingTimers(of: item).map { isActive ? .resumeTimer($0) : .holdTimer($0) }
    case .idle, .clearing, .asking, .preparing, .presenting, .dismissing: break
    }
  }

  /// The message was about to appear when the app left the foreground. It is hidden at once, is not
  /// counted, and returns to its place.
  private mutating func turnBack(_ item: Item) {
    effects += [.willDismiss(item), .hide(item, animated: false), .didDismiss(item), .completeDismissals]
    // The next page declares its close button again.
    var item = item
    item.closesItself = false
    round = nil
    putBack(item, .inBackground)
  }

  /// The timers that run while a message is visible.
  private func readingTimers(of item: Item) -> [Timer] {
    var kinds: [Timer.Kind] = []
    if item.autoCloseDelay != nil { kinds.append(.autoClose) }
    if item.needsCloseControl { kinds.append(.closeControl) }
    return kinds.map { Timer(kind: $0, token: item.token) }
  }
}
