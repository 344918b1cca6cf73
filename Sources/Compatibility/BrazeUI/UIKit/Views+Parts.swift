// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import MartletUI
public import UIKit

#if canImport(WebKit)
public import WebKit
#endif

// The parts of the views that are on the screen, for closures such as `onLayout`, which runs after
// each drawing. What a message does not show, and everything before and after it is on the screen,
// is an empty view.

extension MessageSceneView {
  fileprivate func part<View: UIView>(_ part: Part, _ nodeIDs: String...) -> View {
    for nodeID in nodeIDs {
      if let view = drawn(part, of: nodeID) as? View { return view }
    }
    return View()
  }

  fileprivate func drawnButtons(_ ids: [Int]) -> [UIButton] {
    ids.compactMap { drawn(.button, of: "button-\($0)") as? UIButton }
  }

  /// The card, or what fills the screen: background, corners and border.
  public var contentView: UIView { part(.box, "card", "screen") }
  /// Around the card: its shadow.
  public var shadowView: UIView { part(.shadow, "card", "screen") }
}

extension InAppMessageUI.SlideupView {
  /// The image or icon.
  public var graphicView: UIView { part(.content, "graphic") }
  /// The text.
  public var messageLabel: UILabel { part(.content, "message") }
  /// The sign that a tap opens something.
  public var chevronView: UIImageView { part(.content, "chevron") }
}

extension InAppMessageUI.ModalView {
  /// The close button.
  public var closeButton: UIButton { part(.button, "close") }
  /// The row or column of the buttons.
  public var buttonsContainer: UIStackView { part(.content, "buttons") }
  /// The buttons, first to last.
  public var buttons: [UIButton] { drawnButtons(message.buttons.map(\.id)) }
  /// The column of header and message.
  public var textView: UIView { part(.content, "labels") }
  /// The image or icon.
  public var graphicView: UIView { part(.content, "image", "icon") }
}

extension InAppMessageUI.ModalImageView {
  /// The close button.
  public var closeButton: UIButton { part(.button, "close") }
  /// The row or column of the buttons.
  public var buttonsContainer: UIStackView { part(.content, "buttons") }
  /// The buttons, first to last.
  public var buttons: [UIButton] { drawnButtons(message.buttons.map(\.id)) }
  /// The image.
  public var imageView: UIImageView { part(.content, "image") }
  /// What scrolls, with `scrollLargeImages` or in little space.
  public var imageContainerView: UIScrollView { part(.content, "scroll") }
}

extension InAppMessageView {
  /// The root controller of the window of the message, while it is on the screen.
  public var controller: UIViewController? { presenter?.rootController(of: self) }
}

extension MessageSceneView {
  /// What VoiceOver focuses first: a part of the view, such as `closeButton`, or the id of a node.
  /// nil: the message type decides.
  public var initialAccessibilityElement: Any? {
    get { initialFocus }
    set { focusFirst(newValue) }
  }
}

#if canImport(WebKit)
extension InAppMessageUI.HtmlView {
  /// The web view of the page, while the page is loading or on the screen.
  public var webView: WKWebView? { drawnPage }
}
#endif
#endif
