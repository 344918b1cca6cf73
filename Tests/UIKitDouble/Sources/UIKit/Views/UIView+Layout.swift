// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a view gives up first when a stack has too much or too little room.
struct ContentPriorities {
  var hugging = (horizontal: UILayoutPriority.defaultLow, vertical: UILayoutPriority.defaultLow)
  var resistance = (horizontal: UILayoutPriority.defaultHigh, vertical: UILayoutPriority.defaultHigh)
}

extension UIView {
  /// Lays out this view, and then those inside, if they need it. A layout may ask for another one,
  /// but not for ever.
  func layoutTree() {
    var rounds = 0
    while needsLayout, rounds < 20 {
      rounds += 1
      needsLayout = false
      traitCollection.performAsCurrent {
        controller?.viewWillLayoutSubviews()
        layoutSubviews()
        controller?.viewDidLayoutSubviews()
      }
    }
    if needsLayout { Violations.record("the layout of \(type(of: self)) asks for itself without end") }
    for view in subviews { view.layoutTree() }
  }

  func setSize(_ length: CGFloat, _ axis: NSLayoutConstraint.Axis) -> CGFloat? {
    constraintsOnSize.last { $0.isActive && $0.axis == axis && $0.relation == .equal }?.constant
  }

  /// The size from constraints, otherwise the one that fits, within the limits of constraints.
  func fittingSize(_ available: CGSize) -> CGSize {
    var size = sizeThatFits(available)
    let own = intrinsicContentSize
    if own.width != UIView.noIntrinsicMetric, own.width < available.width || available.width == 0 {
      size.width = own.width
    }
    if own.height != UIView.noIntrinsicMetric, size.width >= own.width {
      size.height = max(own.height, size.height)
    }
    for constraint in constraintsOnSize where constraint.isActive {
      if constraint.axis == .horizontal {
        size.width = constraint.limit(size.width)
      } else {
        size.height = constraint.limit(size.height)
      }
    }
    return size
  }

  public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    axis == .horizontal ? contentPriorities.hugging.horizontal : contentPriorities.hugging.vertical
  }
  public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    if axis == .horizontal {
      contentPriorities.hugging.horizontal = priority
    } else {
      contentPriorities.hugging.vertical = priority
    }
    superview?.setNeedsLayout()
  }
  public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    axis == .horizontal ? contentPriorities.resistance.horizontal : contentPriorities.resistance.vertical
  }
  public func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    if axis == .horizontal {
      contentPriorities.resistance.horizontal = priority
    } else {
      contentPriorities.resistance.vertical = priority
    }
    superview?.setNeedsLayout()
  }

  public var widthAnchor: NSLayoutDimension { NSLayoutDimension(view: self, axis: .horizontal) }
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(view: self, axis: .vertical) }
  public var constraints: [NSLayoutConstraint] { constraintsOnSize }

  // MARK: Safe area

  var currentSafeArea: UIEdgeInsets {
    guard window != nil, let superview else { return .zero }
    return safeArea(in: superview, whoseArea: superview.safeAreaInsets)
  }

  private func safeArea(in superview: UIView, whoseArea outer: UIEdgeInsets) -> UIEdgeInsets {
    // Most views are deep inside, where nothing of it is left.
    guard outer != .zero else { return controller?.additionalSafeAreaInsets ?? .zero }
    let (frame, room) = (self.frame, superview.bounds)
    let own = UIEdgeInsets(
      top: max(0, outer.top - (frame.minY - room.minY)), left: max(0, outer.left - (frame.minX - room.minX)),
      bottom: max(0, outer.bottom - (room.maxY - frame.maxY)),
      right: max(0, outer.right - (room.maxX - frame.maxX)))
    return own + (controller?.additionalSafeAreaInsets ?? .zero)
  }

  /// Tells this view and those inside if their safe area is another one. `isMoved`: only the
  /// geometry of this view has changed.
  func refreshSafeArea(isMoved: Bool = false) { tellSafeArea(safeAreaInsets, isMoved: isMoved) }

  private func tellSafeArea(_ now: UIEdgeInsets, isMoved: Bool) {
    // Then those inside have what their controllers add, wherever they are.
    if isMoved, now == .zero, lastSafeArea == .zero { return }
    if now != lastSafeArea {
      lastSafeArea = now
      setNeedsLayout()
      safeAreaInsetsDidChange()
      controller?.viewSafeAreaInsetsDidChange()
    }
    // Each view's own is computed once, from that of the view around it.
    for view in subviews { view.tellSafeArea(view.safeArea(in: self, whoseArea: now), isMoved: isMoved) }
  }

  // MARK: Traits

  var isRightToLeft: Bool {
    switch semanticContentAttribute {
    case .forceRightToLeft: true
    case .forceLeftToRight, .playback, .spatial: false
    case .unspecified: traitCollection.layoutDirection == .rightToLeft
    }
  }

  var currentTraits: UITraitCollection {
    let outer = (self as? UIWindow)?.windowScene?.traitCollection ?? superview?.traitCollection ?? .standard
    var own = UITraitCollection.Values()
    own.style = traitOverrides.userInterfaceStyle
    if let chosen = controller?.overrideUserInterfaceStyle, chosen != .unspecified { own.style = chosen }
    if overrideUserInterfaceStyle != .unspecified { own.style = overrideUserInterfaceStyle }
    own.direction = traitOverrides.layoutDirection
    own.category = traitOverrides.preferredContentSizeCategory
    own.contrast = traitOverrides.accessibilityContrast
    // Most views have nothing of their own.
    guard own != UITraitCollection.Values() else { return outer }
    let added = UITraitCollection(own)
    return outer.containsTraits(in: added) ? outer : UITraitCollection(traitsFrom: [outer, added])
  }

  /// Tells this view and those inside if their traits are others. Layers keep the colours that they
  /// were given.
  func refreshTraits() {
    let (before, now) = (lastTraits, traitCollection)
    if now != before {
      lastTraits = now
      setNeedsLayout()
      now.performAsCurrent {
        if let backgroundColor { layer.backgroundColor = backgroundColor.cgColor }
        controller?.traitsChanged(before, now)
        traitCollectionDidChange(before)
        traitRegistrations.tell(before, now)
      }
    }
    for view in subviews { view.refreshTraits() }
  }
}
