// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A path as the list of its steps.
open class CGPath: Equatable {
  package enum Step: Hashable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(CGPoint, control: CGPoint)
    case curve(CGPoint, control1: CGPoint, control2: CGPoint)
    case arc(center: CGPoint, radius: CGFloat, start: CGFloat, end: CGFloat, clockwise: Bool)
    case rect(CGRect, corner: CGSize)
    case ellipse(CGRect)
    case close
  }

  package fileprivate(set) var steps: [Step] = []

  package init(steps: [Step]) { self.steps = steps }

  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(steps: [.rect(rect, corner: .zero)])
  }
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(steps: [.ellipse(rect)])
  }
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init(steps: [.rect(rect, corner: CGSize(width: cornerWidth, height: cornerHeight))])
  }

  public var isEmpty: Bool { steps.isEmpty }
  public func copy() -> CGPath? { CGPath(steps: steps) }

  /// Around all points, control points as well.
  public var boundingBox: CGRect {
    let boxes = steps.compactMap { step -> CGRect? in
      switch step {
      case .move(let point), .line(let point): CGRect(origin: point, size: .zero)
      case .quad(let point, let control): Self.around([point, control])
      case .curve(let point, let control1, let control2): Self.around([point, control1, control2])
      case .arc(let center, let radius, _, _, _):
        CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      case .rect(let rect, _), .ellipse(let rect): rect
      case .close: nil
      }
    }
    return boxes.reduce(CGRect.null) { $0.union($1) }
  }

  private static func around(_ points: [CGPoint]) -> CGRect {
    let (left, top) = (points.map(\.x).min()!, points.map(\.y).min()!)
    return CGRect(x: left, y: top, width: points.map(\.x).max()! - left, height: points.map(\.y).max()! - top)
  }

  public static func == (lhs: CGPath, rhs: CGPath) -> Bool { lhs.steps == rhs.steps }
}

/// A path to which steps can be added.
open class CGMutablePath: CGPath {
  public convenience init() { self.init(steps: []) }

  package func add(_ step: Step) { steps.append(step) }

  public func move(to point: CGPoint) { add(.move(point)) }
  public func addLine(to point: CGPoint) { add(.line(point)) }
  public func addQuadCurve(to end: CGPoint, control: CGPoint) { add(.quad(end, control: control)) }
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    add(.curve(end, control1: control1, control2: control2))
  }
  public func addRect(_ rect: CGRect) { add(.rect(rect, corner: .zero)) }
  public func addEllipse(in rect: CGRect) { add(.ellipse(rect)) }
  public func addPath(_ path: CGPath) { steps += path.steps }
  public func closeSubpath() { add(.close) }
}
