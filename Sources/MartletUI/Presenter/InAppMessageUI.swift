// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore
public import MartletKit

/// The default presenter. It shows triggered messages.
///
///     let ui = InAppMessageUI()
///     ui.delegate = self
///     martlet.inAppMessagePresenter = ui
///
/// One message is on the screen at a time. The others wait on a stack, newest first, and are shown
/// when the screen is free. Each message ends with one outcome and its reason, which is logged
/// through `message.context` and reported to `outcomeObserver`.
@MainActor
open class InAppMessageUI: InAppMessagePresenter {
  /// The delegate, held weakly. Set it before the first message.
  public weak var delegate: (any InAppMessageUIDelegate)?

  /// The queued messages. The last one is shown next. Up to 20 are kept, only in memory. The oldest
  /// is dropped first.
  public var stack: [Martlet.InAppMessage] { machine.stack.map(\.message) }

  /// The view of the message that is visible, appearing or disappearing.
  public private(set) var messageView: (any InAppMessageView)?

  /// When queued messages are shown. Default: after each dismissal.
  public var drainPolicy: DrainPolicy {
    get { machine.drainPolicy }
    set { machine.drainPolicy = newValue }
  }

  /// The `drainPolicy` as a boolean: true is `.afterDismissal`, false is `.whenEligible`.
  public var drainsAutomatically: Bool {
    get { drainPolicy == .afterDismissal }
    set { drainPolicy = newValue ? .afterDismissal : .whenEligible }
  }

  /// Opens the URLs of messages that the app built. The SDK opens those of campaigns.
  public var openURL: (@MainActor (Martlet.URLContext) -> Void)?

  /// Receives the outcome of every message, including those without a context. `.shown` is the
  /// impression.
  public var outcomeObserver: (@MainActor (Martlet.InAppMessage, Outcome) -> Void)?

  /// Receives every refused bridge call and link of a page, with the reason. It is also in the
  /// client's log. The outcome of the message does not change.
  public var problemObserver: (@MainActor (Martlet.InAppMessage, BridgeRefusal) -> Void)?

  /// Asks the person for push permission, for pages that call `requestPushPermission()`. If nil,
  /// the client asks (`notifications.requestAuthorization()`). On systems without notifications,
  /// such calls are then refused.
  public var requestPushPermission: (@MainActor () -> Void)?

  /// The shell's state for the current message of the machine.
  struct Showing {
    var token: PresenterMachine.Token
    var view: any InAppMessageView
    /// As it was prepared. A `MessageSceneView` can change its own.
    var prepared: Martlet.InAppMessage
    /// A `UIViewController` that answers for the app where the system asks a window.
    var preferences: AnyObject?
    var statusBar: StatusBarHideBehavior
    /// nil for the active window at its usual level.
    var window: WindowChoice?
    var sceneID: String
    /// The scene that the host received last. nil if it is not shown yet, or hidden.
    var scene: MessageScene?
    var page = PageSession()

    @MainActor var message: Martlet.InAppMessage { view.inAppMessage ?? prepared }
    /// nil for a view of the app.
    var drawnView: MessageSceneView? { view as? MessageSceneView }
  }

  var machine = PresenterMachine()
  var showing: Showing?
  let host: (any SceneHost)?
  private let environment: Environment
  private let timers: SceneTimers<PresenterMachine.Timer>
  private var listener: SceneHostListener?
  private var pending: [PresenterMachine.Effect] = []
  private var isPerforming = false
  private var completions: [@MainActor () -> Void] = []
  private var lastToken = 0

  /// Creates a presenter.
  ///
  /// - Parameters:
  ///   - host: draws the messages. If nil, the platform's host: with UIKit, a `UIKitSceneHost`.
  ///     Elsewhere, there is none, and messages end as `discarded(.noHost)`.
  ///   - environment: clocks and ids.
  public init(host: (any SceneHost)? = nil, environment: Environment = .live) {
    self.host = host ?? Self.platformHost(environment)
    self.environment = environment
    self.timers = SceneTimers(environment: environment)
    let listener = SceneHostListener(ui: self)
    self.listener = listener
    self.host?.client = listener
  }

