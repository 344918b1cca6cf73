// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit

/// The course of one message from its turn to its end.
extension PresenterMachine {
  mutating func cleared(_ token: Token, _ preparation: Martlet.InAppMessage.Context.Preparation) {
    guard case .clearing(var item) = state, item.token == token else { return }
    switch preparation {
    case .ready(let message):
      item.replaceContent(with: message)
      if let obstacle = obstacle(to: item) { return refuse(item, obstacle) }
      // The preparation took time, so the host is checked again.
      guard around.host != .available else { return ask(item) }
      putBack(item, .hostUnavailable)
    case .wait(for: nil): putBack(item, .loading)
    case .wait(let remaining?):
      putBack(item, .interval)
      wait(for: remaining)
    case .ended(let outcome): return refuse(item, outcome)
    }
    advance()
  }

  mutating func answered(_ token: Token, _ choice: InAppMessageUI.DisplayChoice) {
    guard case .asking(let item) = state, item.token == token else { return }
    switch choice {
    case .now:
      state = .preparing(item)
      effects.append(.prepare(item))
    case .reenqueue:
      putBack(item, .reenqueuedByDelegate)
      advance()
    case .discard: refuse(item, .discarded(.byDelegate))
    }
  }

  mutating func prepared(_ token: Token, _ message: Martlet.InAppMessage, _ drawing: Drawing) {
    guard case .preparing(var item) = state, item.token == token else { return }
    item.replaceContent(with: message)
    if let obstacle = obstacle(to: item) { return refuse(item, obstacle) }
    if drawing == .nothing { return refuse(item, .discarded(.unsupportedKind)) }
    if drawing == .windowGone { return refuse(item, .discarded(.noHost)) }
    if !item.message.data.orientation.allows(around.orientation) {
      return refuse(item, .discarded(.orientation))
    }
    guard around.host == .available else {
      putBack(item, .hostUnavailable)
      return advance()
    }
    effects.append(.willPresent(item))
    if drawing == .control {
      if item.isTimed { effects.append(.cancelTimer(Timer(kind: .appear, token: token))) }
      effects += [.logImpression(item), .didPresent(item), .willDismiss(item)]
      gone(item, cause: .auto)
    } else {
      time(&item)
      state = .presenting(item)
      effects.append(.show(item))
    }
  }

  private mutating func refuse(_ item: Item, _ outcome: Outcome) {
    end(item, outcome)
    advance()
  }

  mutating func host(_ token: Token, _ event: HostEvent) {
    guard let current, current.token == token else { return }
    switch state {
    case .idle, .clearing, .asking, .preparing: break
    case .presenting(let item): presenting(item, event)
    case .presented(let item): presented(item, event)
    case .dismissing(let item, let cause):
      if event == .disappeared || event == .hostGone { gone(item, cause: cause) }
    }
  }

  private mutating func presenting(_ item: Item, _ event: HostEvent) {
    switch event {
    case .appeared:
      effects.append(.cancelTimer(Timer(kind: .appear, token: item.token)))
      if around.strangers.contains(item.token) {
        return leave(item, .unseen(.discarded(.userChanged)), animated: false)
      }
      if let outcome = around.ended[item.token] { return leave(item, .unseen(outcome), animated: true) }
      state = .presented(item)
      effects += [.logImpression(item), .didPresent(item)]
      if item.needsCloseControl {
        effects.append(.startTimer(Timer(kind: .closeControl, token: item.token), Self.closeControlDelay))
      }
      if let delay = item.autoCloseDelay {
        effects.append(.startTimer(Timer(kind: .autoClose, token: item.token), delay))
      }
    case .assetFailed, .pageLost:
      leave(item, .unseen(.discarded(.assetFailed)), animated: false, waits: false)
    case .undrawable:
      leave(item, .unseen(.discarded(.invalidContent)), animated: false, waits: false, hides: false)
    case .hostGone: leave(item, .unseen(.discarded(.noHost)), animated: false, waits: false, hides: false)
    case .disappeared:
      leave(item, .unseen(.discarded(.dismissedBeforeShown)), animated: false, waits: false, hides: false)
    case .closed: leave(item, .unseen(.discarded(.dismissedBeforeShown)), animated: true)
    case .closeDeclared:
      var item = item
      item.closesItself = true
      state = .presenting(item)
    case .viewClicked:
      // Nobody can click on a view that is not visible, so it has only forgotten to say so.
      presenting(item, .appeared)
      if case .presented(let item) = state { presented(item, event) }
    // A click needs an impression.
    case .clicked, .pageClicked, .followed: break
    }
  }

