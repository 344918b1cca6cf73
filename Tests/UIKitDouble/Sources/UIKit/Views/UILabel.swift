// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Text that cannot be edited. It is measured with the face of `UIFont`.
open class UILabel: UIView {
  open var text: String? {
    didSet {
      setAttributed = nil
      setNeedsLayout()
    }
  }
  open var attributedText: NSAttributedString? {
    get { setAttributed ?? text.map { NSAttributedString(string: $0, attributes: [.font: font as Any]) } }
    set {
      text = newValue?.string
      setAttributed = newValue
    }
  }
  private var setAttributed: NSAttributedString?
  open var font: UIFont! = UIFont.systemFont(ofSize: 17)
  open var textColor: UIColor! = .label
  open var highlightedTextColor: UIColor?
  open var isHighlighted = false
  open var isEnabled = true
  open var textAlignment = NSTextAlignment.natural
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail
  open var numberOfLines = 1
  open var adjustsFontSizeToFitWidth = false
  open var minimumScaleFactor: CGFloat = 0
  open var allowsDefaultTighteningForTruncation = false
  open var adjustsFontForContentSizeCategory = false {
    didSet {
      if adjustsFontForContentSizeCategory, !font.followsTextSize {
        Violations.record("a label is to follow the text size with a font that does not")
      }
    }
  }
  open var preferredMaxLayoutWidth: CGFloat = 0

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isAccessibilityElement = true
    accessibilityTraits = .staticText
    contentMode = .redraw
  }

  public required init?(coder: NSCoder) { nil }

  open override var accessibilityLabel: String? {
    get { super.accessibilityLabel ?? text }
    set { super.accessibilityLabel = newValue }
  }

  private var setting: TextSetting {
    var setting = setAttributed.map(TextSetting.init) ?? TextSetting(text: text ?? "", font: font)
    setting.countsEmpty = false
    return setting
  }

  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    let setting = setting
    var lines = setting.lines(
      width: numberOfLines == 1 && lineBreakMode != .byWordWrapping ? .infinity : bounds.width)
    if numberOfLines > 0 { lines = Array(lines.prefix(numberOfLines)) }
    let width = min(lines.map(setting.width).max() ?? 0, bounds.width)
    return CGRect(origin: bounds.origin, size: CGSize(width: width, height: setting.height(lines.count)))
  }

  /// A width of 0 is no limit.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let room = CGSize(
      width: size.width > 0 ? size.width : .greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
    return textRect(forBounds: CGRect(origin: .zero, size: room), limitedToNumberOfLines: numberOfLines).size
  }

  open override var intrinsicContentSize: CGSize {
    sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0))
  }

  /// The lines that fit into the label, for dumps.
  package var visibleLines: Int {
    let setting = setting
    let lines = setting.lines(width: numberOfLines == 1 ? .infinity : bounds.width).count
    let fitting = Int((bounds.height + 0.01) / max(1, setting.lineHeight))
    return min(lines, numberOfLines == 0 ? .max : numberOfLines, max(1, fitting))
  }
}