  package static func platformHost(_ environment: Environment) -> (any SceneHost)? {
    #if canImport(UIKit)
    UIKitSceneHost(environment: environment)
    #else
    nil
    #endif
  }

  // MARK: - Presenting

  /// Shows the message as soon as possible: puts it on top of the stack, and shows it immediately
  /// if nothing prevents it.
  ///
  /// A message that is already queued moves to the top. It replaces an older message of the same
  /// campaign.
  open func present(message: Martlet.InAppMessage) {
    lastToken += 1
    handle(.present(.init(token: lastToken, message: message)))
  }

  /// Shows the next queued message, from the top of the stack. Has no effect while a message is on
  /// the screen.
  public func presentNext() { handle(.presentNext) }

  public func userBecameEligible() { handle(.becameEligible) }

  /// True: the presenter prepares messages itself, so that they wait on its stack.
  open var preparesMessages: Bool { true }

  /// Returns and removes all messages that are not on the screen, oldest first, for another
  /// presenter that takes over. The SDK calls this.
  open func handOverWaitingMessages() -> [Martlet.InAppMessage] {
    let (messages, effects) = machine.handOver()
    perform(effects)
    return messages
  }

  /// Closes the visible message, or stops one that is appearing.
  ///
  /// - Parameter completion: called when it has closed, or immediately if there is no message.
  public func dismiss(completion: (@MainActor () -> Void)? = nil) {
    if let completion { completions.append(completion) }
    handle(.dismiss)
  }

  /// Closes the messages that the SDK names: all after a change of user or a wipe, or those of
  /// recalled campaigns. The SDK calls this.
  open func dismiss(reason: Martlet.InAppMessage.DismissalReason) {
    switch reason {
    case .changeUser: handle(.userChanged)
    case .wipeData: handle(.wiped)
    case .ended(let ids): handle(.ended(presentationIDs: ids))
    }
  }

  /// In the background, nothing is shown or counted: a message that is appearing goes back on the
  /// stack, and the timer of a visible message pauses. The SDK calls this.
  public func applicationPhaseDidChange(isActive: Bool) { handle(.phase(isActive: isActive)) }

  /// Creates the view of a message. Return nil if the message type cannot be drawn. The message is
  /// then discarded with that reason.
  open func makeView(for message: Martlet.InAppMessage, attributes: ViewAttributes?) -> (
    any InAppMessageView
  )? {
    Self.view(for: message, attributes: attributes)
  }

  /// The number of tasks that wait for time to pass. When nothing happens any more, the
  /// environment's clock has the same number of sleepers.
  package var timerCount: Int { timers.taskCount }

  // MARK: - Running the machine

  /// A call from within a callback changes the state immediately. Its effects follow those that are
  /// being carried out.
  func handle(_ input: PresenterMachine.Input) {
    perform(machine.handle(input, in: surroundings(with: input)))
  }

  private func perform(_ effects: [PresenterMachine.Effect]) {
    pending += effects
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    while !pending.isEmpty { perform(pending.removeFirst()) }
  }

  private func surroundings(with input: PresenterMachine.Input) -> PresenterMachine.Surroundings {
    var items = machine.stack
    if let current = machine.current { items.append(current) }
    if case .present(let item) = input { items.append(item) }
    return PresenterMachine.Surroundings(
      now: environment.now(), host: host.map { $0.isAvailable ? .available : .unavailable } ?? .none,
      orientation: host?.traits(in: showing?.window?.scene).orientation ?? .portrait,
      strangers: Set(items.filter { $0.message.context?.isForCurrentUser == false }.map(\.token)),
      ended: Dictionary(
        uniqueKeysWithValues: items.compactMap { item in
          item.message.context?.outcome.map { (item.token, $0) }
        }),
      uncleared: Set(items.filter { $0.message.context?.isCleared == false }.map(\.token)))
  }

