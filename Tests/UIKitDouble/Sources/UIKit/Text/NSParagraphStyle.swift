// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }
public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}
public enum NSWritingDirection: Int, Sendable { case natural = -1, leftToRight, rightToLeft }

/// How the lines of a paragraph are set.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
  public class var `default`: NSParagraphStyle { NSParagraphStyle() }

  fileprivate(set) open var alignment = NSTextAlignment.natural
  fileprivate(set) open var lineBreakMode = NSLineBreakMode.byWordWrapping
  fileprivate(set) open var lineSpacing: CGFloat = 0
  fileprivate(set) open var paragraphSpacing: CGFloat = 0
  fileprivate(set) open var minimumLineHeight: CGFloat = 0
  fileprivate(set) open var maximumLineHeight: CGFloat = 0
  fileprivate(set) open var lineHeightMultiple: CGFloat = 0
  fileprivate(set) open var hyphenationFactor: Float = 0
  fileprivate(set) open var baseWritingDirection = NSWritingDirection.natural

  public override init() { super.init() }

  open func copy(with zone: NSZone? = nil) -> Any { duplicate(NSParagraphStyle()) }
  open func mutableCopy(with zone: NSZone? = nil) -> Any { duplicate(NSMutableParagraphStyle()) }

  private func duplicate(_ other: NSParagraphStyle) -> NSParagraphStyle {
    (other.alignment, other.lineBreakMode, other.lineSpacing) = (alignment, lineBreakMode, lineSpacing)
    (other.paragraphSpacing, other.minimumLineHeight, other.maximumLineHeight) = (
      paragraphSpacing, minimumLineHeight, maximumLineHeight
    )
    (other.lineHeightMultiple, other.hyphenationFactor) = (lineHeightMultiple, hyphenationFactor)
    other.baseWritingDirection = baseWritingDirection
    return other
  }
}

open class NSMutableParagraphStyle: NSParagraphStyle {
  open override var alignment: NSTextAlignment {
    get { super.alignment }
    set { super.alignment = newValue }
  }
  open override var lineBreakMode: NSLineBreakMode {
    get { super.lineBreakMode }
    set { super.lineBreakMode = newValue }
  }
  open override var lineSpacing: CGFloat {
    get { super.lineSpacing }
    set { super.lineSpacing = newValue }
  }
  open override var paragraphSpacing: CGFloat {
    get { super.paragraphSpacing }
    set { super.paragraphSpacing = newValue }
  }
  open override var minimumLineHeight: CGFloat {
    get { super.minimumLineHeight }
    set { super.minimumLineHeight = newValue }
  }
  open override var maximumLineHeight: CGFloat {
    get { super.maximumLineHeight }
    set { super.maximumLineHeight = newValue }
  }
  open override var lineHeightMultiple: CGFloat {
    get { super.lineHeightMultiple }
    set { super.lineHeightMultiple = newValue }
  }
  open override var hyphenationFactor: Float {
    get { super.hyphenationFactor }
    set { super.hyphenationFactor = newValue }
  }
  open override var baseWritingDirection: NSWritingDirection {
    get { super.baseWritingDirection }
    set { super.baseWritingDirection = newValue }
  }
}
