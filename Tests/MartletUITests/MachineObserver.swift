// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletWire

@testable import MartletUI

/// Drives a presenter machine and checks after every step what must always hold.
///
/// The rules: one final outcome for each presentation, one impression at most and never after an
/// end, a click only after it and once, at most one message on the screen, every `willPresent`
/// followed by one `didDismiss`, no wait without a running timer, nothing of a former user.
@MainActor
struct MachineObserver {
  typealias Machine = PresenterMachine

  var machine = Machine()
  var surroundings = Machine.Surroundings(
    now: Instant(milliseconds: 0), host: .available, orientation: .portrait)
  /// What was broken, with the step that broke it.
  private(set) var violations: [String] = []
  private(set) var steps = 0
  private(set) var lastToken = 0
  private var keys: [Machine.Token: String] = [:]
  private var finals: [String: [Outcome]] = [:]
  private var impressions: Set<Machine.Token> = []
  private var clicks: Set<Machine.Token> = []
  private var closeOffers: Set<Machine.Token> = []
  private var announced: Set<Machine.Token> = []
  private var visible: Machine.Token?
  private var timers: Set<Machine.Timer> = []
  /// Those among them that stand still.
  private var held: Set<Machine.Timer> = []
  /// Prepared by the SDK, and those of them that have to be before they are displayed.
  private var clearable: Set<Machine.Token> = []
  private var uncleared: Set<Machine.Token> = []
  /// Presented before the last change of user.
  private var former: Set<Machine.Token> = []
  private var drawing: [Machine.Token: Machine.Drawing] = [:]

  /// Presentations that have not ended yet, by the name of their presentation.
  var open: [String] { finals.filter { $0.value.isEmpty }.keys.sorted() }
  var runningTimers: [Machine.Timer] { timers.subtracting(held).sorted { "\($0)" < "\($1)" } }

  /// A message of this presentation; a token of its own for each call, as the presenter does.
  mutating func present(
    _ presentation: String, campaign: String? = nil, kind: Wire.Message.Kind = .slideup, endsAt: Int64? = nil,
    isCleared: Bool = true, configure: (inout Martlet.InAppMessage) -> Void = { _ in }
  ) -> [Machine.Effect] {
    lastToken += 1
    var message = Martlet.InAppMessage.sample(kind)
    message.data.id = campaign ?? "campaign of \(presentation)"
    message.data.context = .init(
      presentationID: presentation, userID: nil, endsAt: endsAt.map { Instant(milliseconds: $0) },
      report: { _ in })
    configure(&message)
    keys[lastToken] = presentation
    if !isCleared {
      clearable.insert(lastToken)
      uncleared.insert(lastToken)
    }
    if finals[presentation] == nil { finals[presentation] = [] }
    return handle(.present(.init(token: lastToken, message: message)))
  }

  mutating func handle(_ input: Machine.Input) -> [Machine.Effect] {
    steps += 1
    if case .prepared(let token, _, let how) = input { drawing[token] = how }
    // As in the presenter: what is waiting belongs to whoever is leaving.
    if case .userChanged = input { former.formUnion(keys.keys) }
    // One that stands still does not fire; the machine takes no notice.
    if case .timer(let timer) = input, !held.contains(timer) { timers.remove(timer) }
    // As the context does: one that is ready may be displayed at once.
    if case .cleared(let token, .ready) = input { uncleared.remove(token) }
    surroundings.uncleared = uncleared
    let effects = machine.handle(input, in: surroundings)
    for effect in effects { check(effect) }
    checkState()
    return effects
  }

  private mutating func require(_ condition: Bool, _ rule: String) {
    if !condition { violations.append("step \(steps): \(rule)") }
  }

  private mutating func check(_ effect: Machine.Effect) {
    switch effect {
    case .clear(let item):
      require(machine.isActive, "cleared in background")
      require(uncleared.contains(item.token), "asked for what is cleared")
      requireCurrentUser(item, "cleared")
    case .ask(let item):
      require(!uncleared.contains(item.token), "asked the delegate about what is not cleared")
      require(machine.isActive, "asked in background")
      require(surroundings.host == .available, "asked without a host")
      requireCurrentUser(item, "asked")
    case .prepare(let item): requireCurrentUser(item, "prepared")
    case .willPresent(let item):
      requireCurrentUser(item, "willPresent")
      require(announced.insert(item.token).inserted, "willPresent twice")
      require(
        item.message.data.orientation.allows(surroundings.orientation), "shown in the wrong orientation")
      require(item.message.context?.endsAt.map { surroundings.now < $0 } ?? true, "shown after its end")
      require(drawing[item.token] != .nothing, "shown without a view")
    case .show(let item):
      requireCurrentUser(item, "shown")
      require(machine.isActive, "shown in background")
      require(visible == nil, "two messages on the screen")
      visible = item.token
    case .logImpression(let item):
      requireCurrentUser(item, "impression")
      require(machine.isActive, "impression in background")
      require(impressions.insert(item.token).inserted, "impression twice")
      end(item, .shown)
    case .didPresent(let item): require(impressions.contains(item.token), "didPresent before the impression")
    case .logClick(let item, _):
      requireCurrentUser(item, "click")
      require(impressions.contains(item.token), "click without impression")
      // A page may log as many as it likes.
      require(clicks.insert(item.token).inserted || item.message.html != nil, "click twice")
    case .process(let item, _, _):
      require(clicks.contains(item.token) || item.message.html != nil, "processed without click")
      require(impressions.contains(item.token), "processed without impression")
    case .offerClose(let item):
      requireCurrentUser(item, "close offered")
      require(item.message.html != nil && impressions.contains(item.token), "close offered for no page")
      require(closeOffers.insert(item.token).inserted, "close offered twice")
    case .willDismiss(let item): require(announced.contains(item.token), "willDismiss without willPresent")
    case .hide(let item, _): require(visible == item.token, "hidden though not on the screen")
    case .logDismissal(let item, _): require(impressions.contains(item.token), "dismissal without impression")
    case .didDismiss(let item):
      require(announced.remove(item.token) != nil, "didDismiss without willPresent")
      if visible == item.token { visible = nil }
    case .logOutcome(let item, let outcome):
      if !outcome.isFinal, clearable.contains(item.token) { uncleared.insert(item.token) }
      require(machine.isActive || outcome != .discarded(.timedOut), "timed out in background")
      if outcome.isFinal {
        end(item, outcome)
      } else {
        require(finals[key(item)]?.isEmpty == true, "queued after its end")
      }
    case .startTimer(let timer, let delay):
      require(timers.insert(timer).inserted, "timer started twice")
      require(delay >= .zero, "negative wait")
    case .cancelTimer(let timer):
      timers.remove(timer)
      held.remove(timer)
    case .holdTimer(let timer):
      require(timers.contains(timer), "held though it does not run")
      require(held.insert(timer).inserted, "held twice")
    case .resumeTimer(let timer): require(held.remove(timer) != nil, "resumed though it was not held")
    case .completeDismissals: break
    }
  }

