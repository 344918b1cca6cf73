// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
  func textViewDidChange(_ textView: UITextView)
}

extension UITextViewDelegate {
  public func textViewDidChange(_ textView: UITextView) {}
}

/// The room for the lines of a text view.
@MainActor open class NSTextContainer {
  open var lineFragmentPadding: CGFloat = 5
}

/// A part of a text.
@MainActor open class UITextRange {}

/// A text of several lines that can be edited. It opens the keyboard when it becomes first
/// responder.
open class UITextView: UIScrollView {
  /// Set by code, it does not tell the delegate.
  open var text: String! = ""
  open var font: UIFont?
  open var textColor: UIColor?
  open var textAlignment = NSTextAlignment.natural
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
  public let textContainer: NSTextContainer
  /// The word that an input method is composing.
  open internal(set) var markedTextRange: UITextRange?

  public init(frame: CGRect, textContainer: NSTextContainer?) {
    self.textContainer = textContainer ?? NSTextContainer()
    super.init(frame: frame)
    isAccessibilityElement = true
  }

  public required init?(coder: NSCoder) { nil }

  open override var canBecomeFirstResponder: Bool { isUserInteractionEnabled && window != nil }
}

extension Drive {
  /// A person taps into the text view, and types at the end of its text.
  public static func write(_ words: String, into view: UITextView) {
    if !view.isFirstResponder, !view.becomeFirstResponder() { return }
    view.text += words
    (view.delegate as? any UITextViewDelegate)?.textViewDidChange(view)
  }
}
