// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit

/// The presenter without a screen: decides what is shown when, and what is logged, from inputs alone.
///
/// A value. Every input is legal in every state. Each message that was presented ends in exactly one final outcome: an impression, or
/// `Effect.outcome` with a final one. At most one message is between `show` and gone. Inputs that name a message that is no longer the
/// current one are ignored, so late reports and timers do no harm.
struct PresenterMachine: Sendable {
  /// Names one call of `present`; never used twice.
  typealias Token = Int

  struct Item: Sendable {
    let token: Token
    var message: Martlet.InAppMessage
    /// The reason last reported, so that waiting is reported once for each reason.
    var queued: Outcome.QueueReason?
    /// When it came onto the stack, counted; what is put back without the delegate's word keeps its place.
    var place = 0
    /// The wait for its display has begun.
    var isTimed = false
    /// Its page has said that it offers a way to close.
    var closesItself = false
  }

  enum State: Sendable {
    case idle
    /// The SDK has been asked whether it may be displayed now, and brings what it needs.
    case clearing(Item)
    /// The delegate has been asked whether to show it.
    case asking(Item)
    /// The delegate prepares it, the view is made.
    case preparing(Item)
    /// The host loads images and lets it enter.
    case presenting(Item)
    /// Fully visible; the impression is counted.
    case presented(Item)
    /// The host lets it leave. The cause is nil when it never became visible: then its outcome is already reported.
    case dismissing(Item, cause: Martlet.InAppMessage.DismissalCause?)
  }

  enum Input: Sendable {
    case present(Item)
    /// The app asks for the top of the stack.
    case presentNext
    /// Session started, came to the foreground.
    case becameEligible
    case cleared(Token, Martlet.InAppMessage.Context.Preparation)
    case answered(Token, InAppMessageUI.DisplayChoice)
    case prepared(Token, Martlet.InAppMessage, Drawing)
    case host(Token, HostEvent)
    /// Traits or availability of the host changed.
    case hostChanged
    /// False: nothing is tried, what is not visible yet goes back on the stack, and what is visible does not grow older. What waits is tried
    /// when the person becomes eligible.
    case phase(isActive: Bool)
    case timer(Timer)
    /// The app takes down what is visible or about to be.
    case dismiss
    case userChanged
    case wiped
    case ended(presentationIDs: Set<String>)
  }

  enum Drawing: Sendable, CaseIterable {
    case visible
    /// Nothing is shown; counts as if it were.
    case control
    /// No view can draw it.
    case nothing
    /// The app chose a window that is not there.
    case windowGone
  }

  enum HostEvent: Hashable, Sendable {
    case appeared, disappeared
    case assetFailed, hostGone
    /// The view made no scene.
    case undrawable
    /// The close control, a swipe, a tap on the backdrop, escape.
    case closed
    case clicked(buttonID: String?, Martlet.InAppMessage.ClickAction)
    /// The page logged a click; it may do so several times, and stays.
    case pageClicked(buttonID: String?)
    /// A link of the page was followed.
    case followed(Martlet.InAppMessage.ClickAction, buttonID: String?, counts: Bool, dismisses: Bool)
    /// The page has a way to close itself.
    case closeDeclared
    /// The page could not be loaded, or has gone from where it was.
    case pageLost
  }

  struct Timer: Hashable, Sendable {
    enum Kind: Hashable, Sendable, CaseIterable {
      /// From a message's turn until it is fully visible.
      case appear
      case disappear, autoClose
      /// From a page's appearance until the system offers a close control.
      case closeControl
      /// Until the minimum interval has passed for what waits because of it; belongs to no message.
      case interval
    }

    /// The only one of its kind.
    static let interval = Timer(kind: .interval, token: 0)

    var kind: Kind
    var token: Token
  }

  /// What is true of the world while an input is handled.
  struct Surroundings: Sendable {
    enum Host: Sendable, CaseIterable {
      /// There is none and never will be.
      case none
      /// No window or viewer at the moment.
      case unavailable
      case available
    }

