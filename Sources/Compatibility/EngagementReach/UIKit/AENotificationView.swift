// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

/// The view of a banner. Its parts are found by their tags, so that a nib of the app can arrange
/// them.
///
/// Without a nib, it makes the parts itself and arranges them. In a nib, the icon, the picture and
/// the close button stay where they are. Either way, the labels take the room that the other
/// visible parts leave, a lone label is centred, and a picture without texts fills the banner.
/// Parts inside other views are left alone, and so are all if the nib has constraints.
#if canImport(ObjectiveC)
// Nibs name the class.
@objc(AENotificationView)
@objcMembers
#endif
@MainActor
open class AENotificationView: UIView {
  private static let margin: CGFloat = 8
  private static let side: CGFloat = 44
  private static let smallestHeight: CGFloat = 60
  private let isFromNib: Bool

  /// A view with parts of its own.
  public override init(frame: CGRect) {
    isFromNib = false
    super.init(frame: frame)
    makeParts()
  }

  /// A view from a nib, which has the parts.
  public required init?(coder: NSCoder) {
    isFromNib = true
    super.init(coder: coder)
  }

  public var iconView: UIImageView? { viewWithTag(ViewTag.icon) as? UIImageView }
  public var titleView: UILabel? { viewWithTag(ViewTag.title) as? UILabel }
  public var messageView: UILabel? { viewWithTag(ViewTag.message) as? UILabel }
  public var imageView: UIImageView? { viewWithTag(ViewTag.image) as? UIImageView }
  public var notificationButton: UIButton? { viewWithTag(ViewTag.button) as? UIButton }
  public var closeButton: UIButton? { viewWithTag(ViewTag.close) as? UIButton }

  private func makeParts() {
    // UIKit asks on whichever thread needs the colour, so the closures must not belong to the main
    // actor, as they would without the attribute.
    backgroundColor = UIColor { @Sendable traits in
      UIColor(white: traits.userInterfaceStyle == .dark ? 0.16 : 1, alpha: 1)
    }
    let text = UIColor { @Sendable traits in
      UIColor(white: traits.userInterfaceStyle == .dark ? 1 : 0.1, alpha: 1)
    }
    func add(_ part: UIView, _ tag: Int) {
      part.tag = tag
      addSubview(part)
    }
    func label(_ style: UIFont.TextStyle) -> UILabel {
      let label = UILabel()
      label.font = UIFont.preferredFont(forTextStyle: style)
      label.adjustsFontForContentSizeCategory = true
      label.numberOfLines = 0
      label.textColor = text
      return label
    }
    func picture(_ mode: UIView.ContentMode) -> UIImageView {
      let picture = UIImageView()
      picture.contentMode = mode
      picture.clipsToBounds = true
      return picture
    }
    add(picture(.scaleAspectFit), ViewTag.icon)
    add(picture(.scaleAspectFill), ViewTag.image)
    add(label(.headline), ViewTag.title)
    add(label(.subheadline), ViewTag.message)
    add(UIButton(type: .custom), ViewTag.button)
    let close = UIButton(type: .custom)
    close.setTitle("\u{2715}", for: [])
    close.setTitleColor(text, for: [])
    add(close, ViewTag.close)
  }

  // MARK: - Layout

  /// The height that the texts need, at least 60 points and what a nib has.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let sides = sides
    let texts = heights(in: max(size.width - sides.left - sides.right, 0))
    let least = isFromNib ? max(Self.smallestHeight, bounds.height) : Self.smallestHeight
    return CGSize(width: size.width, height: max(least, texts.title + texts.message + 2 * Self.margin))
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if let notificationButton, isOwn(notificationButton) { notificationButton.frame = bounds }
    guard !hasConstraints else { return }
    if !isFromNib { placePictures() }
    if !hasTexts, let imageView, isArranged(imageView) { imageView.frame = bounds }
    let sides = sides
    let width = max(bounds.width - sides.left - sides.right, 0)
    let texts = heights(in: width)
    var y = bounds.midY - (texts.title + texts.message) / 2
    for (label, height) in [(titleView, texts.title), (messageView, texts.message)] {
      guard let label, isOwn(label) else { continue }
      label.frame = CGRect(x: sides.left, y: y, width: width, height: height)
      y += height
    }
  }

  /// The places of the parts that are not from a nib.
  private func placePictures() {
    let y = bounds.midY - Self.side / 2
    var x = Self.margin
    for picture in [iconView, imageView] {
      guard let picture, isArranged(picture) else { continue }
      picture.frame = mirrored(CGRect(x: x, y: y, width: Self.side, height: Self.side))
      x += Self.side + Self.margin
    }
    closeButton?.frame = mirrored(
      CGRect(x: bounds.width - Self.margin - Self.side, y: y, width: Self.side, height: Self.side))
  }

  /// What the visible parts take at both sides of the texts.
  private var sides: (left: CGFloat, right: CGFloat) {
    var sides = (left: Self.margin, right: Self.margin)
    let parts: [UIView] = [iconView, imageView, closeButton].compactMap(\.self).filter { isArranged($0) }
    guard isFromNib else {
      for part in parts {
        if part === closeButton { sides.right += Self.side } else { sides.left += Self.side + Self.margin }
      }
      return isMirrored ? (sides.right, sides.left) : sides
    }
    // One that is wider than that lies behind the texts.
    for frame in parts.map(\.frame) where frame.width < bounds.width / 2 {
      if frame.midX < bounds.midX {
        sides.left = max(sides.left, frame.maxX + Self.margin)
      } else {
        sides.right = max(sides.right, bounds.width - frame.minX + Self.margin)
      }
    }
    return sides
  }

  /// Whether constraints of a nib place the parts.
  private var hasConstraints: Bool {
    [iconView, imageView, titleView, messageView, closeButton].contains {
      $0?.translatesAutoresizingMaskIntoConstraints == false
    }
  }

  private var hasTexts: Bool { [titleView, messageView].contains { $0.map { !$0.isHidden } ?? false } }

  /// A view around a part has coordinates of its own, and arranges what is inside it.
  private func isOwn(_ part: UIView) -> Bool { part.superview === self }

  private func isArranged(_ part: UIView) -> Bool { isOwn(part) && !part.isHidden }

  private func heights(in width: CGFloat) -> (title: CGFloat, message: CGFloat) {
    func height(_ label: UILabel?) -> CGFloat {
      guard let label, isArranged(label) else { return 0 }
      return label.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
    }
    return (height(titleView), height(messageView))
  }

  private var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  /// The same place in texts that run from right to left.
  private func mirrored(_ frame: CGRect) -> CGRect {
    guard isMirrored else { return frame }
    return CGRect(x: bounds.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
  }
}
#endif
