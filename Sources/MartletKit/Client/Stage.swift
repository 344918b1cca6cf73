// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// The main actor's side of a client: calls the delegate and the presenter, in the order in which the client decided.
///
/// Messages that come while there is no presenter wait here, the newest twenty, and are handed over when one is set.
@MainActor
final class Stage {
  enum Action: Sendable {
    case present(Presentation, Martlet.InAppMessage, epoch: Int)
    /// The engine ended these; their contexts log nothing any more.
    case withdraw(presentationIDs: Set<String>)
    case dismiss(Martlet.InAppMessage.DismissalReason)
    case userBecameEligible
    case phase(isActive: Bool)
    case decided(Decision)
    case noMatchingTrigger(Martlet.TriggerEvent)
    case settle(CheckedContinuation<Void, Never>)
  }

  private struct Waiting {
    var presentation: Presentation
    var message: Martlet.InAppMessage
    var epoch: Int
  }

  private struct WeakContext {
    weak var context: Martlet.InAppMessage.Context?
  }

  /// The oldest make room.
  static let maximumWaiting = 20

  weak var martlet: Martlet?
  weak var delegate: (any MartletDelegate)?
  var presenter: (any InAppMessagePresenter)? {
    didSet {
      guard let presenter else { return }
      if !isActive { presenter.applicationPhaseDidChange(isActive: false) }
      handOver()
    }
  }

  private let mailbox: Mailbox
  private let gate: Gate
  private let now: @Sendable () -> Instant
  private var isActive = true
  private var waiting: [Waiting] = []
  private var contexts: [String: WeakContext] = [:]

  nonisolated init(mailbox: Mailbox, gate: Gate, now: @escaping @Sendable () -> Instant) {
    self.mailbox = mailbox
    self.gate = gate
    self.now = now
  }

  func perform(_ action: Action) {
    switch action {
    case .present(let presentation, let message, let epoch):
      present(Waiting(presentation: presentation, message: message, epoch: epoch))
    case .withdraw(let ids):
      for id in ids { contexts.removeValue(forKey: id)?.context?.end() }
      waiting.removeAll { ids.contains($0.presentation.id) }
    case .dismiss(let reason):
      if reason == .changeUser || reason == .wipeData { waiting = [] }
      presenter?.dismiss(reason: reason)
    case .userBecameEligible: presenter?.userBecameEligible()
    case .phase(let isActive):
      self.isActive = isActive
      presenter?.applicationPhaseDidChange(isActive: isActive)
    case .decided(let decision):
      if let martlet { delegate?.martlet(martlet, didDecide: decision) }
    case .noMatchingTrigger(let event):
      if let martlet { delegate?.martlet(martlet, noMatchingTriggerForEvent: event) }
    case .settle(let continuation): continuation.resume()
    }
  }

  private func present(_ waiting: Waiting) {
    var message = waiting.message
    if message.context == nil { message.context = makeContext(for: waiting.presentation) }
    guard let context = message.context, mayBePresented(waiting, context) else { return }
    if let presenter {
      presenter.present(message: message)
    } else {
      context.logOutcome(.queued(.noPresenter))
      self.waiting.append(Waiting(presentation: waiting.presentation, message: message, epoch: waiting.epoch))
      if self.waiting.count > Self.maximumWaiting {
        self.waiting.removeFirst().message.context?.logOutcome(.discarded(.stackFull))
      }
    }
  }

  /// Asked at the last moment: the app may have switched the user or the SDK off since the decision.
  private func mayBePresented(_ waiting: Waiting, _ context: Martlet.InAppMessage.Context) -> Bool {
    switch gate.refusal(userID: waiting.presentation.userID, epoch: waiting.epoch) {
    case .disabled: context.logOutcome(.discarded(.disabled))
    case .otherUser: context.logOutcome(.discarded(.userChanged))
    case nil:
      guard let endsAt = waiting.presentation.endsAt, now() >= endsAt else { return true }
      context.logOutcome(.expired)
    }
    return false
  }

  /// The newest first, so that it is the one that is shown; the others after it in the order of their triggers, so that a presenter which
  /// stacks them shows the newest of them next (D9).
  private func handOver() {
    let handedOver = waiting
    waiting = []
    if let newest = handedOver.last { present(newest) }
    for older in handedOver.dropLast() { present(older) }
  }

  private func makeContext(for presentation: Presentation) -> Martlet.InAppMessage.Context {
    contexts = contexts.filter { $0.value.context != nil }
    let id = presentation.id
    let context = Martlet.InAppMessage.Context(
      presentationID: id, userID: presentation.userID, endsAt: presentation.endsAt,
      currentUser: { [gate] in gate.userID },
      openURL: { [weak self] context in self?.martlet?.open(context) },
      report: { [mailbox, now] report in mailbox.post(.report(presentationID: id, report, at: now())) })
    contexts[id] = WeakContext(context: context)
    return context
  }
}
