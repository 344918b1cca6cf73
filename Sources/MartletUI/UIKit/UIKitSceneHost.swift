// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import MartletCore
public import MartletKit
package import UIKit

/// Draws messages in windows of their own, above the app's content, and banners also in the app's
/// `NotificationAreaView`. `InAppMessageUI` uses one if the app passes no other host.
///
/// It decides nothing. `HostStage` decides what happens, `SceneLayout` where everything is, and the
/// presenter what a tap means.
@MainActor
public final class UIKitSceneHost: SceneHost {
  public weak var client: (any SceneHostClient)?

  private let environment: Environment
  private let timers: SceneTimers<HostTimer>
  private let keyboard = KeyboardHeight()
  private let announcer = Announcer()
  private var stage = HostStage()
  private var presentation: ScenePresentation?
  private var pending: [HostStage.Effect] = []
  private var isPerforming = false
  private var observations: [NotificationObservation] = []
  /// What was reported last, so that the presenter hears each change once.
  private var known: (isAvailable: Bool, traits: SceneTraits, areas: [SceneArea])?

  enum HostTimer: Hashable, Sendable {
    case load, motion, announcement
  }

  /// Creates a host.
  ///
  /// - Parameter environment: clocks and ids.
  public init(environment: Environment = .live) {
    self.environment = environment
    timers = SceneTimers(environment: environment)
    keyboard.changed = { [weak self] in self?.surroundingsChanged() }
    observe()
  }

  // MARK: - Windows

  /// The window scenes of the app that can show a message, by their session.
  public var windowScenes: [WindowScene] {
    UIWindowScene.ofApp.map { WindowScene($0) }.sorted { $0.id < $1.id }
  }

  public var isAvailable: Bool { chosen(nil) != nil }

  public var traits: SceneTraits { traits(in: nil) }

  /// The app's `NotificationAreaView` in the active window scene. The one that came last is first.
  public var areas: [SceneArea] {
    chosen(nil).map { NotificationAreas.shared.reachable(in: $0).compactMap(\.sceneArea) } ?? []
  }

  public func traits(in windowScene: WindowScene?) -> SceneTraits {
    guard let scene = chosen(windowScene) else { return known?.traits ?? SceneTraits(width: 0, height: 0) }
    let here = presentation.flatMap { $0.windowScene === scene ? $0 : nil }
    let appWindow = here?.appWindow ?? scene.appWindow
    let window = here?.window ?? appWindow
    // In an area, a scene looks like what is around it.
    let around = here?.area ?? appWindow
    return SceneTraits(
      scene, window: window, look: around.map { AppLook(of: $0) },
      keyboardHeight: window.map { keyboard.height(in: $0) } ?? 0,
      supported: AppOrientations.mask(of: scene))
  }

  /// nil for the active one.
  private func chosen(_ windowScene: WindowScene?) -> UIWindowScene? {
    if let windowScene { return windowScene.connected }
    return UIWindowScene.active(among: UIWindowScene.ofApp)
  }

  public func turn(to orientation: SceneTraits.Orientation) {
    guard let scene = chosen(nil) else { return }
    AppOrientations.turn(scene, to: AppOrientations.mask(of: scene).limited(to: orientation))
  }

  /// The number of tasks that wait for time to pass.
  package var timerCount: Int { timers.taskCount }

  // MARK: - Scenes

  /// The view that fills the window of the current scene, or nil if there is none.
  package var rootView: UIView? { presentation?.rootController?.view }

  public func show(_ scene: MessageScene) { handle(.show(scene)) }

  public func update(_ scene: MessageScene) { handle(.update(scene)) }

  public func hide(sceneID: String, animated: Bool) { handle(.hide(sceneID: sceneID, animated: animated)) }

  private func handle(_ input: HostStage.Input) {
    pending += stage.handle(input)
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    while !pending.isEmpty { perform(pending.removeFirst()) }
  }

