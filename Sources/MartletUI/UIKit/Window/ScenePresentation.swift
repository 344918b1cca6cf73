// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
import UIKit

/// One scene on the screen, with its window, from the first drawing to the end.
@MainActor
final class ScenePresentation {
  let windowScene: UIWindowScene
  let window: MessageWindow
  private(set) var scene: MessageScene
  var report: (@MainActor (SceneEvent) -> Void)?
  var lostPage: (@MainActor (_ nodeID: String, PageLoss?) -> Void)?
  var surroundingsChanged: (@MainActor () -> Void)?

  private let view: SceneView
  private let controller: MessageViewController
  private let motion = SceneMotion()
  private let relay: Relay
  private let pictures = Pictures()
  private var loading: Task<Void, Never>?
  private var keys: KeyWindow?
  private var swipe: SwipeRecognizer?

  /// Receives what views report. Views keep it, so it must not keep the presentation.
  @MainActor
  private final class Relay {
    weak var presentation: ScenePresentation?
    let pages: PageShelf

    init(secret: String) { pages = PageShelf(secret: secret) }
  }

  init(_ scene: MessageScene, in windowScene: UIWindowScene) {
    self.scene = scene
    self.windowScene = windowScene
    // The id of a scene is random, and pages do not learn it.
    let relay = Relay(secret: scene.id)
    self.relay = relay
    view = SceneView(
      scene,
      drawing: DrawingContext(
        direction: scene.direction, pictures: [:], press: { relay.presentation?.report?(.pressed(nodeID: $0)) },
        page: { node, web in relay.pages.view(of: node, web) }))
    controller = MessageViewController(view, covering: windowScene.appWindow?.rootViewController)
    window = MessageWindow(windowScene: windowScene)
    relay.presentation = self
    relay.pages.report = { [weak relay] event in relay?.presentation?.report?(event) }
    relay.pages.lost = { [weak relay] nodeID, loss in relay?.presentation?.lostPage?(nodeID, loss) }
    relay.pages.controller = controller
    window.rootViewController = controller
    window.backgroundColor = .clear
    controller.escape = { [weak self] in self?.escaped() ?? false }
    view.surroundingsChanged = { [weak self] in self?.surroundingsChanged?() }
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
    controller.answersChanged()
    // Images that the scene has only now appear as soon as they are there.
    loadMissing()
  }

  private func configure() {
    window.windowLevel = UIWindow.Level(rawValue: CGFloat(scene.window?.level.rawValue ?? 0))
    window.takesKeys = scene.accessibility.isModal
    // Beside a message without a backdrop, touches reach the app.
    if scene.accessibility.isModal || scene.backdrop != nil {
      window.touchArea = nil
    } else {
      window.touchArea = { [weak view] in view?.rootFrame ?? .null }
    }
    controller.mask = AppOrientations.mask(of: windowScene).limited(to: scene.orientation)
    setSwipe()
  }

  private func setSwipe() {
    if let swipe { view.stage.removeGestureRecognizer(swipe) }
    swipe = nil
    guard let edge = scene.swipe else { return }
    let swipe = SwipeRecognizer(edge: edge)
    swipe.begins = { [weak view] point in view?.layout?.startsSwipe(x: Double(point.x), y: Double(point.y)) ?? false }
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
    guard scene.accessibility.isModal || scene.swipe != nil else { return false }
    report?(.escaped)
    return true
  }

  // MARK: - Loading

  /// Loads all images and pages of the scene. Answers nil, or what failed first in reading order.
  func load(then finished: @escaping @MainActor (SceneEvent.Failure?) -> Void) {
    loading?.cancel()
    view.frame = window.bounds
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

  /// The system hardly runs a page that is in no visible window. So the window is there while a page loads, but nothing of it is seen or touched.
  private func showWhileLoading() {
    view.alpha = 0
    window.touchArea = { .null }
    window.isHidden = false
  }

  /// What has not loaded yet.
  var unloaded: SceneEvent.Failure {
    if let image = pictures.missing(in: scene).first { return .asset(nodeID: image.nodeID) }
    return .page(nodeID: pageNodes.first ?? scene.root.id)
  }

  private func loadMissing() {
    Task { [weak self, pictures, scene] in
      guard await pictures.loadAll(for: scene), let self else { return }
      view.draw(self.scene, pictures: pictures.loaded)
    }
  }

  // MARK: - Appearing and disappearing

  func enter(then finished: @escaping @MainActor () -> Void) {
    view.alpha = 1
    configure()
    keys = KeyWindow(showing: window, in: windowScene)
    controller.answersChanged()
    view.layoutIfNeeded()
    motion.enter(view, scene.enter, then: finished)
  }

  func leave(then finished: @escaping @MainActor () -> Void) {
    motion.leave(view, scene.leave, then: finished)
  }

  func endMovement() { motion.complete() }

  /// The scene is fully visible.
  func becomeUsable() {
    if scene.accessibility.isModal { controller.becomeFirstResponder() }
  }

  /// What assistive technology focuses first.
  var focusTarget: UIView? { scene.accessibility.initialFocus.flatMap { view.focusTarget($0) } ?? view.stage }

  /// Ends pages that the system has stopped while the app was in the background.
  func checkPages() { relay.pages.checkProcesses() }

  func tell(_ refusal: BridgeRefusal, toPageIn nodeID: String) { relay.pages.tell(refusal, toPageIn: nodeID) }

  /// Removes the window. Nothing is left that keeps the presentation, its views or its pages.
  func remove() {
    loading?.cancel()
    motion.stop()
    relay.pages.close()
    keys?.giveBack()
    pictures.stop()
    window.isHidden = true
    window.rootViewController = nil
    window.windowScene = nil
  }
}
#endif
