// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: ios
import UIKit

/// Follows the app that it covers: its orientations, its status bar, its keyboard.
@MainActor
final class CoveringController: UIViewController {
  private weak var covered: UIViewController?
  private var tokens: [any NSObjectProtocol] = []
  private var task = UIBackgroundTaskIdentifier.invalid

  override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    covered?.supportedInterfaceOrientations ?? .allButUpsideDown
  }
  override var prefersStatusBarHidden: Bool { covered?.prefersStatusBarHidden ?? false }
  override var preferredStatusBarStyle: UIStatusBarStyle { covered?.preferredStatusBarStyle ?? .default }
  override var childForStatusBarStyle: UIViewController? { nil }
  override var prefersHomeIndicatorAutoHidden: Bool { true }

  func follow(_ scene: UIWindowScene) {
    setNeedsUpdateOfSupportedInterfaceOrientations()
    setNeedsStatusBarAppearanceUpdate()
    scene.requestGeometryUpdate(.iOS(interfaceOrientations: .landscape)) { error in
      let error = error as NSError
      if error.domain == UISceneErrorDomain, error.code == 101 { return }
    }
    let isLandscape = scene.effectiveGeometry.interfaceOrientation == .landscapeLeft
    view.isHidden = isLandscape && scene.statusBarManager?.isStatusBarHidden ?? false
    view.keyboardLayoutGuide.topAnchor.constraint(equalTo: view.bottomAnchor).isActive = true
    let frameKey = UIResponder.keyboardFrameEndUserInfoKey
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: UIResponder.keyboardWillShowNotification, object: nil, queue: .main
      ) {
        [weak self] note in
        guard let frame = (note.userInfo?[frameKey] as? NSValue)?.cgRectValue else { return }
        MainActor.assumeIsolated { self?.view.bounds.size.height -= frame.height }
      })
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: UIScene.didDisconnectNotification, object: scene, queue: .main
      ) { _ in
        MainActor.assumeIsolated { self.view.window?.rootViewController = nil }
      })
  }

  func find() -> UIWindowScene? {
    let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
    return scenes.first { $0.activationState == .foregroundActive && $0.session.persistentIdentifier == "" }
      ?? scenes.first
  }

  func save() {
    task = UIApplication.shared.beginBackgroundTask(withName: "save") { self.endTask() }
    guard task != .invalid, UIApplication.shared.isProtectedDataAvailable else { return }
    endTask()
  }

  private func endTask() {
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }
}

final class CloseControl: UIControl {
  override init(frame: CGRect) {
    super.init(frame: frame)
    showsLargeContentViewer = true
    largeContentTitle = "Close"
    addInteraction(UILargeContentViewerInteraction(delegate: nil))
    focusGroupIdentifier = "message"
  }
  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }
}