    var now: Instant
    var host: Host
    var orientation: SceneTraits.Orientation
    /// Messages that were triggered for somebody who is no longer the current user.
    var strangers: Set<Token> = []
    /// Messages whose presentation somebody else has ended, such as the app by `context.discard()`, and how.
    var ended: [Token: Outcome] = [:]
    /// Messages that the SDK has to be asked about before display.
    var uncleared: Set<Token> = []
  }

  enum Effect: Sendable {
    /// Have it prepared; answer with `Input.cleared`.
    case clear(Item)
    case ask(Item)
    case prepare(Item)
    case willPresent(Item)
    case show(Item)
    case logImpression(Item)
    case didPresent(Item)
    case logClick(Item, buttonID: String?)
    /// Ask the delegate, then open the URL, if it is one.
    case process(Item, Martlet.InAppMessage.ClickAction, buttonID: String?)
    /// The page has offered no way to close it: put the system's control over it.
    case offerClose(Item)
    case willDismiss(Item)
    case hide(Item, animated: Bool)
    case logDismissal(Item, Martlet.InAppMessage.DismissalCause)
    case didDismiss(Item)
    case logOutcome(Item, Outcome)
    case startTimer(Timer, Duration)
    case cancelTimer(Timer)
    /// Stop it; what is left of its time runs from `resumeTimer` on.
    case holdTimer(Timer)
    case resumeTimer(Timer)
    /// Nothing is being dismissed any more: run what waits for that.
    case completeDismissals
  }

  /// Attempts to show one waiting message after the other until one is shown.
  struct Round: Sendable {
    /// Tried in this round; not tried again.
    var tried: Set<Token> = []
    var asked = 0
    /// The only one to be tried; nil: all.
    var only: Token?
    /// Put back by the delegate's word, each with the place from which it was taken.
    var putBack: [Token: Int] = [:]
  }

  /// Messages that wait at most; more discard the oldest.
  static let stackLimit = 20
  /// A message without a context of its own has this long from its turn until it is fully visible.
  static let appearLimit = Duration.seconds(30)
  /// A host that has not taken a message away after this time is taken to have done so.
  static let disappearLimit = Duration.seconds(2)
  /// A page that has not said after this time that it offers a way to close gets the system's control.
  static let closeControlDelay = Duration.seconds(10)
  /// Longest time until a message closes by itself.
  static let autoCloseLimit = Duration.seconds(86_400)

  var drainPolicy = InAppMessageUI.DrainPolicy.afterDismissal
  var state: State = .idle
  /// Top is the end.
  var stack: [Item] = []
  var isActive = true
  var round: Round?
  var waitsForHost = false
  /// When the interval timer fires; nil: it does not run.
  var waitsUntil: Instant?
  /// Messages that came onto the stack, counted.
  var places = 0
  var around = Surroundings(now: Instant(milliseconds: 0), host: .none, orientation: .portrait)
  var effects: [Effect] = []

  /// The message between question and gone, if any.
  var current: Item? {
    switch state {
    case .idle: nil
    case .clearing(let item), .asking(let item), .preparing(let item), .presenting(let item), .presented(let item),
      .dismissing(let item, _):
      item
    }
  }

  /// Handles one input; the effects are to be performed in order.
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
    case .hostChanged: if waitsForHost, surroundings.host == .available, drainPolicy != .manual { startRound() }
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
  /// The same presentation handed over again.
  func isSamePresentation(as other: Self) -> Bool {
    guard let id = message.context?.presentationID else { return false }
    return id == other.message.context?.presentationID
  }

  /// Another presentation of the same campaign; without a campaign: of equal content.
  func isSameCampaign(as other: Self) -> Bool {
    if let id = message.data.id { return id == other.message.data.id }
    return other.message.data.id == nil && message == other.message
  }
}
