// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension UIView: ScreenPlaced {
  func changeGeometry(_ change: () -> Void) {
    let old = (layer.bounds, layer.position, layer.affineTransform())
    change()
    let new = (layer.bounds, layer.position, layer.affineTransform())
    guard new.0 != old.0 || new.1 != old.1 || new.2 != old.2 else { return }
    UIView.noteAnimatable(true)
    if new.0.size != old.0.size {
      setNeedsLayout()
      if autoresizesSubviews { for view in subviews { view.autoresize(from: old.0.size, to: new.0.size) } }
    } else if new.0.origin != old.0.origin {
      setNeedsLayout()
    }
    if window != nil { refreshSafeArea(isMoved: true) }
  }

  private func autoresize(from old: CGSize, to new: CGSize) {
    guard !autoresizingMask.isEmpty, translatesAutoresizingMaskIntoConstraints else { return }
    var rect = frame
    let (wider, taller) = (new.width - old.width, new.height - old.height)
    if autoresizingMask.contains(.flexibleWidth) {
      rect.size.width += wider
    } else if autoresizingMask.isSuperset(of: [.flexibleLeftMargin, .flexibleRightMargin]) {
      rect.origin.x += wider / 2
    } else if autoresizingMask.contains(.flexibleLeftMargin) {
      rect.origin.x += wider
    }
    if autoresizingMask.contains(.flexibleHeight) {
      rect.size.height += taller
    } else if autoresizingMask.isSuperset(of: [.flexibleTopMargin, .flexibleBottomMargin]) {
      rect.origin.y += taller / 2
    } else if autoresizingMask.contains(.flexibleTopMargin) {
      rect.origin.y += taller
    }
    frame = rect
  }

  /// From the view's own coordinates to those of its superview.
  func toSuperview(_ point: CGPoint) -> CGPoint {
    let middle = CGPoint(
      x: bounds.minX + layer.anchorPoint.x * bounds.width,
      y: bounds.minY + layer.anchorPoint.y * bounds.height)
    let moved = CGPoint(x: point.x - middle.x, y: point.y - middle.y).applying(transform)
    return CGPoint(x: moved.x + center.x, y: moved.y + center.y)
  }

  func fromSuperview(_ point: CGPoint) -> CGPoint {
    let middle = CGPoint(
      x: bounds.minX + layer.anchorPoint.x * bounds.width,
      y: bounds.minY + layer.anchorPoint.y * bounds.height)
    let moved = CGPoint(x: point.x - center.x, y: point.y - center.y).applying(transform.inverted())
    return CGPoint(x: moved.x + middle.x, y: moved.y + middle.y)
  }

  /// A window lies where its scene is on the screen. A view in no window counts its topmost
  /// superview as the screen.
  func toScreen(_ point: CGPoint) -> CGPoint {
    if let window = self as? UIWindow {
      let origin = window.windowScene?.area.origin ?? .zero
      let inside = toSuperview(point)
      return CGPoint(x: inside.x + origin.x, y: inside.y + origin.y)
    }
    guard let superview else { return point }
    return superview.toScreen(toSuperview(point))
  }

  func fromScreen(_ point: CGPoint) -> CGPoint {
    if let window = self as? UIWindow {
      let origin = window.windowScene?.area.origin ?? .zero
      return fromSuperview(CGPoint(x: point.x - origin.x, y: point.y - origin.y))
    }
    guard let superview else { return point }
    return fromSuperview(superview.fromScreen(point))
  }

  // Without a view, UIView converts to and from its window. (UIWindow has a form of its own, which
  // means the screen.)
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    other(view)?.fromScreen(toScreen(point)) ?? point
  }
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    fromScreen(other(view)?.toScreen(point) ?? point)
  }
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { rect.mapped { convert($0, to: view) } }
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    rect.mapped { convert($0, from: view) }
  }

  private func other(_ view: UIView?) -> UIView? { view ?? window ?? topmost }

  private var topmost: UIView {
    var current = self
    while let parent = current.superview { current = parent }
    return current
  }

  public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
    (coordinateSpace as? any ScreenPlaced)?.fromScreen(toScreen(point)) ?? point
  }
  public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
    fromScreen((coordinateSpace as? any ScreenPlaced)?.toScreen(point) ?? point)
  }
  public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    rect.mapped { convert($0, to: coordinateSpace) }
  }
  public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    rect.mapped { convert($0, from: coordinateSpace) }
  }
}
