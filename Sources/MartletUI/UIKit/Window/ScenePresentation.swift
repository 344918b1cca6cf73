// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
import UIKit

/// One scene on the screen, from the first drawing to the end: in a window of its own, or in an
/// area of the app's screen.
@MainActor
final class ScenePresentation {
  let windowScene: UIWindowScene
  /// nil: the scene is in an area.
  let window: MessageWindow?
  /// The area that the scene is in. nil: it has a window.
  private(set) weak var area: NotificationAreaView?
  private(set) var scene: MessageScene
  var report: (@MainActor (SceneEvent) -> Void)?
  var lostPage: (@MainActor (_ nodeID: String, PageLoss?) -> Void)?
  /// Why a page cannot be shown, for the log.
  var pageProblem: (@MainActor (String) -> Void)?
  var surroundingsChanged: (@MainActor () -> Void)?
  /// The views of the nodes were drawn and laid out.
  var wasDrawn: (@MainActor () -> Void)?

  /// The window of the app that was in front when the message came.
  private weak var coveredWindow: UIWindow?
  private let view: SceneView
  private let controller: MessageViewController?
  private let look = AppLookObservation()
  private let motion = SceneMotion()
  private let relay: Relay
  private let pictures: Pictures
  private var loading: Task<Void, Never>?
  private var keys: KeyWindow?
  private var wantsKeys = false
  private var swipe: SwipeRecognizer?

  /// Receives what views report. Views keep it, so it must not keep the presentation.
  @MainActor
  private final class Relay {
    weak var presentation: ScenePresentation?
    let pages: PresentedPages

    init(secret: String) { pages = PresentedPages(secret: secret) }
  }

  /// Where a scene is drawn.
  enum Place {
    case window
    case area(NotificationAreaView)
  }

  /// - Parameters:
  ///   - covered: the window of the app that the scene follows. nil: the one that is in front.
  ///   - pictures: what has been loaded for the scene already.
  ///   - appView: a view of the app that is shown instead of the scene's nodes.
  ///   - preferences: a controller of the app that answers where the system asks the window. nil:
  ///     the one that the message covers.
  ///   - configurePage: changes the configuration of web views for the app.
  init(
    _ scene: MessageScene, in windowScene: UIWindowScene, at place: Place = .window,
    covering covered: UIWindow? = nil,
    pictures: Pictures = Pictures(), appView: (any AppView)? = nil, preferences: UIViewController? = nil,
    configurePage: (@MainActor (AnyObject) -> Void)? = nil
  ) {
    self.scene = scene
    self.windowScene = windowScene
    let covered = covered ?? windowScene.appWindow
    coveredWindow = covered
    self.pictures = pictures
    // The id of a scene is random, and pages do not learn it.
    let relay = Relay(secret: scene.id)
    self.relay = relay
    relay.pages.configure = configurePage
    view = SceneView(
      scene,
      drawing: DrawingContext(
        direction: scene.direction, pictures: pictures.loaded,
        press: { relay.presentation?.report?(.pressed(nodeID: $0)) },
        enter: { relay.presentation?.report?(.entered(nodeID: $0, text: $1)) },
        page: { node, web in relay.pages.view(of: node, web) }), appPlace: appView.map { AppViewPlace($0) })
    switch place {
    case .window:
      controller = MessageViewController(view, covering: preferences ?? covered?.rootViewController)
      window = MessageWindow(windowScene: windowScene)
    case .area(let view):
      (controller, window) = (nil, nil)
      area = view
    }
    relay.presentation = self
    relay.pages.report = { [weak relay] event in relay?.presentation?.report?(event) }
    relay.pages.lost = { [weak relay] nodeID, loss in relay?.presentation?.lostPage?(nodeID, loss) }
    relay.pages.problem = { [weak relay] words in relay?.presentation?.pageProblem?(words) }
    relay.pages.controller = controller
    window?.rootViewController = controller
    window?.backgroundColor = .clear
    controller?.escape = { [weak self] in self?.escaped() ?? false }
    view.surroundingsChanged = { [weak self] in self?.lookAround() }
    view.wasDrawn = { [weak self] in self?.wasDrawn?() }
    let tap = TapRecognizer { [weak self] in self?.report?(.backdropTapped) }
    view.backdrop.addGestureRecognizer(tap)
    configure()
  }

  // MARK: - Drawing

  func draw(_ scene: MessageScene) {
    self.scene = scene
    configure()
    view.draw(scene, pictures: pictures.loaded)
    view.layoutIfNeeded()
    if let window, keys != nil, !window.isLeaving { window.accessibilityViewIsModal = view.isModal }
    controller?.answersChanged()
    // Images that the scene has only now appear as soon as they are there.
    loadMissing()
  }

