// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// The main actor's side of a client: calls the delegate and the presenter, in the order in which the client decided.
///
/// Messages that come while there is no presenter wait here, the newest twenty, and are handed over when one is set. For a presenter that does
/// not prepare messages by itself they are prepared here, and those that have to wait for the minimum interval or for the foreground wait
/// here.
@MainActor
final class Stage {
  enum Action: Sendable {
    /// `local`: it may be displayed at once, with these assets; nil: it has to be prepared.
    case present(Presentation, Martlet.InAppMessage, epoch: Int, local: Martlet.LocalAssets?)
    /// What came of a preparation.
    case prepared(presentationID: String, attempt: Int, Martlet.InAppMessage.Context.Preparation, Martlet.LocalAssets)
    /// These ended like this; their contexts log nothing any more.
    case withdraw([String: Outcome])
    case dismiss(Martlet.InAppMessage.DismissalReason)
    case userBecameEligible
    case phase(isActive: Bool)
    /// `epoch`: in which it was decided; nothing of before a wipe is told after it.
    case decided(Decision, epoch: Int)
    case recorded(OutcomeRecord, epoch: Int)
    case noMatchingTrigger(Martlet.TriggerEvent, epoch: Int)
    case authenticationFailed(Martlet.SDKAuthenticationError, epoch: Int)
    case settle(SettledTurn)
  }

  private struct Waiting {
    var message: Martlet.InAppMessage
    /// nil: the app built it.
    var epoch: Int?
    /// When it came, counted.
    var number = 0

    var id: String? { message.context?.presentationID }
  }

  private struct Known {
    weak var context: Martlet.InAppMessage.Context?
    var epoch: Int
  }

  /// The oldest make room.
  static let maximumWaiting = 20

  weak var martlet: Martlet?
  weak var delegate: (any MartletDelegate)?
  weak var authenticationDelegate: (any SDKAuthenticationDelegate)?
  var presenter: (any InAppMessagePresenter)? {
    didSet { presenterChanged(from: oldValue) }
  }

  private let mailbox: Mailbox
  private let gate: Gate
  private let environment: Environment
  let displayTimeout: Duration
  private let log: Log
  private var isActive = true
  /// For a presenter.
  private var waiting: [Waiting] = []
  /// For the minimum interval or for the foreground, where the presenter does not do it; the oldest first.
  private var held: [Waiting] = []
  private var arrivals = 0
  private var retry: Task<Void, Never>?
  private var known: [String: Known] = [:]
  /// Tasks that sleep, or are about to.
  var timerCount: Int { retry == nil ? 0 : 1 }

  nonisolated init(mailbox: Mailbox, gate: Gate, settings: Settings) {
    self.mailbox = mailbox
    self.gate = gate
    environment = settings.environment
    displayTimeout = settings.displayTimeout
    log = settings.log
  }

  deinit {
    retry?.cancel()
  }

  func perform(_ action: Action) {
    switch action {
    case .present(let presentation, var message, let epoch, let local):
      message.context = makeContext(for: presentation, epoch: epoch, local: local, severalClicks: message.html != nil)
      arrivals += 1
      present(Waiting(message: message, epoch: epoch, number: arrivals))
    case .prepared(let id, let attempt, let preparation, let local):
      known[id]?.context?.answerPreparation(preparation, local: local, of: attempt)
    case .withdraw(let outcomes):
      waiting.removeAll { $0.id.map { outcomes[$0] != nil } ?? false }
      held.removeAll { $0.id.map { outcomes[$0] != nil } ?? false }
      for (id, outcome) in outcomes { known.removeValue(forKey: id)?.context?.end(outcome) }
    case .dismiss(let reason):
      if reason == .changeUser || reason == .wipeData { (waiting, held) = ([], []) }
      presenter?.dismiss(reason: reason)
    case .userBecameEligible:
      presentHeld()
      presenter?.userBecameEligible()
    case .phase(let isActive):
      self.isActive = isActive
      presenter?.applicationPhaseDidChange(isActive: isActive)
    case .decided(let decision, let epoch):
      if let martlet, !gate.isWiped(since: epoch) { delegate?.martlet(martlet, didDecide: decision) }
    case .recorded(let outcome, let epoch):
      if let martlet, !gate.isWiped(since: epoch) { delegate?.martlet(martlet, didRecord: outcome) }
    case .noMatchingTrigger(let event, let epoch):
      if let martlet, !gate.isWiped(since: epoch) { delegate?.martlet(martlet, noMatchingTriggerForEvent: event) }
    case .authenticationFailed(let error, let epoch):
      guard let martlet, !gate.isWiped(since: epoch) else { break }
      delegate?.martlet(martlet, sdkAuthenticationFailedWith: error)
      // One object that is both hears it once.
      if let authenticationDelegate, authenticationDelegate !== delegate {
        authenticationDelegate.martlet(martlet, sdkAuthenticationFailedWith: error)
      }
    case .settle(let turn): turn.end(())
    }
  }

  /// The client is gone: nothing is counted any more, and whoever waits for a preparation is told so now, for nobody will answer later.
  func end() {
    retry?.cancel()
    (waiting, held) = ([], [])
    let contexts = known.values.compactMap(\.context)
    known = [:]
    for context in contexts { context.end(.discarded(.relaunched)) }
  }

  // MARK: - Presenting

