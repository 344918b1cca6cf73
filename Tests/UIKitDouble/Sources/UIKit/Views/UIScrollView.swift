// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
}

/// Shows a part of its content, which a finger can move.
open class UIScrollView: UIView {
  public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, scrollableAxes, never, always }
  public enum KeyboardDismissMode: Int, Sendable {
    case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory
  }

  open weak var delegate: (any UIScrollViewDelegate)?
  open var contentSize = CGSize.zero
  /// Not kept inside the content if set by code.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      guard bounds.origin != newValue else { return }
      bounds.origin = newValue
      delegate?.scrollViewDidScroll(self)
    }
  }
  open var contentInset = UIEdgeInsets.zero
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero
  open var automaticallyAdjustsScrollIndicatorInsets = true
  open var showsVerticalScrollIndicator = true
  open var showsHorizontalScrollIndicator = true
  open var isScrollEnabled = true { didSet { panGestureRecognizer.isEnabled = isScrollEnabled } }
  open var isDirectionalLockEnabled = false
  open var bounces = true
  open var alwaysBounceVertical = false
  open var alwaysBounceHorizontal = false
  open var delaysContentTouches = true
  open var canCancelContentTouches = true
  open var keyboardDismissMode = KeyboardDismissMode.none
  open var scrollsToTop = true
  open internal(set) var isDragging = false
  open var isTracking: Bool { isDragging }
  open var isDecelerating: Bool { false }
  public let panGestureRecognizer: UIPanGestureRecognizer
  var flashes = 0

  public override init(frame: CGRect) {
    let pan = ScrollPan()
    panGestureRecognizer = pan
    super.init(frame: frame)
    clipsToBounds = true
    addGestureRecognizer(pan)
  }

  public required init?(coder: NSCoder) { nil }

  open var adjustedContentInset: UIEdgeInsets {
    contentInsetAdjustmentBehavior == .never ? contentInset : contentInset + safeAreaInsets
  }
  open override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    adjustedContentInsetDidChange()
  }
  open func adjustedContentInsetDidChange() {}

  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { self.contentOffset = contentOffset }

  /// Scrolls as little as possible.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    var offset = contentOffset
    if rect.maxY > bounds.maxY { offset.y = rect.maxY - bounds.height }
    if rect.minY < offset.y { offset.y = rect.minY }
    contentOffset = inside(offset)
  }

  open func flashScrollIndicators() { flashes += 1 }
  /// Asked when a finger that has pressed something inside moves on. No control is left by default,
  /// not even a button.
  open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

  var scrollsVertically: Bool {
    isScrollEnabled
      && (alwaysBounceVertical
        || contentSize.height > bounds.height - adjustedContentInset.top - adjustedContentInset.bottom)
  }

  /// The nearest offset at which the content fills the view.
  func inside(_ offset: CGPoint) -> CGPoint {
    let insets = adjustedContentInset
    let lowest = max(-insets.top, contentSize.height + insets.bottom - bounds.height)
    let rightmost = max(-insets.left, contentSize.width + insets.right - bounds.width)
    return CGPoint(x: min(max(-insets.left, offset.x), rightmost), y: min(max(-insets.top, offset.y), lowest))
  }
}

/// Moves the content with the finger, if there is more than fits.
private final class ScrollPan: UIPanGestureRecognizer {
  private var start = CGPoint.zero

  init() { super.init(target: nil, action: nil) }

  private var scroller: UIScrollView? { view as? UIScrollView }

  override func canBegin(_ way: CGPoint) -> Bool {
    guard let scroller, scroller.scrollsVertically, abs(way.y) >= abs(way.x) else { return false }
    // What lies inside is pressed after a moment, or at once without this delay.
    let isPressed = !scroller.delaysContentTouches || held >= 0.15
    guard isPressed, let pressed = touches.first?.view, pressed !== scroller else { return true }
    return scroller.canCancelContentTouches && scroller.touchesShouldCancel(in: pressed)
  }

  override func changed() {
    guard let scroller else { return }
    switch state {
    case .began:
      start = scroller.contentOffset
      scroller.isDragging = true
      scroller.delegate?.scrollViewWillBeginDragging(scroller)
    case .changed:
      let way = translation(in: scroller)
      scroller.contentOffset = scroller.inside(CGPoint(x: start.x, y: start.y - way.y))
    case .ended, .cancelled:
      scroller.isDragging = false
      scroller.delegate?.scrollViewDidEndDragging(scroller, willDecelerate: false)
    default: break
    }
  }
}
