// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// The client's side on the main actor: calls the delegate and the presenter in the order of the
/// client's decisions.
///
/// Without a presenter, the newest twenty messages wait here until one is set. If the presenter
/// does not prepare messages itself, they are prepared here, and messages that wait for the minimum
/// interval or for the foreground are held here.
@MainActor
final class Stage {
  enum Action: Sendable {
    /// `local`: the message can be displayed immediately with these assets. nil if it must be
    /// prepared first.
    case present(Presentation, Martlet.InAppMessage, epoch: Int, local: Martlet.LocalAssets?)
    case prepared(
      presentationID: String, attempt: Int, Martlet.InAppMessage.Context.Preparation, Martlet.LocalAssets)
    /// These presentations ended with these outcomes. Their contexts log nothing any more.
    case withdraw([String: Outcome])
    case dismiss(Martlet.InAppMessage.DismissalReason)
    case userBecameEligible
    case phase(isActive: Bool)
    /// `epoch`: the epoch of the decision. Nothing from before a wipe is reported after it.
    case decided(Decision, epoch: Int)
    case recorded(OutcomeRecord, epoch: Int)
    case noMatchingTrigger(Martlet.TriggerEvent, epoch: Int)
    case authenticationFailed(Martlet.SDKAuthenticationError, epoch: Int)
    /// `epoch`: the epoch of the tap.
    case open(Martlet.Notifications.Payload.Link, Martlet.InAppMessage.Extras, epoch: Int)
    case answer(PushAnswer, Martlet.Notifications.FetchResult)
    case reach(ReachAction)
    case settle(SettledTurn)
  }

  private struct Waiting {
    var message: Martlet.InAppMessage
    /// nil if the app built the message.
    var epoch: Int?
    /// The position in the order of arrival.
    var number = 0

    var id: String? { message.context?.presentationID }
  }

  private struct Known {
    weak var context: Martlet.InAppMessage.Context?
    var epoch: Int
  }

  /// Beyond this, the oldest messages are dropped.
  static let maximumWaiting = 20

  weak var martlet: Martlet?
  weak var delegate: (any MartletDelegate)?
  weak var authenticationDelegate: (any SDKAuthenticationDelegate)?
  var presenter: (any InAppMessagePresenter)? {
    didSet { presenterChanged(from: oldValue) }
  }

  var reachPresenter: (any ReachPresenter)?

  private let mailbox: Mailbox
  private let gate: Gate
  private let environment: Environment
  let displayTimeout: Duration
  private let log: Log
  /// Opens the URLs of messages and notifications.
  let links: LinkOpener
  private var isActive = true
  /// Messages that wait for a presenter.
  private var waiting: [Waiting] = []
  /// Messages that wait for the minimum interval or the foreground if the presenter does not handle
  /// this. The oldest is first.
  private var held: [Waiting] = []
  private var arrivals = 0
  private var retry: Task<Void, Never>?
  private var known: [String: Known] = [:]
  /// The number of tasks that sleep or are about to.
  var timerCount: Int { retry == nil ? 0 : 1 }

  nonisolated init(mailbox: Mailbox, gate: Gate, settings: Settings, links: LinkOpener) {
    self.mailbox = mailbox
    self.gate = gate
    environment = settings.environment
    displayTimeout = settings.displayTimeout
    log = settings.log
    self.links = links
  }

  deinit {
    retry?.cancel()
  }