  private func perform(_ effect: HostStage.Effect) {
    switch effect {
    case .attach(let scene): attach(scene)
    case .load(let scene, let token): load(scene, token)
    case .redraw(let scene): redraw(scene)
    case .enter(_, let token): move(token) { presentation, finished in presentation.enter(then: finished) }
    case .leave(_, let token): move(token) { presentation, finished in presentation.leave(then: finished) }
    case .settle(let scene): settle(scene)
    case .detach:
      for timer in [HostTimer.load, .motion, .announcement] { timers.cancel(timer) }
      presentation?.remove()
      presentation = nil
      announcer.didHide()
      surroundingsChanged()
    case .report(let event, let id): client?.host(self, didReport: event, sceneID: id)
    }
  }

  private func attach(_ scene: MessageScene) {
    guard let windowScene = chosen(scene.window?.scene), let place = place(of: scene, in: windowScene) else {
      return handle(.windowGone)
    }
    announcer.willShow()
    let viewClient = client as? any ViewHostClient
    let view = viewClient?.view(ofScene: scene.id)
    use(
      ScenePresentation(
        scene, in: windowScene, at: place, appView: view as? any AppView,
        preferences: viewClient?.preferences(ofScene: scene.id) as? UIViewController,
        configurePage: view?.html?.attributes.configuresPage))
  }

  /// nil: the scene wants an area that is not there any more.
  private func place(of scene: MessageScene, in windowScene: UIWindowScene) -> ScenePresentation.Place? {
    guard let id = scene.area else { return .window }
    return NotificationAreas.shared.view(id: id, in: windowScene).map { .area($0) }
  }

  private func use(_ presentation: ScenePresentation) {
    presentation.report = { [weak self] event in self?.input(event) }
    presentation.lostPage = { [weak self] nodeID, loss in self?.handle(.lostPage(nodeID: nodeID, loss)) }
    presentation.pageProblem = { [weak self] words in
      self?.log("The page of a message cannot be shown. \(words)")
    }
    presentation.surroundingsChanged = { [weak self] in self?.surroundingsChanged() }
    presentation.wasDrawn = { [weak self] in self?.viewsWereDrawn() }
    self.presentation = presentation
  }

  /// If the scene now wants another focus, assistive technology moves there.
  private func redraw(_ scene: MessageScene) {
    guard let presentation else { return }
    guard presentation.area?.id == scene.area else { return move(presentation, scene) }
    let before = presentation.scene.accessibility.initialFocus
    presentation.draw(scene)
    guard scene.accessibility.initialFocus != before, stage.phase == .visible, presentation.takesFocus else {
      return
    }
    announcer.focus(on: presentation.focusTarget)
  }

  /// Moves the scene from the window into an area, or back. An animation that runs ends in its
  /// time.
  private func move(_ old: ScenePresentation, _ scene: MessageScene) {
    guard let place = place(of: scene, in: old.windowScene) else { return handle(.windowGone) }
    let new = old.moved(scene, to: place)
    use(new)
    // While it loads, it is not visible yet.
    if stage.phase != .loading { new.appear() }
    old.remove(keepsPictures: true)
  }

  private func viewsWereDrawn() {
    guard let scene = stage.scene else { return }
    (client as? any ViewHostClient)?.hostDidDrawViews(self, sceneID: scene.id)
  }

  private func log(_ words: String) {
    guard let scene = stage.scene else { return }
    (client as? any ViewHostClient)?.host(self, hasProblem: words, sceneID: scene.id)
  }

  private func load(_ scene: MessageScene, _ token: Int) {
    guard let presentation else { return }
    presentation.load { [weak self] failure in
      self?.timers.cancel(.load)
      self?.handle(failure.map { .failedToLoad(token: token, $0) } ?? .loaded(token: token))
    }
    timers.start(.load, after: Pictures.deadline) { [weak self] in
      guard let self, let failure = self.presentation?.unloaded else { return }
      self.handle(.failedToLoad(token: token, failure))
    }
  }

