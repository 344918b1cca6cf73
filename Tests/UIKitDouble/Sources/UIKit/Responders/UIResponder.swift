// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that receives events, in a chain from the view that was touched to the application.
@MainActor open class UIResponder: NSObject {
  public override init() { super.init() }

  open var next: UIResponder? { nil }

  // MARK: First responder

  open var canBecomeFirstResponder: Bool { false }
  open var canResignFirstResponder: Bool { true }
  open var isFirstResponder: Bool { ownWindow?.firstResponder === self }

  /// False if the responder is in no window, or does not want to.
  @discardableResult open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, let window = ownWindow else { return false }
    if window.firstResponder === self { return true }
    if let old = window.firstResponder, !old.resignFirstResponder() { return false }
    window.firstResponder = self
    return true
  }

  @discardableResult open func resignFirstResponder() -> Bool {
    guard canResignFirstResponder else { return false }
    if let window = ownWindow, window.firstResponder === self { window.firstResponder = nil }
    return true
  }

  /// The window of a view, or of a controller's view.
  var ownWindow: UIWindow? { nil }

  // MARK: Touches and keys: what is not handled goes to the next responder

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesBegan(touches, with: event)
  }
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesMoved(touches, with: event)
  }
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesEnded(touches, with: event)
  }
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesBegan(presses, with: event)
  }
  open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesChanged(presses, with: event)
  }
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesEnded(presses, with: event)
  }
  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesCancelled(presses, with: event)
  }

  open var keyCommands: [UIKeyCommand]? { nil }

  // MARK: Accessibility. Apple declares it for all objects; here responders have it.

  open var isAccessibilityElement = false
  open var accessibilityLabel: String?
  open var accessibilityHint: String?
  open var accessibilityValue: String?
  open var accessibilityTraits: UIAccessibilityTraits = .none
  open var accessibilityIdentifier: String?
  open var accessibilityLanguage: String?
  open var accessibilityFrame = CGRect.zero
  open var accessibilityElements: [Any]?
  open var accessibilityElementsHidden = false
  open var accessibilityViewIsModal = false
  open var accessibilityContainerType = UIAccessibilityContainerType.none
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
  open var accessibilityUserInputLabels: [String]!
  open var accessibilityRespondsToUserInteraction = true
  open var shouldGroupAccessibilityChildren = false
  open var accessibilityActivationPoint: CGPoint {
    get { setActivationPoint ?? CGPoint(x: accessibilityFrame.midX, y: accessibilityFrame.midY) }
    set { setActivationPoint = newValue }
  }
  private var setActivationPoint: CGPoint?

  /// True if it was handled. Otherwise a tap at the activation point follows.
  open func accessibilityActivate() -> Bool { false }
  open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
  /// Asked of the focused element and then of each next responder until one returns true.
  open func accessibilityPerformEscape() -> Bool { false }
  open func accessibilityPerformMagicTap() -> Bool { false }
  open func accessibilityIncrement() {}
  open func accessibilityDecrement() {}
  open func accessibilityElementDidBecomeFocused() {}
  open func accessibilityElementDidLoseFocus() {}
  open func accessibilityElementIsFocused() -> Bool { Device.current.focused === self }
}
