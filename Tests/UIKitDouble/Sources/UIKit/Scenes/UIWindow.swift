// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The topmost view of a tree, in a scene. Without a scene it is never shown.
open class UIWindow: UIView {
  public struct Level: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = Level(rawValue: 0)
    public static let statusBar = Level(rawValue: 1_000)
    public static let alert = Level(rawValue: 2_000)
  }

  public nonisolated static let didBecomeVisibleNotification = Notification.Name(
    "UIWindowDidBecomeVisibleNotification")
  public nonisolated static let didBecomeHiddenNotification = Notification.Name(
    "UIWindowDidBecomeHiddenNotification")
  public nonisolated static let didBecomeKeyNotification = Notification.Name(
    "UIWindowDidBecomeKeyNotification")
  public nonisolated static let didResignKeyNotification = Notification.Name(
    "UIWindowDidResignKeyNotification")

  open weak var windowScene: UIWindowScene? {
    didSet {
      guard windowScene !== oldValue else { return }
      oldValue?.weakWindows.removeAll { $0.window == nil || $0.window === self }
      if oldValue?.keyWindow === self { oldValue?.keyWindow = nil }
      windowScene?.weakWindows.append(.init(window: self))
      visibilityMayHaveChanged(scene: oldValue)
      refreshTraits()
    }
  }
  open var windowLevel = Level.normal
  open var screen: UIScreen { windowScene?.screen ?? Device.current.screen }
  var firstResponder: UIResponder?
  private var wasShown = false

  public init(windowScene: UIWindowScene) {
    super.init(frame: CGRect(origin: .zero, size: windowScene.area.size))
    isHidden = true
    self.windowScene = windowScene
    windowScene.weakWindows.append(.init(window: self))
    lastTraits = traitCollection
  }

  public required init?(coder: NSCoder) { nil }

  open override var window: UIWindow? { self }
  open override var next: UIResponder? { windowScene }

  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.dismissAllAtOnce()
      oldValue?.viewIfLoaded?.removeFromSuperview()
      installRoot()
      askScene(windowScene)
    }
  }

  private func installRoot() {
    guard isShown, let view = rootViewController?.view else { return }
    if view.superview !== self {
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      insertSubview(view, at: 0)
    }
  }

  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      super.isHidden = newValue
      visibilityMayHaveChanged(scene: windowScene)
    }
  }

  /// In a scene and not hidden. Only then are views loaded and controllers told.
  var isShown: Bool { !isHidden && windowScene != nil }

  private func visibilityMayHaveChanged(scene: UIWindowScene?) {
    guard isShown != wasShown else { return }
    wasShown = isShown
    installRoot()
    refreshSafeArea()
    refreshAppearance()
    let name = isShown ? UIWindow.didBecomeVisibleNotification : UIWindow.didBecomeHiddenNotification
    NotificationCenter.default.post(name: name, object: self)
    if !isShown, isKeyWindow { resignAsKey() }
    askScene(scene)
  }

  private func askScene(_ scene: UIWindowScene?) {
    scene?.askOrientations()
    scene?.askStatusBar()
  }

  // MARK: Key window

  open var isKeyWindow: Bool { windowScene?.keyWindow === self }
  open var canBecomeKey: Bool { true }

  open func makeKey() {
    guard let scene = windowScene, canBecomeKey, !isKeyWindow else { return }
    scene.keyWindow?.resignAsKey()
    scene.keyWindow = self
    becomeKey()
    NotificationCenter.default.post(name: UIWindow.didBecomeKeyNotification, object: self)
    if firstResponder == nil { Drive.closeKeyboard(in: scene) }
  }
  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }
  open func becomeKey() {}
  open func resignKey() {}

  private func resignAsKey() {
    if windowScene?.keyWindow === self { windowScene?.keyWindow = nil }
    resignKey()
    NotificationCenter.default.post(name: UIWindow.didResignKeyNotification, object: self)
  }

  // MARK: Geometry: without another window these mean the screen

  open func convert(_ point: CGPoint, to window: UIWindow?) -> CGPoint {
    let place = toScreen(point)
    return window?.fromScreen(place) ?? place
  }
  open func convert(_ point: CGPoint, from window: UIWindow?) -> CGPoint {
    fromScreen(window?.toScreen(point) ?? point)
  }
  open func convert(_ rect: CGRect, to window: UIWindow?) -> CGRect {
    rect.mapped { convert($0, to: window) }
  }
  open func convert(_ rect: CGRect, from window: UIWindow?) -> CGRect {
    rect.mapped { convert($0, from: window) }
  }

  /// Zero while the window is in no scene.
  open override var safeAreaInsets: UIEdgeInsets {
    guard let scene = windowScene, isShown else { return .zero }
    let (insets, size) = (scene.safeArea, scene.area.size)
    return UIEdgeInsets(
      top: max(0, insets.top - frame.minY), left: max(0, insets.left - frame.minX),
      bottom: max(0, insets.bottom - (size.height - frame.maxY)),
      right: max(0, insets.right - (size.width - frame.maxX)))
  }
}

extension UIView {
  /// Tells the controllers in this tree that they may have appeared or disappeared.
  func refreshAppearance() {
    controller?.viewMoved()
    for view in subviews { view.refreshAppearance() }
  }
}
