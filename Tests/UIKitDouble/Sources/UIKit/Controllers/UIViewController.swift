// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
  case none = -1
  case automatic = -2
}
public enum UIModalTransitionStyle: Int, Sendable {
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}

/// Owns a tree of views, and hears when it appears, turns and goes. What subclasses override is
/// here.
@MainActor open class UIViewController: UIResponder, UITraitEnvironment, UITraitChangeObservable {
  /// Where the focus starts.
  open var preferredFocusEnvironments: [any UIFocusEnvironment] { [] }

  private var loaded: UIView?
  open internal(set) weak var parent: UIViewController?
  open internal(set) var children: [UIViewController] = []
  open internal(set) var presentedViewController: UIViewController?
  private weak var presenter: UIViewController?
  open internal(set) var isBeingPresented = false
  open internal(set) var isBeingDismissed = false
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var isModalInPresentation = false
  open var definesPresentationContext = false
  open var title: String?
  open var additionalSafeAreaInsets = UIEdgeInsets.zero { didSet { viewIfLoaded?.refreshSafeArea() } }
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    didSet { viewIfLoaded?.refreshTraits() }
  }
  open var preferredContentSize = CGSize.zero
  public let traitRegistrations = TraitRegistrations()
  lazy var presentation = UIPresentationController(presented: self)
  var phase = Phase.gone
  var updates: [String] = []

  enum Phase { case gone, appearing, shown, leaving }

  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  public override convenience init() { self.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { super.init() }

  // MARK: View

  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loaded
    }
    set {
      loaded?.controller = nil
      loaded = newValue
      newValue?.controller = self
    }
  }
  open var viewIfLoaded: UIView? { loaded }
  open var isViewLoaded: Bool { loaded != nil }
  open func loadView() {
    view = UIView(frame: CGRect(origin: .zero, size: Device.current.screen.bounds.size))
  }
  open func loadViewIfNeeded() {
    guard loaded == nil else { return }
    loadView()
    if loaded == nil { Violations.record("\(type(of: self)).loadView() did not set the view") }
    viewDidLoad()
  }
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  /// With the final size and traits, before the first layout.
  open func viewIsAppearing(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}
  open func viewSafeAreaInsetsDidChange() {}
  open func didReceiveMemoryWarning() {}

  // MARK: Surroundings

  open var traitCollection: UITraitCollection {
    viewIfLoaded?.traitCollection ?? parent?.traitCollection ?? .standard
  }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  func traitsChanged(_ previous: UITraitCollection, _ current: UITraitCollection) {
    traitCollectionDidChange(previous)
    traitRegistrations.tell(previous, current)
  }

  /// The default passes it on to the children, so call super.
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
  }

  open var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    traitCollection.userInterfaceIdiom == .pad ? .all : .allButUpsideDown
  }
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {
    updates.append("orientations")
    viewIfLoaded?.window?.windowScene?.askOrientations()
  }

  open var prefersStatusBarHidden: Bool { false }
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  open var childForStatusBarHidden: UIViewController? { nil }
  open var childForStatusBarStyle: UIViewController? { nil }
  open func setNeedsStatusBarAppearanceUpdate() {
    updates.append("status bar")
    viewIfLoaded?.window?.windowScene?.askStatusBar()
  }
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() { updates.append("home indicator") }
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
  open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
  open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() { updates.append("screen edges") }
  open var prefersPointerLocked: Bool { false }
  open var childViewControllerForPointerLock: UIViewController? { nil }
  open func setNeedsUpdateOfPrefersPointerLocked() { updates.append("pointer lock") }

  // MARK: Children

  open func addChild(_ childController: UIViewController) {
    childController.willMove(toParent: self)
    childController.parent?.children.removeAll { $0 === childController }
    children.append(childController)
    childController.parent = self
  }
  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
    didMove(toParent: nil)
  }
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  // MARK: Presentation

  open var presentingViewController: UIViewController? {
    get { presenter ?? parent?.presentingViewController }
    set { presenter = newValue }
  }
  open var presentationController: UIPresentationController? { presentation }
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }

  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    startPresenting(viewControllerToPresent, flag, completion)
  }
  /// Dismisses what the controller presents, or otherwise the controller.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    startDismissing(flag, completion)
  }

  open override var next: UIResponder? { viewIfLoaded?.superview ?? presentingViewController }
  override var ownWindow: UIWindow? { viewIfLoaded?.window }
}
