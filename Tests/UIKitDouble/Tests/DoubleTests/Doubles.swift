// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

/// All tests of the double. They share one system, so they run one after another, and each begins
/// with `Drive.reset()`.
@MainActor
@Suite(.serialized) enum Doubles {}

/// A controller that notes what it hears.
final class NotingController: UIViewController {
  var heard: [String] = []
  var mask: UIInterfaceOrientationMask = .allButUpsideDown
  var hidesBar = false

  override func loadView() {
    heard.append("load")
    super.loadView()
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    heard.append("loaded")
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    heard.append("will appear")
  }
  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    heard.append("is appearing")
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    heard.append("did appear")
  }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    heard.append("will disappear")
  }
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    heard.append("did disappear")
  }
  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.viewWillTransition(to: size, with: coordinator)
    heard.append("to \(Int(size.width))×\(Int(size.height)) from \(Int(view.bounds.width))")
    coordinator.animate(alongsideTransition: { [weak self] _ in
      self?.heard.append("beside \(Int(self?.view.bounds.width ?? 0))")
    }) {
      [weak self] _ in self?.heard.append("turned")
    }
  }
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { mask }
  override var prefersStatusBarHidden: Bool { hidesBar }
}

/// A view that notes its touches.
final class NotingView: UIView {
  var heard: [String] = []

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("began") }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("moved") }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("ended") }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("cancelled") }
  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    heard.append("safe \(Int(safeAreaInsets.top))")
  }
}

/// Lets touches through wherever it has no subview.
final class PassingWindow: UIWindow {
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let inside = rootViewController?.view.subviews.contains { $0.frame.contains(point) } ?? false
    return inside ? super.hitTest(point, with: event) : nil
  }
  override var canBecomeKey: Bool { false }
}

/// An app with one window, held here.
@MainActor struct AppStage {
  let scene: UIWindowScene
  let root = NotingController()
  let window: UIWindow

  init(size: CGSize = CGSize(width: 390, height: 844), traits: UITraitCollection = UITraitCollection()) {
    Drive.reset()
    scene = Drive.connectScene(size: size, traits: traits)
    window = Drive.appWindow(in: scene, root: root)
  }

  func add<View: UIView>(_ view: View, _ frame: CGRect) -> View {
    view.frame = frame
    root.view.addSubview(view)
    Drive.turn()
    return view
  }
}

/// Notes the notifications with these names, in order.
final class Notes: @unchecked Sendable {  // All are posted on the main thread.
  var names: [String] = []
  private var tokens: [any NSObjectProtocol] = []

  init(_ names: [Notification.Name]) {
    for name in names {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
          self?.names.append(name.rawValue.replacing("Notification", with: ""))
        })
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
