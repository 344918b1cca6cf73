// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that has coordinates of its own. All are converted by way of the screen.
@MainActor public protocol UICoordinateSpace: NSObjectProtocol {
  func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
  func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
  var bounds: CGRect { get }
}

/// How a space of the double lies on the screen.
@MainActor protocol ScreenPlaced {
  func toScreen(_ point: CGPoint) -> CGPoint
  func fromScreen(_ point: CGPoint) -> CGPoint
}

@MainActor extension ScreenPlaced {
  func toScreen(_ rect: CGRect) -> CGRect { rect.mapped(toScreen) }
  func fromScreen(_ rect: CGRect) -> CGRect { rect.mapped(fromScreen) }
}

extension CGRect {
  /// The rectangle around the corners, each of which was moved.
  @MainActor func mapped(_ move: (CGPoint) -> CGPoint) -> CGRect {
    if isNull || isInfinite { return self }
    let corners = [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY),
      CGPoint(x: maxX, y: maxY),
    ].map(move)
    let (left, top) = (corners.map(\.x).min()!, corners.map(\.y).min()!)
    return CGRect(
      x: left, y: top, width: corners.map(\.x).max()! - left, height: corners.map(\.y).max()! - top)
  }
}

/// The screen, or the place of a scene on it.
@MainActor final class PlacedSpace: NSObject, UICoordinateSpace, ScreenPlaced {
  let area: () -> CGRect

  init(area: @escaping () -> CGRect) { self.area = area }

  var bounds: CGRect { CGRect(origin: .zero, size: area().size) }
  func toScreen(_ point: CGPoint) -> CGPoint { CGPoint(x: point.x + area().minX, y: point.y + area().minY) }
  func fromScreen(_ point: CGPoint) -> CGPoint { CGPoint(x: point.x - area().minX, y: point.y - area().minY) }

  func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
    (coordinateSpace as? any ScreenPlaced)?.fromScreen(toScreen(point)) ?? point
  }
  func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
    fromScreen((coordinateSpace as? any ScreenPlaced)?.toScreen(point) ?? point)
  }
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    (coordinateSpace as? any ScreenPlaced)?.fromScreen(toScreen(rect)) ?? rect
  }
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    fromScreen((coordinateSpace as? any ScreenPlaced)?.toScreen(rect) ?? rect)
  }
}
