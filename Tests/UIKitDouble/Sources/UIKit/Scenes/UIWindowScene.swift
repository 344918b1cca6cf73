// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A scene with windows. It does not hold them: each needs somebody else who does.
open class UIWindowScene: UIScene, UITraitEnvironment, UITraitChangeObservable {
  var weakWindows: [WeakWindow] = []
  package var area: CGRect
  package var safeArea: UIEdgeInsets
  package var orientation = UIInterfaceOrientation.portrait
  /// On an iPad with several apps, orientation masks have no effect.
  package var isMultitasking = false
  private var traits: UITraitCollection
  public let traitRegistrations = TraitRegistrations()
  var reportedMask: UIInterfaceOrientationMask = .all

  struct WeakWindow { weak var window: UIWindow? }

  package init(session: UISceneSession, area: CGRect, safeArea: UIEdgeInsets, traits: UITraitCollection) {
    (self.area, self.safeArea, self.traits) = (area, safeArea, traits)
    orientation = area.width > area.height ? .landscapeRight : .portrait
    super.init(session: session)
    if session.role == .windowApplication { statusBarManager = UIStatusBarManager() }
  }

  /// From back to front.
  open var windows: [UIWindow] {
    weakWindows.compactMap(\.window).enumerated().sorted {
      ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset)
    }.map(\.element)
  }
  open internal(set) weak var keyWindow: UIWindow?
  open var screen: UIScreen { Device.current.screen }
  open var isFullScreen: Bool { area.size == screen.bounds.size }
  open private(set) var statusBarManager: UIStatusBarManager?

  open var traitCollection: UITraitCollection { traits }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  package func setTraits(_ new: UITraitCollection) {
    let old = traits
    guard new != old else { return }
    traits = new
    traitCollectionDidChange(old)
    traitRegistrations.tell(old, new)
    for window in windows { window.refreshTraits() }
  }

  open var effectiveGeometry: Geometry { Geometry(orientation: orientation, frame: area) }

  open class Geometry: NSObject, @unchecked Sendable {  // It never changes.
    public let interfaceOrientation: UIInterfaceOrientation
    /// On the screen.
    public let systemFrame: CGRect

    init(orientation: UIInterfaceOrientation, frame: CGRect) {
      (interfaceOrientation, systemFrame) = (orientation, frame)
      super.init()
    }
  }

  open class GeometryPreferences: NSObject {
    fileprivate override init() { super.init() }

    // swift-format-ignore: TypeNamesShouldBeCapitalized
    open class iOS: GeometryPreferences {
      open var interfaceOrientations: UIInterfaceOrientationMask?

      public init(interfaceOrientations: UIInterfaceOrientationMask) {
        self.interfaceOrientations = interfaceOrientations
        super.init()
      }
    }
  }

  /// Happens later, or the handler comes. The controllers must support the orientation, and must
  /// have said so with `setNeedsUpdateOfSupportedInterfaceOrientations()` if their answer has
  /// changed.
  open func requestGeometryUpdate(
    _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
  ) {
    Device.current.turns.afterThis { [weak self] in
      guard let self, let wanted = (geometryPreferences as? GeometryPreferences.iOS)?.interfaceOrientations
      else { return }
      guard !self.isMultitasking else {
        return errorHandler?(UISceneError(.geometryRequestUnsupported)) ?? ()
      }
      guard let orientation = wanted.intersection(self.supportedOrientations).orientations.first else {
        return errorHandler?(UISceneError(.geometryRequestDenied)) ?? ()
      }
      if !wanted.contains(self.orientation.mask) { self.turn(to: orientation) }
    }
  }

  // MARK: What the double does

  /// The app's mask and that of the controller in front, as it was last asked.
  package var supportedOrientations: UIInterfaceOrientationMask {
    isMultitasking
      ? .all
      : UIApplication.shared.supportedInterfaceOrientations(for: frontWindow).intersection(reportedMask)
  }

  /// The foremost visible window that fills the scene: it decides about orientation and status bar.
  var frontWindow: UIWindow? {
    windows.last { $0.isShown && $0.frame.size == area.size && $0.rootViewController != nil }
  }

  func askOrientations() {
    guard let front = frontWindow?.rootViewController?.frontController else { return }
    reportedMask = front.supportedInterfaceOrientations
    if !isMultitasking, !supportedOrientations.contains(orientation.mask),
      let other = supportedOrientations.orientations.first
    {
      Device.current.turns.afterThis { [weak self] in
        if let self, !self.supportedOrientations.contains(self.orientation.mask) { self.turn(to: other) }
      }
    }
  }

  func askStatusBar() {
    guard let manager = statusBarManager, let front = frontWindow?.rootViewController?.frontController else {
      return
    }
    let hiding = front.leaf(\.childForStatusBarHidden)
    let styling = front.leaf(\.childForStatusBarStyle)
    manager.isStatusBarHidden = hiding.prefersStatusBarHidden
    manager.statusBarStyle = styling.preferredStatusBarStyle
    manager.height = safeArea.top
  }

  func turn(to new: UIInterfaceOrientation) {
    let turned = new.isLandscape != orientation.isLandscape
    orientation = new
    if turned {
      resize(
        to: CGRect(x: area.minY, y: area.minX, width: area.height, height: area.width),
        safeArea: safeArea.turned(new))
    }
  }

  func resize(to newArea: CGRect, safeArea newInsets: UIEdgeInsets) {
    let old = area
    let filling = windows.filter { $0.frame.size == old.size }
    let coordinator = TransitionCoordinator()
    for window in filling { window.rootViewController?.tellTransition(to: newArea.size, coordinator) }
    (area, safeArea) = (newArea, newInsets)
    for window in filling { window.frame = CGRect(origin: .zero, size: newArea.size) }
    for window in windows {
      window.refreshSafeArea()
      window.layoutIfNeeded()
    }
    coordinator.runAlongside()
    askStatusBar()
    Device.current.turns.after(TransitionCoordinator.duration) { coordinator.complete() }
  }
}

extension UIEdgeInsets {
  /// The notch is at the top in portrait, and at a side in landscape.
  func turned(_ to: UIInterfaceOrientation) -> UIEdgeInsets {
    to.isLandscape
      ? UIEdgeInsets(top: 0, left: top, bottom: min(bottom, 21), right: top)
      : UIEdgeInsets(top: max(left, right), left: 0, bottom: bottom > 0 ? 34 : 0, right: 0)
  }
}

@MainActor open class UIStatusBarManager: NSObject {
  open internal(set) var isStatusBarHidden = false
  open internal(set) var statusBarStyle = UIStatusBarStyle.default
  var height: CGFloat = 0
  /// Zero while it is hidden.
  open var statusBarFrame: CGRect {
    isStatusBarHidden ? .zero : CGRect(x: 0, y: 0, width: Device.current.screen.bounds.width, height: height)
  }
}

public struct UISceneError: Error, Hashable {
  public enum Code: Int, Sendable {
    case multipleScenesNotSupported = 0
    case requestDenied = 1
    case geometryRequestUnsupported = 100
    case geometryRequestDenied = 101
  }
  public let code: Code

  init(_ code: Code) { self.code = code }
}
