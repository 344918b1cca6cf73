// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Places its arranged subviews in a row or a column. Hidden ones take no room.
open class UIStackView: UIView {
  public enum Distribution: Int, Sendable {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  public enum Alignment: Int, Sendable {
    case fill, leading, firstBaseline, center, trailing, lastBaseline
    public static var top: Alignment { .leading }
    public static var bottom: Alignment { .trailing }
  }

  open private(set) var arrangedSubviews: [UIView] = []
  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsLayout() } }
  open var distribution = Distribution.fill { didSet { setNeedsLayout() } }
  open var alignment = Alignment.fill { didSet { setNeedsLayout() } }
  open var spacing: CGFloat = 0 { didSet { setNeedsLayout() } }
  open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsLayout() } }
  open var isBaselineRelativeArrangement = false
  private var customSpacing: [ObjectIdentifier: CGFloat] = [:]

  public override init(frame: CGRect) { super.init(frame: frame) }

  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  public required init(coder: NSCoder) { super.init(frame: .zero) }

  open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    if let old = arrangedSubviews.firstIndex(where: { $0 === view }) { arrangedSubviews.remove(at: old) }
    arrangedSubviews.insert(view, at: min(stackIndex, arrangedSubviews.count))
    view.translatesAutoresizingMaskIntoConstraints = false
    if view.superview !== self { addSubview(view) }
    setNeedsLayout()
  }

  /// The view stays a subview, where it is.
  open func removeArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    setNeedsLayout()
  }

  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacing[ObjectIdentifier(arrangedSubview)] = spacing
    setNeedsLayout()
  }
  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacing[ObjectIdentifier(arrangedSubview)] ?? UIStackView.spacingUseDefault
  }
  public nonisolated static let spacingUseDefault = CGFloat.greatestFiniteMagnitude

  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    arrangedSubviews.removeAll { $0 === subview }
  }

  private var shown: [UIView] { arrangedSubviews.filter { !$0.isHidden } }
  private var margins: UIEdgeInsets { isLayoutMarginsRelativeArrangement ? layoutMargins : .zero }

  private func gap(after view: UIView) -> CGFloat { customSpacing[ObjectIdentifier(view)] ?? spacing }

  private func wanted(_ view: UIView, across: CGFloat) -> CGSize {
    let room =
      axis == .vertical
      ? CGSize(width: across, height: .greatestFiniteMagnitude)
      : CGSize(width: .greatestFiniteMagnitude, height: across)
    return view.fittingSize(room)
  }

  private func along(_ size: CGSize) -> CGFloat { axis == .vertical ? size.height : size.width }
  private func across(_ size: CGSize) -> CGFloat { axis == .vertical ? size.width : size.height }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let insets = margins
    let room =
      axis == .vertical ? size.width - insets.left - insets.right : size.height - insets.top - insets.bottom
    let sizes = shown.map { wanted($0, across: room) }
    let long = sizes.map(along).reduce(0, +) + shown.dropLast().map(gap).reduce(0, +)
    let wide = sizes.map(across).max() ?? 0
    let inner = axis == .vertical ? CGSize(width: wide, height: long) : CGSize(width: long, height: wide)
    return CGSize(
      width: inner.width + insets.left + insets.right, height: inner.height + insets.top + insets.bottom)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let area = bounds.inset(by: margins)
    let views = shown
    guard !views.isEmpty else { return }
    let room = along(area.size) - views.dropLast().map(gap).reduce(0, +)
    let sizes = views.map { wanted($0, across: across(area.size)) }
    let lengths =
      distribution == .fillEqually
      ? views.map { _ in room / CGFloat(views.count) } : fill(views, sizes.map(along), room)
    var place: CGFloat = 0
    for (index, view) in views.enumerated() {
      let wide = across(area.size)
      let width = alignment == .fill ? wide : min(across(sizes[index]), wide)
      let offset = offset(wide - width)
      view.frame =
        axis == .vertical
        ? CGRect(x: area.minX + offset, y: area.minY + place, width: width, height: lengths[index])
        : CGRect(
          x: isRightToLeft ? area.maxX - place - lengths[index] : area.minX + place, y: area.minY + offset,
          width: lengths[index],
          height: width)
      place += lengths[index] + gap(after: view)
    }
  }

  private func offset(_ free: CGFloat) -> CGFloat {
    switch alignment {
    case .fill: 0
    case .center: free / 2
    case .leading, .firstBaseline: axis == .vertical && isRightToLeft ? free : 0
    case .trailing, .lastBaseline: axis == .vertical && isRightToLeft ? 0 : free
    }
  }

  /// Too much room goes to the view that holds its size least, too little is taken from the one
  /// that resists least. Of equals, the last.
  private func fill(_ views: [UIView], _ lengths: [CGFloat], _ room: CGFloat) -> [CGFloat] {
    var result = lengths
    let free = room - lengths.reduce(0, +)
    let flexible = views.indices.filter { views[$0].setSize(0, axis) == nil }
    let weak = flexible.reversed().min { first, second in
      free > 0
        ? views[first].contentHuggingPriority(for: axis).rawValue
          < views[second].contentHuggingPriority(for: axis).rawValue
        : views[first].contentCompressionResistancePriority(for: axis).rawValue
          < views[second].contentCompressionResistancePriority(for: axis).rawValue
    }
    if let weak { result[weak] = max(0, result[weak] + free) }
    return result
  }
}