  private func configure() {
    setSwipe()
    guard let window, let controller else { return }
    lookLikeApp()
    let level = scene.window?.level ?? .normal
    // The system puts the newest window of a level on top, so one that the app shows later, for
    // example after a sign-in, would hide a message that counts as visible.
    window.windowLevel = UIWindow.Level(rawValue: level == .normal ? 1 : CGFloat(level.rawValue))
    // A view of the app may have a text field, which takes keys as soon as it is used.
    window.takesKeys = view.isModal || view.appPlace != nil || wantsKeys
    // Beside a message without a backdrop, touches reach the app.
    if let place = view.appPlace {
      window.takesTouch = { [weak place, weak window] point, event in
        guard let place, let window else { return false }
        return place.takesTouch(at: point, in: window, with: event)
      }
    } else if scene.accessibility.isModal || scene.backdrop != nil {
      window.takesTouch = nil
    } else {
      window.takesTouch = { [weak view] point, _ in view?.rootFrame?.contains(point) ?? false }
    }
    controller.mask = AppOrientations.mask(of: windowScene).limited(to: scene.orientation)
  }

  /// The window of the app that the message follows. Another one that comes later, such as an
  /// alert's, does not change how the message looks.
  var appWindow: UIWindow? {
    coveredWindow.flatMap { $0.windowScene === windowScene && !$0.isHidden ? $0 : nil }
      ?? windowScene.appWindow
  }

  private func lookLikeApp() {
    guard let window, let app = appWindow else { return }
    AppLook(of: app).apply(to: window)
    look.watch(app.rootViewController) { [weak self] in self?.lookAround() }
  }

  /// The app has changed how it looks, or the system how everything does.
  private func lookAround() {
    lookLikeApp()
    surroundingsChanged?()
  }

  private func setSwipe() {
    if let swipe { view.stage.removeGestureRecognizer(swipe) }
    swipe = nil
    guard let edge = scene.swipe else { return }
    let swipe = SwipeRecognizer(edge: edge)
    swipe.begins = { [weak view] point in
      view?.layout?.startsSwipe(x: Double(point.x), y: Double(point.y)) ?? false
    }
    swipe.moved = { [weak self] offset in
      self?.motion.stop()
      self?.view.stage.transform = CGAffineTransform(translationX: 0, y: offset)
    }
    swipe.ended = { [weak self] verdict in self?.swiped(verdict) }
    view.stage.addGestureRecognizer(swipe)
    self.swipe = swipe
  }

  private func swiped(_ verdict: SwipeGesture.Verdict) {
    switch verdict {
    case .swipedAway: report?(.swipedAway)
    case .returns, .tap: motion.settle(view, isReduced: UIAccessibility.isReduceMotionEnabled)
    }
  }

  private func escaped() -> Bool {
    // A slideup that cannot be swiped away leaves the key to the app.
    guard scene.accessibility.isModal || scene.swipe != nil || view.appPlace != nil else { return false }
    report?(.escaped)
    return true
  }

  // MARK: - Loading

  /// Loads all images and pages of the scene. Answers nil, or what failed first in reading order.
  func load(then finished: @escaping @MainActor (SceneEvent.Failure?) -> Void) {
    loading?.cancel()
    view.frame = window?.bounds ?? area?.bounds ?? .zero
    if !pageNodes.isEmpty { showWhileLoading() }
    loading = Task { [weak self, pictures, scene] in
      if let nodeID = await pictures.load(for: scene) {
        if !Task.isCancelled { finished(.asset(nodeID: nodeID)) }
        return
      }
      guard !Task.isCancelled, let self else { return }
      view.draw(self.scene, pictures: pictures.loaded)
      let failed = await relay.pages.loaded(pageNodes)
      guard !Task.isCancelled else { return }
      finished(failed.map { .page(nodeID: $0.nodeID, loss: $0.loss) })
    }
  }

  /// The nodes with pages, in reading order.
  private var pageNodes: [String] {
    scene.root.allNodes.compactMap { node in if case .web = node.content { node.id } else { nil } }
  }

  /// The system hardly runs a page that is in no visible window. So the window is there while a
  /// page loads, but nothing of it is seen or touched.
  private func showWhileLoading() {
    view.alpha = 0
    window?.takesTouch = { _, _ in false }
    window?.isHidden = false
    area?.hold(view)
  }