  private func key(_ item: Machine.Item) -> String { keys[item.token] ?? "?" }

  private mutating func requireCurrentUser(_ item: Machine.Item, _ what: String) {
    require(
      !former.contains(item.token) && !surroundings.strangers.contains(item.token),
      "\(what) for a former user")
  }

  private mutating func end(_ item: Machine.Item, _ outcome: Outcome) {
    finals[key(item), default: []].append(outcome)
    require(
      finals[key(item)]?.count == 1,
      "\(key(item)) ended \(finals[key(item)]?.count ?? 0) times: \(outcome.summary)")
  }

  private mutating func checkState() {
    require(machine.stack.count <= Machine.stackLimit, "stack too large")
    let waiting = machine.stack.map { key($0) }
    require(Set(waiting).count == waiting.count, "a presentation waits twice")
    let campaigns = machine.stack.compactMap(\.message.data.id)
    require(Set(campaigns).count == campaigns.count, "a campaign waits twice")
    require(waiting.allSatisfy { finals[$0]?.isEmpty == true }, "an ended presentation waits")
    require(
      timers.contains(.interval) == (machine.waitsUntil != nil),
      "the interval's timer is not as the machine believes")
    let running = Set(timers.map(\.kind)).subtracting([.interval])
    switch machine.state {
    case .idle, .clearing, .asking, .preparing:
      require(
        running == (machine.current?.isTimed == true ? [.appear] : []), "wrong timers before the screen")
      if case .clearing = machine.state {
        require(running == [.appear], "waits for its preparation without time-out")
      }
      require(visible == nil, "idle with a message on the screen")
      require(announced.isEmpty, "idle before didDismiss")
    case .presenting: require(running == [.appear], "enters without time-out")
    case .presented(let item):
      var expected: Set<Machine.Timer.Kind> = item.autoCloseDelay == nil ? [] : [.autoClose]
      if item.needsCloseControl { expected.insert(.closeControl) }
      require(running == expected, "wrong timers while visible")
      require(
        Set(held.map(\.kind)) == (machine.isActive ? [] : expected),
        "in background a reader's time stands still, and only there")
    case .dismissing: require(running == [.disappear], "leaves without time-out")
    }
    let known = Set(waiting).union(machine.current.map { [key($0)] } ?? [])
    require(open.allSatisfy { known.contains($0) }, "a message vanished without an outcome")
  }
}

extension PresenterMachine.Effect {
  /// One word or two, for tables.
  var summary: String {
    switch self {
    case .clear: "clear"
    case .ask: "ask"
    case .prepare: "prepare"
    case .willPresent: "willPresent"
    case .show: "show"
    case .logImpression: "log impression"
    case .didPresent: "didPresent"
    case .logClick(_, let button): "log click \(button ?? "body")"
    case .process: "process"
    case .offerClose: "offer close"
    case .willDismiss: "willDismiss"
    case .hide(_, let animated): animated ? "hide" : "hide at once"
    case .logDismissal(_, let cause): "log dismissal \(cause.rawValue)"
    case .didDismiss: "didDismiss"
    case .logOutcome(_, let outcome): "log \(outcome.summary)"
    case .startTimer(let timer, let delay): "start \(timer.kind) \(delay.wholeMilliseconds)"
    case .cancelTimer(let timer): "cancel \(timer.kind)"
    case .holdTimer(let timer): "hold \(timer.kind)"
    case .resumeTimer(let timer): "resume \(timer.kind)"
    case .completeDismissals: "complete"
    }
  }
}

extension PresenterMachine.State {
  var summary: String {
    switch self {
    case .idle: "idle"
    case .clearing: "clearing"
    case .asking: "asking"
    case .preparing: "preparing"
    case .presenting: "presenting"
    case .presented: "presented"
    case .dismissing(_, let cause): cause == nil ? "dismissing unseen" : "dismissing seen"
    }
  }
}