  /// A movement whose end the system does not report still ends.
  private func move(_ token: Int, _ start: (ScenePresentation, @escaping @MainActor () -> Void) -> Void) {
    guard let presentation else { return handle(.animated(token: token)) }
    timers.start(.motion, after: presentation.longestMovement) { [weak self] in
      self?.presentation?.endMovement()
      self?.handle(.animated(token: token))
    }
    start(presentation) { [weak self] in
      self?.timers.cancel(.motion)
      self?.handle(.animated(token: token))
    }
  }

  private func settle(_ scene: MessageScene) {
    guard let presentation else { return }
    presentation.becomeUsable()
    if presentation.takesFocus {
      announcer.focus(on: presentation.focusTarget)
    } else {
      let label = scene.accessibility.label
      timers.start(.announcement, after: Announcer.delay) { [weak self] in self?.announcer.announce(label) }
    }
  }

  /// What a person does only counts while the scene is fully visible.
  private func input(_ event: SceneEvent) {
    guard let scene = stage.scene else { return }
    switch event {
    // The page may call its bridge as soon as it is loading. The presenter decides what counts.
    case .called where stage.phase != .leaving: break
    default: guard stage.takesInput else { return }
    }
    client?.host(self, didReport: event, sceneID: scene.id)
  }

  public func report(_ refusal: BridgeRefusal, toPageIn nodeID: String, sceneID: String) {
    guard stage.scene?.id == sceneID else { return }
    presentation?.report(refusal, toPageIn: nodeID)
  }

  // MARK: - Surroundings

  private func observe() {
    let names = [
      UIScene.didActivateNotification, UIScene.willDeactivateNotification, UIScene.willConnectNotification,
      UIAccessibility.reduceMotionStatusDidChangeNotification,
      UIAccessibility.reduceTransparencyStatusDidChangeNotification,
      UIAccessibility.darkerSystemColorsStatusDidChangeNotification,
      UIContentSizeCategory.didChangeNotification,
    ]
    observations = names.map { name in
      NotificationObservation(name) { [weak self] in self?.surroundingsChanged() }
    }
    observations.append(
      NotificationObservation(UIScene.didActivateNotification) { [weak self] in
        self?.presentation?.checkPages()
      })
    observations.append(
      NotificationObservation(UIScene.didDisconnectNotification) { [weak self] in self?.sceneDisconnected() })
    observations.append(
      NotificationObservation(NotificationAreas.changed) { [weak self] in self?.areasChanged() })
  }

  /// A scene in an area that has gone ends as one whose window has.
  private func areasChanged() {
    if let scene = stage.scene, scene.area != nil, let presentation,
      place(of: scene, in: presentation.windowScene) == nil
    {
      handle(.windowGone)
    }
    surroundingsChanged()
  }

  private func sceneDisconnected() {
    if let presentation, !UIWindowScene.ofApp.contains(presentation.windowScene) { handle(.windowGone) }
    surroundingsChanged()
  }

  /// Tells the presenter if something is different from what it knows.
  private func surroundingsChanged() {
    let window = stage.scene?.window?.scene
    let now = (isAvailable: isAvailable, traits: traits(in: window), areas: areas)
    presentation?.setKeyboardHeight(now.traits.keyboardHeight)
    if let known, known == now { return }
    known = now
    client?.hostDidChangeTraits(self)
  }
}

extension UIKitSceneHost: ViewHost {
  package func canShow(_ view: any InAppMessageView) -> Bool { view is UIView }

  package func makeKey(sceneID: String) {
    if stage.scene?.id == sceneID { presentation?.makeKey() }
  }

  /// The view of a node of the current scene, if it is drawn.
  func place(of nodeID: String) -> NodePlace? { presentation?.place(of: nodeID) }

  /// The root controller of the window of the current scene.
  package var rootController: UIViewController? { presentation?.rootController }
}

extension UIWindowScene {
  /// The window of the app that a message covers: never one of a message.
  var appWindow: UIWindow? {
    let own = windows.filter { !($0 is MessageWindow) && !$0.isHidden }
    return own.first(where: \.isKeyWindow) ?? own.first
  }
}
#endif
