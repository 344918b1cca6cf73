// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A fixed, least or greatest width or height. The double has no other constraints.
@MainActor open class NSLayoutConstraint: NSObject {
  public enum Axis: Int, Sendable { case horizontal, vertical }
  public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }

  open private(set) weak var firstItem: AnyObject?
  public let relation: Relation
  open var constant: CGFloat { didSet { view?.superview?.setNeedsLayout() } }
  open var priority = UILayoutPriority.required
  open var identifier: String?
  open var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      if isActive {
        view?.constraintsOnSize.append(self)
      } else {
        view?.constraintsOnSize.removeAll { $0 === self }
      }
      view?.superview?.setNeedsLayout()
    }
  }
  let axis: Axis
  private var view: UIView? { firstItem as? UIView }

  init(view: UIView, axis: Axis, relation: Relation, constant: CGFloat) {
    (self.axis, self.relation, self.constant) = (axis, relation, constant)
    super.init()
    firstItem = view
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  func limit(_ length: CGFloat) -> CGFloat {
    switch relation {
    case .equal: constant
    case .lessThanOrEqual: min(length, constant)
    case .greaterThanOrEqual: max(length, constant)
    }
  }
}

@MainActor open class NSLayoutDimension: NSObject {
  private let view: UIView
  private let axis: NSLayoutConstraint.Axis

  init(view: UIView, axis: NSLayoutConstraint.Axis) {
    (self.view, self.axis) = (view, axis)
    super.init()
  }

  open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(view: view, axis: axis, relation: .equal, constant: c)
  }
  open func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(view: view, axis: axis, relation: .greaterThanOrEqual, constant: c)
  }
  open func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(view: view, axis: axis, relation: .lessThanOrEqual, constant: c)
  }
}

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
  public var rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public static let required = UILayoutPriority(1_000)
  public static let defaultHigh = UILayoutPriority(750)
  public static let defaultLow = UILayoutPriority(250)
  public static let fittingSizeLevel = UILayoutPriority(50)
}
