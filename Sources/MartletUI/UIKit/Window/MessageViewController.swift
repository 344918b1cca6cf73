// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// The root of a message's window. It answers for the app where the system asks the topmost window.
final class MessageViewController: UIViewController {
  let sceneView: SceneView
  /// The controller of the app that the message covers.
  private weak var covered: UIViewController?
  var mask: OrientationMask = .all
  var escape: (@MainActor () -> Bool)?
  var sizeChanges: (@MainActor () -> Void)?

  init(_ sceneView: SceneView, covering controller: UIViewController?) {
    self.sceneView = sceneView
    covered = controller
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func loadView() { view = sceneView }

  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    coordinator.animate(alongsideTransition: nil) { [weak self] _ in self?.sizeChanges?() }
  }

  #if !os(tvOS) && !os(visionOS)
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(rawValue: mask.rawValue)
  }

  /// The answer of the app, unless the message has its own.
  override var prefersStatusBarHidden: Bool {
    sceneView.scene.isStatusBarHidden ?? covered?.leaf(for: \.childForStatusBarHidden).prefersStatusBarHidden
      ?? false
  }

  override var preferredStatusBarStyle: UIStatusBarStyle {
    covered?.leaf(for: \.childForStatusBarStyle).preferredStatusBarStyle ?? .default
  }

  override var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }

  override var prefersHomeIndicatorAutoHidden: Bool {
    covered?.leaf(for: \.childForHomeIndicatorAutoHidden).prefersHomeIndicatorAutoHidden ?? false
  }

  override var preferredScreenEdgesDeferringSystemGestures: UIRectEdge {
    covered?.leaf(for: \.childForScreenEdgesDeferringSystemGestures)
      .preferredScreenEdgesDeferringSystemGestures ?? []
  }

  override var prefersPointerLocked: Bool {
    covered?.leaf(for: \.childViewControllerForPointerLock).prefersPointerLocked ?? false
  }
  #endif

  // MARK: - Keys

  override var canBecomeFirstResponder: Bool { sceneView.isModal }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if !Self.leadOut(presses) { super.pressesBegan(presses, with: event) }
  }

  /// The system leaves the app when the menu button is released, unless somebody takes the press.
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if Self.leadOut(presses), escape?() == true { return }
    super.pressesEnded(presses, with: event)
  }

  /// Escape, and the menu button of a remote control.
  private static func leadOut(_ presses: Set<UIPress>) -> Bool {
    presses.contains { $0.type == .menu || $0.key?.keyCode == .keyboardEscape }
  }

  override func accessibilityPerformEscape() -> Bool { escape?() ?? false }

  /// A message that covers the app answers the gesture, so that the app behind it does nothing.
  override func accessibilityPerformMagicTap() -> Bool { sceneView.isModal }

  /// Where the focus of the remote control or the keyboard starts: what the view says if it can be
  /// pressed, else the first button.
  override var preferredFocusEnvironments: [any UIFocusEnvironment] {
    if let place = sceneView.appPlace { return [place.appView] }
    let scene = sceneView.scene
    let buttons = scene.root.allNodes.filter { if case .button = $0.action { true } else { false } }
    let first = ([scene.accessibility.initialFocus] + buttons.map(\.id)).compactMap(\.self)
    return first.compactMap { sceneView.focusTarget($0) }.filter(\.canBecomeFocused) + [sceneView]
  }
}

extension UIViewController {
  /// Asks the system to read what this controller answers again.
  func answersChanged() {
    #if !os(tvOS) && !os(visionOS)
    setNeedsStatusBarAppearanceUpdate()
    setNeedsUpdateOfHomeIndicatorAutoHidden()
    setNeedsUpdateOfScreenEdgesDeferringSystemGestures()
    setNeedsUpdateOfPrefersPointerLocked()
    setNeedsUpdateOfSupportedInterfaceOrientations()
    #endif
  }

  /// The controller that decides about something: the last of those that pass the question on.
  fileprivate func leaf(for next: KeyPath<UIViewController, UIViewController?>) -> UIViewController {
    let top = presentedViewController.flatMap { $0.isBeingDismissed ? nil : $0 } ?? self
    var current = top
    // An app that passes the question around in a circle must not stop the message.
    for _ in 0..<32 {
      guard let child = current[keyPath: next] else { break }
      current = child
    }
    return current
  }
}
#endif
