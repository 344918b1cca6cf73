// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuartzCore

/// A rectangle that holds others, keeps what it is given, and finds what was touched. What
/// subclasses override is here.
@MainActor open class UIView: UIResponder, UICoordinateSpace, UITraitEnvironment, UITraitChangeObservable {
  /// Where the focus starts.
  open var preferredFocusEnvironments: [any UIFocusEnvironment] { [] }

  open class var layerClass: AnyClass { CALayer.self }

  public let layer: CALayer
  open private(set) weak var superview: UIView?
  open internal(set) var subviews: [UIView] = []
  open var window: UIWindow? { superview?.window }
  weak var controller: UIViewController?
  var needsLayout = true
  var constraintsOnSize: [NSLayoutConstraint] = []
  var contentPriorities = ContentPriorities()
  var lastSafeArea = UIEdgeInsets.zero
  var lastTraits = UITraitCollection.standard
  public let traitRegistrations = TraitRegistrations()

  public init(frame: CGRect) {
    layer = (Self.layerClass as? CALayer.Type ?? CALayer.self).init()
    super.init()
    layer.frame = frame
  }

  public override convenience init() { self.init(frame: .zero) }

  public required init?(coder: NSCoder) {
    layer = CALayer()
    super.init()
  }

  // MARK: Geometry

  open var frame: CGRect {
    get { layer.frame }
    set { changeGeometry { layer.frame = newValue } }
  }

  /// Its origin is what a scroll view moves.
  open var bounds: CGRect {
    get { layer.bounds }
    set { changeGeometry { layer.bounds = newValue } }
  }