  private func present(_ waiting: Waiting) {
    guard mayBePresented(waiting) else { return }
    guard let presenter else { return waitForPresenter(waiting) }
    guard let context = waiting.message.context, !presenter.preparesMessages else { return presenter.present(message: waiting.message) }
    guard isActive else { return hold(waiting, .inBackground) }
    guard !context.isCleared else { return presenter.present(message: waiting.message) }
    context.prepareForDisplay { [weak self] preparation in self?.prepared(waiting, preparation) }
  }

  private func prepared(_ waiting: Waiting, _ preparation: Martlet.InAppMessage.Context.Preparation) {
    switch preparation {
    case .ready(let content):
      var ready = waiting
      ready.message = content
      ready.message.id = waiting.message.id
      ready.message.context = waiting.message.context
      present(ready)
    case .wait(let remaining):
      hold(waiting, remaining == nil ? .loading : .interval)
      if let remaining { presentHeld(after: remaining) }
    case .ended: break
    }
  }

  /// It waits in the order of arrival, however often it is tried; the oldest makes room.
  private func hold(_ waiting: Waiting, _ reason: Outcome.QueueReason) {
    waiting.message.context?.logOutcome(.queued(reason))
    held.insert(waiting, at: held.firstIndex { $0.number > waiting.number } ?? held.count)
    if held.count > Self.maximumWaiting { held.removeFirst().message.context?.logOutcome(.discarded(.stackFull)) }
  }

  /// All that are held wait for the same interval: one attempt serves all.
  private func presentHeld(after delay: Duration) {
    retry?.cancel()
    retry = Task { [weak self, environment] in
      do {
        try await environment.sleep(delay)
        guard !Task.isCancelled, let self else { return }
        self.retry = nil
        self.presentHeld()
      } catch {
        // Cancelled: a later attempt takes its place.
      }
    }
  }

  /// The newest first; who has to wait again says so.
  private func presentHeld() {
    guard isActive else { return }
    let again = held
    held = []
    for waiting in again.reversed() { present(waiting) }
  }

  private func waitForPresenter(_ waiting: Waiting) {
    waiting.message.context?.logOutcome(.queued(.noPresenter))
    self.waiting.append(waiting)
    if self.waiting.count > Self.maximumWaiting {
      self.waiting.removeFirst().message.context?.logOutcome(.discarded(.stackFull))
    }
  }

  /// Asked at the last moment: the app may have switched the user or the SDK off since the decision.
  private func mayBePresented(_ waiting: Waiting) -> Bool {
    guard let context = waiting.message.context, let epoch = waiting.epoch else { return true }
    guard context.isValid else { return false }
    switch gate.refusal(userID: context.userID, epoch: epoch) {
    case .disabled: context.logOutcome(.discarded(.disabled))
    case .otherUser: context.logOutcome(.discarded(.userChanged))
    case nil:
      guard let endsAt = context.endsAt, environment.now() >= endsAt else { return true }
      context.logOutcome(.expired)
    }
    return false
  }

  // MARK: - Changing presenters

  private func presenterChanged(from old: (any InAppMessagePresenter)?) {
    if let old, presenter.map({ ($0 as AnyObject) !== (old as AnyObject) }) ?? true { takeBack(from: old) }
    guard let presenter else { return }
    if let problem = (presenter as? any SetUpExamining)?.setUpProblem { log.error("\(problem)") }
    if !isActive { presenter.applicationPhaseDidChange(isActive: false) }
    handOver()
    presentHeld()
  }

  /// What waited with one presenter waits for the next: a presenter that is replaced takes nothing along.
  private func takeBack(from old: any InAppMessagePresenter) {
    let messages = old.handOverWaitingMessages()
    guard !messages.isEmpty else { return }
    log.info("The presenter was replaced. Queued messages handed to the new one: \(messages.count).")
    let given = messages.map { message in
      arrivals += 1
      return Waiting(message: message, epoch: message.context.flatMap { known[$0.presentationID]?.epoch }, number: arrivals)
    }
    if presenter == nil {
      for waiting in given { waitForPresenter(waiting) }
    } else {
      waiting = given + waiting
    }
  }

  /// The newest first, so that it is the one that is shown; the others after it in the order of their triggers, so that a presenter which
  /// stacks them shows the newest of them next.
  private func handOver() {
    let handedOver = waiting
    waiting = []
    if let newest = handedOver.last { present(newest) }
    for older in handedOver.dropLast() { present(older) }
  }

  // MARK: - Contexts

  private func makeContext(
    for presentation: Presentation, epoch: Int, local: Martlet.LocalAssets?, severalClicks: Bool
  ) -> Martlet.InAppMessage.Context {
    known = known.filter { $0.value.context != nil }
    let id = presentation.id
    let now = environment.now
    let context = Martlet.InAppMessage.Context(
      presentationID: id, userID: presentation.userID, endsAt: presentation.endsAt, displayTimeout: displayTimeout,
      multipleLogClickEnabled: severalClicks, isCleared: local != nil,
      currentUser: { [gate] in gate.userID },
      openURL: { [weak self] context in self?.martlet?.open(context) },
      prepare: { [mailbox] attempt in mailbox.post(.displayRequested(presentationID: id, attempt: attempt)) },
      // The presenter let go of it.
      released: { [mailbox] in mailbox.post(.report(presentationID: id, .outcome(.discarded(.byApp)), at: now())) },
      report: { [mailbox] report in mailbox.post(.report(presentationID: id, report, at: now())) })
    context.client = martlet
    if let local { context.localAssets = local }
    known[id] = Known(context: context, epoch: epoch)
    return context
  }
}