  private mutating func presented(_ item: Item, _ event: HostEvent) {
    switch event {
    case .clicked(let buttonID, let action):
      if !item.wasClicked { effects.append(.logClick(item, buttonID: buttonID)) }
      effects.append(.process(item, action, buttonID: buttonID))
      leave(item, .seen(.click), animated: true)
    // Only a page stays open after a click, and has links.
    case .pageClicked where item.message.html == nil, .followed where item.message.html == nil: break
    case .pageClicked(let buttonID): effects.append(.logClick(item, buttonID: buttonID))
    case .followed(let action, let buttonID, let counts, let dismisses):
      if counts { effects.append(.logClick(item, buttonID: buttonID)) }
      effects.append(.process(item, action, buttonID: buttonID))
      if dismisses { leave(item, .seen(.click), animated: true) }
    case .closeDeclared:
      guard item.needsCloseControl else { break }
      var item = item
      item.closesItself = true
      state = .presented(item)
      effects.append(.cancelTimer(Timer(kind: .closeControl, token: item.token)))
    case .viewClicked(let buttonID):
      guard !item.wasClicked || item.message.html != nil else { break }
      var item = item
      item.wasClicked = true
      state = .presented(item)
      effects.append(.logClick(item, buttonID: buttonID))
    case .closed: leave(item, .seen(item.wasClicked ? .click : .user), animated: true)
    // An empty screen that receives all touches is useless.
    case .pageLost: leave(item, .seen(.app), animated: false)
    // The window disappeared with the message.
    case .disappeared, .hostGone: leave(item, .seen(.app), animated: false, waits: false, hides: false)
    // If a redraw fails, the visible message does not change.
    case .appeared, .assetFailed, .undrawable: break
    }
  }

  mutating func fired(_ timer: Timer) {
    // Timers for reading pause in the background.
    guard isActive || timer.kind == .interval || timer.kind == .disappear else { return }
    if timer.kind == .interval {
      guard timer == .interval, waitsUntil != nil else { return }
      waitsUntil = nil
      if drainPolicy != .manual { startRound() }
      return
    }
    guard let current, current.token == timer.token else { return }
    switch (timer.kind, state) {
    case (.appear, .clearing(var item)), (.appear, .asking(var item)), (.appear, .preparing(var item)):
      item.isTimed = false
      refuse(item, .discarded(.timedOut))
    case (.appear, .presenting(let item)):
      leave(item, .unseen(.discarded(.timedOut)), animated: false, waits: false)
    case (.autoClose, .presented(let item)): leave(item, .seen(.auto), animated: true)
    case (.closeControl, .presented(var item)) where item.needsCloseControl:
      // The control is added once and stays.
      item.closesItself = true
      state = .presented(item)
      effects.append(.offerClose(item))
    case (.disappear, .dismissing(let item, let cause)): gone(item, cause: cause)
    default: break
    }
  }

  mutating func dismiss() {
    switch state {
    // The delegate was asked but has not decided. Its answer follows and counts.
    case .idle, .clearing, .asking: effects.append(.completeDismissals)
    case .preparing:
      effects.append(.completeDismissals)
      takeDown(.discarded(.dismissedBeforeShown), cause: .app, animated: true)
    case .presenting, .presented: takeDown(.discarded(.dismissedBeforeShown), cause: .app, animated: true)
    case .dismissing: break
    }
  }

  /// How a message that leaves the screen ends.
  enum End {
    /// It was never fully visible, and this is its final outcome.
    case unseen(Outcome)
    case seen(Martlet.InAppMessage.DismissalCause)
  }

  /// - Parameters:
  ///   - waits: whether the host is expected to report `disappeared`.
  ///   - hides: whether the host still has the scene.
  mutating func leave(_ item: Item, _ end: End, animated: Bool, waits: Bool = true, hides: Bool = true) {
    effects += [
      .cancelTimer(Timer(kind: .appear, token: item.token)),
      .cancelTimer(Timer(kind: .autoClose, token: item.token)),
    ]
    if item.needsCloseControl { effects.append(.cancelTimer(Timer(kind: .closeControl, token: item.token))) }
    var cause: Martlet.InAppMessage.DismissalCause?
    switch end {
    case .unseen(let outcome): effects.append(.logOutcome(item, outcome))
    case .seen(let reason): cause = reason
    }
    effects.append(.willDismiss(item))
    guard waits else {
      if hides { effects.append(.hide(item, animated: animated)) }
      return gone(item, cause: cause)
    }
    state = .dismissing(item, cause: cause)
    effects += [
      .startTimer(Timer(kind: .disappear, token: item.token), Self.disappearLimit),
      .hide(item, animated: animated),
    ]
  }

  mutating func gone(_ item: Item, cause: Martlet.InAppMessage.DismissalCause?) {
    state = .idle
    effects.append(.cancelTimer(Timer(kind: .disappear, token: item.token)))
    if let cause { effects.append(.logDismissal(item, cause)) }
    effects += [.didDismiss(item), .completeDismissals]
    round = drainPolicy == .afterDismissal ? Round() : nil
    advance()
  }
}

extension PresenterMachine.Item {
  /// The server and the delegate can change or replace the content, but not the recipient and the
  /// context.
  mutating func replaceContent(with other: Martlet.InAppMessage) {
    let (context, id) = (message.data.context, message.data.id)
    message = other
    message.data.context = context
    message.data.id = id
  }

  /// Whether the message is a page, and neither the page nor the system has a close button yet.
  var needsCloseControl: Bool { message.html != nil && !closesItself }

  /// The time until it closes automatically, between 0 and one day. nil if it does not.
  var autoCloseDelay: Duration? {
    guard case .auto(let seconds) = message.data.messageClose, !seconds.isNaN else { return nil }
    let limit = Double(PresenterMachine.autoCloseLimit.components.seconds)
    return .milliseconds(Int64(min(max(seconds, 0), limit) * 1_000))
  }
}