  open var center: CGPoint {
    get { layer.position }
    set { changeGeometry { layer.position = newValue } }
  }

  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { changeGeometry { layer.setAffineTransform(newValue) } }
  }

  open var autoresizingMask: AutoresizingMask = []
  open var autoresizesSubviews = true
  open var translatesAutoresizingMaskIntoConstraints = true
  open var contentMode = ContentMode.scaleToFill
  open var layoutMargins: UIEdgeInsets {
    get {
      UIEdgeInsets(
        top: directionalLayoutMargins.top,
        left: isRightToLeft ? directionalLayoutMargins.trailing : directionalLayoutMargins.leading,
        bottom: directionalLayoutMargins.bottom,
        right: isRightToLeft ? directionalLayoutMargins.leading : directionalLayoutMargins.trailing
      )
    }
    set {
      directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: newValue.top, leading: isRightToLeft ? newValue.right : newValue.left, bottom: newValue.bottom,
        trailing: isRightToLeft ? newValue.left : newValue.right)
    }
  }
  open var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8) {
    didSet { setNeedsLayout() }
  }
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }
  /// Without an own idea, the size that the view has.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
  open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }

  // MARK: Appearance

  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set {
      UIView.noteAnimatable(alpha != newValue)
      layer.opacity = Float(newValue)
    }
  }
  open var isHidden: Bool {
    get { layer.isHidden }
    set {
      guard layer.isHidden != newValue else { return }
      layer.isHidden = newValue
      superview?.setNeedsLayout()
    }
  }
  open var backgroundColor: UIColor? {
    didSet {
      UIView.noteAnimatable(backgroundColor != oldValue)
      traitCollection.performAsCurrent { layer.backgroundColor = backgroundColor?.cgColor }
    }
  }
  open var tintColor: UIColor! {
    get {
      tintAdjustmentMode == .dimmed
        ? UIColor(white: 0.5, alpha: 1) : setTint ?? superview?.tintColor ?? .systemBlue
    }
    set {
      setTint = newValue
      tellTintColor()
    }
  }
  private var setTint: UIColor?
  /// Says normal or dimmed. Automatic means the same as the view around it.
  open var tintAdjustmentMode: TintAdjustmentMode {
    get { setTintMode != .automatic ? setTintMode : superview?.tintAdjustmentMode ?? .normal }
    set {
      setTintMode = newValue
      tellTintColor()
    }
  }
  private var setTintMode = TintAdjustmentMode.automatic
  open var isOpaque = true
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  open var mask: UIView?
  open var tag = 0
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified { didSet { refreshTraits() } }
  /// From iOS 17.
  open var traitOverrides = UITraitOverrides() { didSet { refreshTraits() } }
  /// Not inherited by subviews.
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified { didSet { setNeedsLayout() } }
  open func tintColorDidChange() {}
  open func setNeedsDisplay() {}
  open func draw(_ rect: CGRect) {}

  // MARK: Hierarchy

  open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    view.removeFromSuperview()
    insert(view, at: (subviews.firstIndex { $0 === siblingSubview } ?? subviews.count - 1) + 1)
  }
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    view.removeFromSuperview()
    insert(view, at: subviews.firstIndex { $0 === siblingSubview } ?? 0)
  }

  open func removeFromSuperview() {
    guard let parent = superview else { return }
    let oldWindow = window
    willMove(toSuperview: nil)
    if oldWindow != nil { tellWindow(will: nil) }
    parent.willRemoveSubview(self)
    if let first = oldWindow?.firstResponder as? UIView, first.isDescendant(of: self) {
      oldWindow?.firstResponder = nil
    }
    parent.subviews.removeAll { $0 === self }
    layer.removeFromSuperlayer()
    superview = nil
    parent.setNeedsLayout()
    didMoveToSuperview()
    if oldWindow != nil { tellWindowChanged() }
  }

  private func insert(_ view: UIView, at index: Int) {
    if isDescendant(of: view) { return Violations.record("a view was added to itself or to one inside it") }
    if view.superview != nil { view.removeFromSuperview() }
    let newWindow = window
    view.willMove(toSuperview: self)
    if let newWindow { view.tellWindow(will: newWindow) }
    let place = min(max(0, index), subviews.count)
    subviews.insert(view, at: place)
    layer.insertSublayer(view.layer, at: UInt32(place))
    view.superview = self
    setNeedsLayout()
    didAddSubview(view)
    view.didMoveToSuperview()
    view.refreshTraits()
    if newWindow != nil {
      view.refreshSafeArea()
      view.tellWindowChanged()
    }
  }

  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: UIWindow?) {}
  open func didMoveToWindow() {}
  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}

  // MARK: Layout

  open func setNeedsLayout() { needsLayout = true }
  open func layoutIfNeeded() { layoutTree() }
  open func layoutSubviews() {}
  open func setNeedsUpdateConstraints() {}
  open func updateConstraints() {}
  open func invalidateIntrinsicContentSize() { superview?.setNeedsLayout() }
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { fittingSize(targetSize) }
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    var size = fittingSize(targetSize)
    if horizontalFittingPriority == .required { size.width = targetSize.width }
    if verticalFittingPriority == .required { size.height = targetSize.height }
    return size
  }
  /// Zero until the view is in a window.
  open var safeAreaInsets: UIEdgeInsets { currentSafeArea }
  open func safeAreaInsetsDidChange() {}
  /// Whether subviews keep clear of the safe area.
  open var insetsLayoutMarginsFromSafeArea = true

  // MARK: Traits

  open var traitCollection: UITraitCollection { currentTraits }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    isRightToLeft ? .rightToLeft : .leftToRight
  }

  // MARK: Touches

  open var isUserInteractionEnabled = true
  open var isMultipleTouchEnabled = false
  open var isExclusiveTouch = false
  open internal(set) var interactions: [any UIInteraction] = []
  open var gestureRecognizers: [UIGestureRecognizer]? {
    didSet { for recognizer in gestureRecognizers ?? [] { recognizer.attach(to: self) } }
  }
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
  }
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    gestureRecognizer.attach(to: nil)
  }
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  /// The foremost view at a point. Hidden and transparent views and those without interaction are
  /// skipped with all that is inside.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point, with: event) else {
      return nil
    }
    for view in subviews.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self), with: event) { return hit }
    }
    return self
  }
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  // MARK: Accessibility and focus

  open var showsLargeContentViewer = false
  open var largeContentTitle: String?
  open var largeContentImage: UIImage?
  open var scalesLargeContentImage = false
  open var largeContentImageInsets = UIEdgeInsets.zero
  open var canBecomeFocused: Bool { false }
  open func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {}
  open override var accessibilityFrame: CGRect {
    get { super.accessibilityFrame == .zero && window != nil ? toScreen(bounds) : super.accessibilityFrame }
    set { super.accessibilityFrame = newValue }
  }

  open override var next: UIResponder? { controller ?? superview }
  override var ownWindow: UIWindow? { window }
}