  /// What has not loaded yet.
  var unloaded: SceneEvent.Failure {
    if let image = pictures.missing(in: scene).first { return .asset(nodeID: image.nodeID) }
    return .page(nodeID: pageNodes.first ?? scene.root.id)
  }

  private func loadMissing() {
    guard !pictures.missing(in: scene).isEmpty else { return }
    Task { [weak self, pictures, scene] in
      guard await pictures.loadAll(for: scene), let self else { return }
      view.draw(self.scene, pictures: pictures.loaded)
    }
  }

  // MARK: - Appearing and disappearing

  func enter(then finished: @escaping @MainActor () -> Void) {
    appear()
    if let place = view.appPlace {
      place.present(then: finished)
    } else {
      motion.enter(view, scene.enter, then: finished)
    }
  }

  /// Shows the scene at once.
  func appear() {
    view.alpha = 1
    configure()
    area?.hold(view)
    window?.accessibilityViewIsModal = view.isModal
    keys = window.map { KeyWindow(showing: $0, in: windowScene, takesKeys: view.isModal) }
    controller?.answersChanged()
    view.layoutIfNeeded()
  }

  /// The same scene in another place, with the pictures that have been loaded for this one.
  func moved(_ scene: MessageScene, to place: Place) -> ScenePresentation {
    ScenePresentation(scene, in: windowScene, at: place, covering: coveredWindow, pictures: pictures)
  }

  func leave(then finished: @escaping @MainActor () -> Void) {
    window?.isLeaving = true
    window?.accessibilityViewIsModal = false
    if let place = view.appPlace {
      place.dismiss(then: finished)
    } else {
      motion.leave(view, scene.leave, then: finished)
    }
  }

  /// After this time, a movement counts as ended.
  var longestMovement: Duration { view.appPlace == nil ? .seconds(1) : .milliseconds(1_500) }

  func endMovement() { motion.complete() }

  /// The scene is fully visible.
  func becomeUsable() {
    // A view of the app can become modal when it appears.
    if view.appPlace != nil {
      view.accessibilityViewIsModal = view.isModal
      window?.accessibilityViewIsModal = view.isModal
    }
    // A text field inside it keeps the keyboard.
    if view.isModal, !view.hasFirstResponder { controller?.becomeFirstResponder() }
  }

  /// Whether assistive technology moves its focus to the message. Otherwise, the message is
  /// announced.
  var takesFocus: Bool { view.isModal || view.appPlace != nil }

  /// What assistive technology focuses first.
  var focusTarget: AnyObject? {
    view.appPlace?.focusTarget ?? scene.accessibility.initialFocus.flatMap { view.focusTarget($0) }
      ?? view.stage
  }

  /// Gives keys to the window, at the wish of the app.
  func makeKey() {
    wantsKeys = true
    window?.takesKeys = true
    window?.makeKey()
  }

  /// The nodes of a scene keep clear of the keyboard by themselves. A view of the app keeps clear
  /// of the safe area.
  func setKeyboardHeight(_ height: Double) {
    guard view.appPlace != nil, let window, let controller else { return }
    let covered = max(0, CGFloat(height) - window.safeAreaInsets.bottom)
    if controller.additionalSafeAreaInsets.bottom != covered {
      controller.additionalSafeAreaInsets.bottom = covered
    }
  }

  /// The view of a node, if it is drawn.
  func place(of nodeID: String) -> NodePlace? { view.place(of: nodeID) }

  /// The root controller of the window. nil in an area.
  var rootController: UIViewController? { controller }

  /// Ends pages that the system has stopped while the app was in the background.
  func checkPages() { relay.pages.checkProcesses() }

  func report(_ refusal: BridgeRefusal, toPageIn nodeID: String) {
    relay.pages.report(refusal, toPageIn: nodeID)
  }

  /// Removes the window, or empties the area. Nothing is left that keeps the presentation, its
  /// views or its pages.
  ///
  /// - Parameter keepsPictures: another presentation goes on with them.
  func remove(keepsPictures: Bool = false) {
    loading?.cancel()
    motion.stop()
    look.stop()
    relay.pages.close()
    view.appPlace?.close()
    keys?.giveBack()
    if !keepsPictures { pictures.stop() }
    area?.release(view)
    guard let window else { return }
    window.accessibilityViewIsModal = false
    window.isHidden = true
    window.rootViewController = nil
    window.windowScene = nil
    // The system would keep what the message said until the app says something new.
    appWindow?.rootViewController?.answersChanged()
  }
}

extension UIView {
  /// Whether this view or one inside it receives keys.
  fileprivate var hasFirstResponder: Bool {
    isFirstResponder || subviews.contains(where: \.hasFirstResponder)
  }
}
#endif
