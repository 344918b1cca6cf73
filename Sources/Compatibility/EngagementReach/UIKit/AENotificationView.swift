// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

/// The view of a banner. Its parts are found by their tags, so that a nib of the app can arrange them.
///
/// Without a nib, it makes the parts itself. Either way it arranges them, unless the nib does so with constraints: the labels take the room that the other
/// visible parts leave. A lone label is centred. A picture without texts fills the banner.
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

  /// A view with parts of its own.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    makeParts()
  }

  /// A view from a nib, which has the parts.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public var iconView: UIImageView? { viewWithTag(ViewTag.icon) as? UIImageView }
  public var titleView: UILabel? { viewWithTag(ViewTag.title) as? UILabel }
  public var messageView: UILabel? { viewWithTag(ViewTag.message) as? UILabel }
  public var imageView: UIImageView? { viewWithTag(ViewTag.image) as? UIImageView }
  public var notificationButton: UIButton? { viewWithTag(ViewTag.button) as? UIButton }
  public var closeButton: UIButton? { viewWithTag(ViewTag.close) as? UIButton }

  private func makeParts() {
    // UIKit asks on whichever thread needs the colour, so the closures must not belong to the main actor, as they would without the attribute.
    backgroundColor = UIColor { @Sendable traits in UIColor(white: traits.userInterfaceStyle == .dark ? 0.16 : 1, alpha: 1) }
    let text = UIColor { @Sendable traits in UIColor(white: traits.userInterfaceStyle == .dark ? 1 : 0.1, alpha: 1) }
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

  /// The height that the texts need, at least 60 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let room = columns(in: size.width)
    let texts = heights(in: room.texts.width)
    return CGSize(width: size.width, height: max(Self.smallestHeight, texts.title + texts.message + 2 * Self.margin))
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    notificationButton?.frame = bounds
    guard !hasConstraints else { return }
    let room = columns(in: bounds.width)
    let middle = bounds.midY
    func place(_ view: UIView?, _ column: Column) {
      view?.frame = mirrored(CGRect(x: column.x, y: middle - Self.side / 2, width: column.width, height: Self.side))
    }
    place(iconView, room.icon)
    place(closeButton, room.close)
    if !hasTexts, room.image.width > 0 { imageView?.frame = bounds } else { place(imageView, room.image) }
    let texts = heights(in: room.texts.width)
    var y = middle - (texts.title + texts.message) / 2
    for (label, height) in [(titleView, texts.title), (messageView, texts.message)] {
      label?.frame = mirrored(CGRect(x: room.texts.x, y: y, width: room.texts.width, height: height))
      y += height
    }
  }

  /// Whether constraints of a nib place the parts.
  private var hasConstraints: Bool {
    [iconView, imageView, titleView, messageView, closeButton].contains { $0?.translatesAutoresizingMaskIntoConstraints == false }
  }

  private struct Column {
    var x: CGFloat
    var width: CGFloat
  }

  private var hasTexts: Bool { [titleView, messageView].contains { Self.isShown($0) } }

  private static func isShown(_ view: UIView?) -> Bool { view.map { !$0.isHidden } ?? false }

  private func columns(in width: CGFloat) -> (icon: Column, image: Column, texts: Column, close: Column) {
    var x = Self.margin
    func next(_ view: UIView?) -> Column {
      guard Self.isShown(view) else { return Column(x: x, width: 0) }
      defer { x += Self.side + Self.margin }
      return Column(x: x, width: Self.side)
    }
    let (icon, image) = (next(iconView), next(imageView))
    let end = Self.isShown(closeButton) ? width - Self.margin - Self.side : width - Self.margin
    return (icon, image, Column(x: x, width: max(end - x, 0)), Column(x: end, width: Self.isShown(closeButton) ? Self.side : 0))
  }

  private func heights(in width: CGFloat) -> (title: CGFloat, message: CGFloat) {
    func height(_ label: UILabel?) -> CGFloat {
      guard let label, Self.isShown(label) else { return 0 }
      return label.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
    }
    return (height(titleView), height(messageView))
  }

  /// The same place in texts that run from right to left.
  private func mirrored(_ frame: CGRect) -> CGRect {
    guard effectiveUserInterfaceLayoutDirection == .rightToLeft else { return frame }
    return CGRect(x: bounds.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
  }
}
#endif
