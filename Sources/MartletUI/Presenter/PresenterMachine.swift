// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit

/// The logic of the presenter without a screen: decides from its inputs what is shown, when, and
/// what is logged.
///
/// A value. Every input is allowed in every state. Each presented message ends in exactly one final
/// outcome: an impression, or an `Effect.outcome` with a final one. At most one message is between
/// `show` and gone. Inputs for a message that is no longer current are ignored, so late reports and
/// timers have no effect.
struct PresenterMachine: Sendable {
  /// Identifies one call of `present`. Never reused.
  typealias Token = Int

  struct Item: Sendable {
    let token: Token
    var message: Martlet.InAppMessage
    /// The last reported reason, so that each reason for waiting is reported once.
    var queued: Outcome.QueueReason?
    /// The position in the order of arrival on the stack. A message keeps it when it is put back,
    /// unless the delegate did so.
    var place = 0
    /// Whether the timer for its display has started.
    var isTimed = false
    /// Whether its page declared that it has its own close button.
    var closesItself = false
    /// Whether its view, one of the app, has reported a click. The view closes by itself.
    var wasClicked = false
  }

  enum State: Sendable {
    case idle
    /// The SDK was asked whether the message may be displayed now, and prepares it.
    case clearing(Item)
    /// The delegate was asked whether to show the message.
    case asking(Item)
    /// The delegate prepares the message, and the view is created.
    case preparing(Item)
    /// The host loads images and shows the message.
    case presenting(Item)
    /// The message is fully visible, and its impression is counted.
    case presented(Item)
    /// The host hides the message. The cause is nil if it was never visible. Then its outcome is
    /// already reported.
    case dismissing(Item, cause: Martlet.InAppMessage.DismissalCause?)
  }

  enum Input: Sendable {
    case present(Item)
    /// The app requests the message at the top of the stack.
    case presentNext
    /// A session started, or the app came to the foreground.
    case becameEligible
    case cleared(Token, Martlet.InAppMessage.Context.Preparation)
    case answered(Token, InAppMessageUI.DisplayChoice)
    case prepared(Token, Martlet.InAppMessage, Drawing)
    case host(Token, HostEvent)
    /// The traits or the availability of the host changed.
    case hostChanged
    /// False: nothing is tried, a message that is not visible yet returns to the stack, and the
    /// timers of a visible one pause. Waiting messages are tried when the person becomes eligible.
    case phase(isActive: Bool)
    case timer(Timer)
    /// The app dismisses the message that is visible or about to be.
    case dismiss
    case userChanged
    case wiped
    case ended(presentationIDs: Set<String>)
  }

  enum Drawing: Sendable, CaseIterable {
    case visible
    /// The message shows nothing, but counts as shown.
    case control
    /// No view can draw the message.
    case nothing
    /// The app chose a window that does not exist.
    case windowGone
  }

  enum HostEvent: Hashable, Sendable {
    case appeared, disappeared
    case assetFailed, hostGone
    /// The view created no scene.
    case undrawable
    /// A person closed it: with the close control, a swipe, a tap on the backdrop, or Escape.
    case closed
    case clicked(buttonID: String?, Martlet.InAppMessage.ClickAction)
    /// A view of the app reported a click. It stays open, and has one click.
    case viewClicked(buttonID: String?)
    /// The page logged a click. This can happen several times, and the page stays open.
    case pageClicked(buttonID: String?)
    /// A link of the page was followed.
    case followed(Martlet.InAppMessage.ClickAction, buttonID: String?, counts: Bool, dismisses: Bool)
    /// The page has its own close button.
    case closeDeclared
    /// The page could not be loaded, or has left its address.
    case pageLost
  }

  struct Timer: Hashable, Sendable {
    enum Kind: Hashable, Sendable, CaseIterable {
      /// From the message's turn until it is fully visible.
      case appear
      case disappear, autoClose
      /// From the appearance of a page until the system adds a close control.
      case closeControl
      /// Until the minimum interval is over for messages that wait for it. It belongs to no
      /// message.
      case interval
    }

    /// The only timer of its kind.
    static let interval = Timer(kind: .interval, token: 0)

    var kind: Kind
    var token: Token
  }

  /// The state of the environment while an input is handled.
  struct Surroundings: Sendable {
    enum Host: Sendable, CaseIterable {
      /// There is no host and never will be.
      case none
      /// There is currently no window or viewer.
      case unavailable
      case available
    }

    var now: Instant
    var host: Host
    var orientation: SceneTraits.Orientation
    /// Messages that were triggered for a user who is no longer current.
    var strangers: Set<Token> = []
    /// Messages that were already ended elsewhere, for example with `context.discard()`, and their
    /// outcomes.
    var ended: [Token: Outcome] = [:]
    /// Messages that need the SDK's clearance before display.
    var uncleared: Set<Token> = []
  }

