// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit

/// What waits, and when it is tried.
extension PresenterMachine {
  mutating func present(_ item: Item) {
    // It is on its way or visible already: nothing to add.
    if let current, current.isSamePresentation(as: item) { return }
    var item = item
    if let index = stack.firstIndex(where: { $0.isSamePresentation(as: item) }) {
      item.queued = stack.remove(at: index).queued
    }
    if let index = stack.firstIndex(where: { $0.isSameCampaign(as: item) }) {
      effects.append(.logOutcome(stack.remove(at: index), .replaced))
    }
    push(item)
    if case .idle = state {
      startRound()
    } else {
      report(.otherMessageVisible, of: item.token)
    }
  }

  mutating func push(_ item: Item) {
    stack.append(item)
    while stack.count > Self.stackLimit {
      effects.append(.logOutcome(stack.removeFirst(), .discarded(.stackFull)))
    }
  }

  /// Puts a message back that was on its way; a newer one of its campaign that arrived meanwhile wins.
  mutating func putBack(_ item: Item, _ reason: Outcome.QueueReason) {
    state = .idle
    if stack.contains(where: { $0.isSameCampaign(as: item) }) {
      effects.append(.logOutcome(item, .replaced))
    } else {
      push(item)
      report(reason, of: item.token)
    }
  }

  private mutating func report(_ reason: Outcome.QueueReason, of token: Token) {
    guard let index = stack.firstIndex(where: { $0.token == token }), stack[index].queued != reason else { return }
    stack[index].queued = reason
    effects.append(.logOutcome(stack[index], .queued(reason)))
  }

  private mutating func reportAll(_ reason: Outcome.QueueReason) {
    round = nil
    for item in stack where item.queued == nil { report(reason, of: item.token) }
  }

  mutating func startRound() {
    guard case .idle = state else { return }
    round = Round()
    advance()
  }

  /// Goes on with the round: asks for the topmost message that was not tried yet and that nothing forbids.
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
      for item in stack { effects.append(.logOutcome(item, .discarded(.noHost))) }
      stack = []
      return
    }
    while drainsAutomatically || current.asked == 0,
      let index = stack.lastIndex(where: { !(round?.tried.contains($0.token) ?? true) })
    {
      let item = stack.remove(at: index)
      round?.tried.insert(item.token)
      if let obstacle = obstacle(to: item) {
        effects.append(.logOutcome(item, obstacle))
        continue
      }
      round?.asked += 1
      state = .asking(item)
      effects.append(.ask(item))
      return
    }
    round = nil
  }

  /// What forbids showing it, now and for good.
  func obstacle(to item: Item) -> Outcome? {
    if around.strangers.contains(item.token) { return .discarded(.userChanged) }
    if around.ended.contains(item.token) { return .discarded(.byApp) }
    if let endsAt = item.message.context?.endsAt, around.now >= endsAt { return .expired }
    return nil
  }

  // MARK: - Taking messages out

  /// Everything goes, waiting or visible.
  mutating func clear(_ outcome: Outcome, cause: Martlet.InAppMessage.DismissalCause) {
    for item in stack { effects.append(.logOutcome(item, outcome)) }
    stack = []
    round = nil
    takeDown(outcome, cause: cause, animated: false)
  }

  mutating func recall(_ ids: Set<String>) {
    func isRecalled(_ item: Item) -> Bool { item.message.context.map { ids.contains($0.presentationID) } ?? false }
    for item in stack where isRecalled(item) { effects.append(.logOutcome(item, .recalled)) }
    stack.removeAll(where: isRecalled)
    if let current, isRecalled(current) { takeDown(.recalled, cause: .recalled, animated: true) }
  }

  /// Ends the current message, whatever it is doing: with the outcome if it was not shown yet, with the cause if it was.
  mutating func takeDown(_ outcome: Outcome, cause: Martlet.InAppMessage.DismissalCause, animated: Bool) {
    switch state {
    case .idle, .dismissing: break
    case .asking(let item), .preparing(let item):
      state = .idle
      effects.append(.logOutcome(item, outcome))
      advance()
    case .presenting(let item): leave(item, .unseen(outcome), animated: animated)
    case .presented(let item): leave(item, .seen(cause), animated: animated)
    }
  }
}