  func perform(_ action: Action) {
    switch action {
    case .present(let presentation, var message, let epoch, let local):
      message.context = makeContext(
        for: presentation, epoch: epoch, local: local, severalClicks: message.html != nil)
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
      links.personChanged()
      presenter?.dismiss(reason: reason)
    case .userBecameEligible:
      presentHeld()
      presenter?.userBecameEligible()
    case .phase(let isActive):
      self.isActive = isActive
      presenter?.applicationPhaseDidChange(isActive: isActive)
      links.appChanged(isActive: isActive)
    case .decided(let decision, let epoch):
      if let martlet, !gate.isWiped(since: epoch) { delegate?.martlet(martlet, didDecide: decision) }
    case .recorded(let outcome, let epoch):
      if let martlet, !gate.isWiped(since: epoch) { delegate?.martlet(martlet, didRecord: outcome) }
    case .noMatchingTrigger(let event, let epoch):
      if let martlet, !gate.isWiped(since: epoch) {
        delegate?.martlet(martlet, noMatchingTriggerForEvent: event)
      }
    case .authenticationFailed(let error, let epoch):
      guard let martlet, !gate.isWiped(since: epoch) else { break }
      delegate?.martlet(martlet, sdkAuthenticationFailedWith: error)
      // An object that is both delegates is called once.
      if let authenticationDelegate, authenticationDelegate !== delegate {
        authenticationDelegate.martlet(martlet, sdkAuthenticationFailedWith: error)
      }
    case .open(let link, let extras, let epoch):
      guard let martlet, gate.enabled, !gate.isWiped(since: epoch) else { break }
      martlet.open(
        Martlet.URLContext(url: link.url, useWebView: link.useWebView, extras: extras, source: .notification))
    case .answer(let answer, let result): answer.end(result)
    case .reach(let action): reachPresenter?.perform(action)
    case .settle(let turn): turn.end(())
    }
  }

  /// Called when the client is gone. Counting stops, and callers that wait for a preparation get
  /// their answer now, because none will come later.
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
    guard let context = waiting.message.context, !presenter.preparesMessages else {
      return presenter.present(message: waiting.message)
    }
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

  /// Holds a message in the order of arrival, however often it was tried. The oldest is dropped if
  /// there are too many.
  private func hold(_ waiting: Waiting, _ reason: Outcome.QueueReason) {
    waiting.message.context?.logOutcome(.queued(reason))
    held.insert(waiting, at: held.firstIndex { $0.number > waiting.number } ?? held.count)
    if held.count > Self.maximumWaiting {
      held.removeFirst().message.context?.logOutcome(.discarded(.stackFull))
    }
  }

  /// All held messages wait for the same interval, so one attempt serves all.
  private func presentHeld(after delay: Duration) {
    retry?.cancel()
    retry = Task { [weak self, environment] in
      do {
        try await environment.sleep(delay)
        guard !Task.isCancelled, let self else { return }
        self.retry = nil
        self.presentHeld()
      } catch {
        // Cancelled because a later attempt replaces it.
      }
    }
  }

  /// Presents the newest message first. Messages that must wait again report this.
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

  /// Checked at the last moment, because the app may have changed the user or turned the SDK off
  /// since the decision.
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

  /// Messages that waited with the old presenter wait for the next one.
  private func takeBack(from old: any InAppMessagePresenter) {
    let messages = old.handOverWaitingMessages()
    guard !messages.isEmpty else { return }
    log.info("The presenter was replaced. Queued messages handed to the new one: \(messages.count).")
    let given = messages.map { message in
      arrivals += 1
      return Waiting(
        message: message, epoch: message.context.flatMap { known[$0.presentationID]?.epoch }, number: arrivals
      )
    }
    if presenter == nil {
      for waiting in given { waitForPresenter(waiting) }
    } else {
      waiting = given + waiting
    }
  }

  /// Hands over the newest message first, so that it is shown. The others follow oldest first, so
  /// that a stack shows the newest next.
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
      presentationID: id, userID: presentation.userID, endsAt: presentation.endsAt,
      displayTimeout: displayTimeout,
      multipleLogClickEnabled: severalClicks, isCleared: local != nil,
      currentUser: { [gate] in gate.userID },
      openURL: { [weak self] context in self?.martlet?.open(context) },
      prepare: { [mailbox] attempt in mailbox.post(.displayRequested(presentationID: id, attempt: attempt)) },
      // The presenter released the message.
      released: { [mailbox] in
        mailbox.post(.report(presentationID: id, .outcome(.discarded(.byApp)), at: now()))
      },
      report: { [mailbox] report in mailbox.post(.report(presentationID: id, report, at: now())) })
    context.client = martlet
    if let local { context.localAssets = local }
    known[id] = Known(context: context, epoch: epoch)
    return context
  }
}