  private func perform(_ effect: PresenterMachine.Effect) {
    switch effect {
    case .clear(let item): clear(item)
    case .ask(let item):
      guard machine.current?.token == item.token else { return }
      let choice = delegate?.inAppMessage(self, displayChoiceForMessage: item.message) ?? .now
      handle(.answered(item.token, choice))
    case .prepare(let item): prepare(item)
    case .willPresent(let item):
      guard let showing = showing(item) else { return }
      messageView = showing.view
      showing.drawnView?.willPresent()
      delegate?.inAppMessage(self, willPresent: showing.message, view: showing.view)
    case .show(let item): show(item)
    case .logImpression(let item):
      if item.isLogged { item.message.context?.logImpression() }
      outcomeObserver?(item.message, .shown)
    case .didPresent(let item):
      guard let showing = showing(item) else { return }
      showing.setPresented(true)
      showing.drawnView?.didPresent()
      delegate?.inAppMessage(self, didPresent: showing.message, view: showing.view)
    // Clicks that a page or a view of the app logs are explicit, so they are also logged for a
    // message that the app built.
    case .logClick(let item, let buttonID):
      if item.isLogged || item.message.html != nil || item.wasClicked {
        item.message.context?.logClick(buttonId: buttonID)
      }
    case .process(let item, let action, let buttonID): process(item, action, buttonID: buttonID)
    case .offerClose(let item): (showing(item)?.view as? HtmlView)?.showsCloseControl = true
    case .willDismiss(let item):
      guard let showing = showing(item) else { return }
      showing.drawnView?.willDismiss()
      delegate?.inAppMessage(self, willDismiss: showing.message, view: showing.view)
    case .hide(let item, let animated):
      guard let showing, showing.token == item.token, showing.scene != nil else { return }
      host?.hide(sceneID: showing.sceneID, animated: animated)
    case .logDismissal(let item, let cause):
      if item.isLogged { item.message.context?.logDismissal(by: cause) }
    case .didDismiss(let item): finish(item)
    case .logOutcome(let item, let outcome):
      if item.isLogged {
        item.message.context?.logOutcome(outcome)
      } else if outcome.isFinal {
        item.message.context?.end(outcome)
      }
      outcomeObserver?(item.message, outcome)
    case .startTimer(let timer, let delay):
      timers.start(timer, after: delay) { [weak self] in self?.handle(.timer(timer)) }
    case .cancelTimer(let timer): timers.cancel(timer)
    case .holdTimer(let timer): timers.hold(timer)
    case .resumeTimer(let timer): timers.resume(timer)
    case .completeDismissals:
      let waiting = completions
      completions = []
      for completion in waiting { completion() }
    }
  }

  /// Asks the SDK to prepare the message. The answer can arrive immediately. Without a context,
  /// there is nothing to prepare.
  private func clear(_ item: PresenterMachine.Item) {
    guard case .clearing(let current) = machine.state, current.token == item.token else { return }
    guard let context = item.message.context else {
      return handle(.cleared(item.token, .ready(item.message)))
    }
    context.prepareForDisplay { [weak self] preparation in self?.handle(.cleared(item.token, preparation)) }
  }

  private func showing(_ item: PresenterMachine.Item) -> Showing? {
    showing?.token == item.token ? showing : nil
  }