  enum Effect: Sendable {
    /// Have it prepared, and answer with `Input.cleared`.
    case clear(Item)
    case ask(Item)
    case prepare(Item)
    case willPresent(Item)
    case show(Item)
    case logImpression(Item)
    case didPresent(Item)
    case logClick(Item, buttonID: String?)
    /// Ask the delegate, then open the URL if there is one.
    case process(Item, Martlet.InAppMessage.ClickAction, buttonID: String?)
    /// The page has not declared a close button, so show the system's control.
    case offerClose(Item)
    case willDismiss(Item)
    case hide(Item, animated: Bool)
    case logDismissal(Item, Martlet.InAppMessage.DismissalCause)
    case didDismiss(Item)
    case logOutcome(Item, Outcome)
    case startTimer(Timer, Duration)
    case cancelTimer(Timer)
    /// Pause the timer. Its remaining time runs from `resumeTimer` on.
    case holdTimer(Timer)
    case resumeTimer(Timer)
    /// No message is being dismissed any more: run the callbacks that wait for this.
    case completeDismissals
  }

  /// A series of attempts to show the waiting messages, one after the other, until one is shown.
  struct Round: Sendable {
    /// Messages that were already tried in this round.
    var tried: Set<Token> = []
    var asked = 0
    /// The only message to try. nil for all.
    var only: Token?
    /// Messages that the delegate put back, with their previous places.
    var putBack: [Token: Int] = [:]
  }

  /// The maximum number of waiting messages. Beyond it, the oldest is discarded.
  static let stackLimit = 20
  /// The time from its turn until it is fully visible, for a message without a context.
  static let appearLimit = Duration.seconds(30)
  /// After this time, a message that the host has not reported as hidden counts as hidden.
  static let disappearLimit = Duration.seconds(2)
  /// If a page does not declare a close button within this time, it gets the system's control.
  static let closeControlDelay = Duration.seconds(10)
  /// The maximum time until a message closes automatically.
  static let autoCloseLimit = Duration.seconds(86_400)

  var drainPolicy = InAppMessageUI.DrainPolicy.afterDismissal
  var state: State = .idle
  /// The last element is the top.
  var stack: [Item] = []
  var isActive = true
  var round: Round?
  var waitsForHost = false
  /// The time at which the interval timer fires. nil if it does not run.
  var waitsUntil: Instant?
  /// The number of messages that arrived on the stack.
  var places = 0
  var around = Surroundings(now: Instant(milliseconds: 0), host: .none, orientation: .portrait)
  var effects: [Effect] = []

  /// The message that is being asked about, prepared, shown or hidden, if any.
  var current: Item? {
    switch state {
    case .idle: nil
    case .clearing(let item), .asking(let item), .preparing(let item), .presenting(let item),
      .presented(let item),
      .dismissing(let item, _):
      item
    }
  }

  /// Handles an input, and returns effects that must be carried out in order.
  mutating func handle(_ input: Input, in surroundings: Surroundings) -> [Effect] {
    around = surroundings
    effects = []
    switch input {
    case .present(let item): present(item)
    case .presentNext: startRound()
    case .becameEligible: if drainPolicy != .manual { startRound() }
    case .cleared(let token, let preparation): cleared(token, preparation)
    case .answered(let token, let choice): answered(token, choice)
    case .prepared(let token, let message, let drawing): prepared(token, message, drawing)
    case .host(let token, let event): host(token, event)
    case .hostChanged:
      if waitsForHost, surroundings.host == .available, drainPolicy != .manual { startRound() }
    case .phase(let isActive): changePhase(isActive: isActive)
    case .timer(let timer): fired(timer)
    case .dismiss: dismiss()
    case .userChanged: clear(.discarded(.userChanged), cause: .userChanged)
    case .wiped: clear(.discarded(.wiped), cause: .wiped)
    case .ended(let ids): takeOut(ids)
    }
    defer { effects = [] }
    return effects
  }
}

extension PresenterMachine.Item {
  /// Whether this is the same presentation, handed over again.
  func isSamePresentation(as other: Self) -> Bool {
    guard let id = message.context?.presentationID else { return false }
    return id == other.message.context?.presentationID
  }

  /// Whether this is another presentation of the same campaign. Without a campaign, whether the
  /// content is equal.
  func isSameCampaign(as other: Self) -> Bool {
    if let id = message.data.id { return id == other.message.data.id }
    return other.message.data.id == nil && message == other.message
  }
}