  private func prepare(_ item: PresenterMachine.Item) {
    guard machine.current?.token == item.token else { return }
    let orientation = host?.traits.orientation ?? .portrait
    var context = PresentationContext(
      message: shown(item.message), attributes: .defaults(for: item.message),
      preferredOrientation: .init(orientation))
    delegate?.inAppMessage(self, prepareWith: &context)
    // The delegate may have ended the message. Then no view is created.
    guard machine.current?.token == item.token else { return }
    if context.windowScene == nil, let wanted = context.preferredOrientation.sceneOrientation,
      wanted != orientation,
      host?.traits.supportedOrientations.contains(wanted) == true
    {
      host?.turn(to: wanted)
    }
    if let window = context.windowScene, host?.windowScenes.contains(window) != true {
      return handle(.prepared(item.token, context.message, .windowGone))
    }
    guard let view = context.customView ?? makeView(for: context.message, attributes: context.attributes)
    else {
      return handle(.prepared(item.token, context.message, .nothing))
    }
    guard canShow(view) else {
      logUnshowable(view, of: context.message)
      return handle(.prepared(item.token, context.message, .nothing))
    }
    let showing = Showing(
      token: item.token, view: view, prepared: context.message, preferences: context.preferences,
      statusBar: context.statusBarHideBehavior,
      window: context.window, sceneID: environment.makeID())
    self.showing = showing
    showing.take(self)
    handle(.prepared(item.token, context.message, showing.isVisible ? .visible : .control))
    let isAccepted = pending.contains { effect in
      if case .willPresent(let accepted) = effect { accepted.token == item.token } else { false }
    }
    if !isAccepted { release(item.token) }
  }

  /// For a host that cannot read local files, images have their remote URLs.
  private func shown(_ message: Martlet.InAppMessage) -> Martlet.InAppMessage {
    guard let host, !host.readsLocalFiles, let context = message.context else { return message }
    return message.mappingImages { context.remoteURL(of: $0) }
  }

  private func show(_ item: PresenterMachine.Item) {
    // The message was removed before it could be drawn, so the host never receives it.
    guard case .presenting(let current) = machine.state, current.token == item.token, var showing,
      showing.token == item.token,
      let host
    else { return handle(.host(item.token, .disappeared)) }
    guard let scene = scene(of: showing, on: host) else { return handle(.host(item.token, .undrawable)) }
    showing.scene = scene
    self.showing = showing
    host.show(scene)
  }

  private func process(
    _ item: PresenterMachine.Item, _ action: Martlet.InAppMessage.ClickAction, buttonID: String?
  ) {
    guard let showing = showing(item) else { return }
    let message = showing.message
    let isWanted =
      delegate?.inAppMessage(
        self, shouldProcess: action, buttonId: buttonID, message: message, view: showing.view) ?? true
    guard isWanted, case .url(let url, let useWebView) = action else { return }
    if let context = item.message.context {
      context.processClickAction(action, extras: message.data.extras)
    } else {
      openURL?(Martlet.URLContext(url: url, useWebView: useWebView, extras: message.data.extras))
    }
  }

  /// Carries out a click action for a view of the app's own, if it is the one on the screen: the
  /// delegate decides, then the URL opens. Logs and closes nothing.
  package func process(
    _ action: Martlet.InAppMessage.ClickAction, buttonID: String?, of view: any InAppMessageView
  ) {
    guard showing?.view === view, let item = machine.current else { return }
    perform([.process(item, action, buttonID: buttonID)])
  }

  private func finish(_ item: PresenterMachine.Item) {
    guard let showing = showing(item) else { return }
    let message = showing.message
    showing.setPresented(false)
    release(item.token)
    showing.drawnView?.didDismiss()
    delegate?.inAppMessage(self, didDismiss: showing.drawnView?.inAppMessage ?? message, view: showing.view)
    // A message that is back on the stack has not ended.
    if !item.isLogged, !machine.stack.contains(where: { $0.token == item.token }) {
      item.message.context?.end(.shown)
    }
  }

  private func release(_ token: PresenterMachine.Token) {
    guard let showing, showing.token == token else { return }
    showing.letGo()
    if messageView === showing.view { messageView = nil }
    self.showing = nil
  }
}

extension PresenterMachine.Item {
  /// False if the app itself logs the events of the message.
  fileprivate var isLogged: Bool { message.context?.isLoggedByHand != true }
}

extension InAppMessageUI: SetUpExamining {
  package var setUpProblem: String? {
    guard host == nil else { return nil }
    return "InAppMessageUI has no scene host, so every message ends as discarded (no_host). "
      + "Pass one with InAppMessageUI(host: …), or set your own presenter."
  }
}
