// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

@MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch)
    -> Bool
  { true }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}

/// Watches the touches of a view and of those inside it, and takes them over once it has recognised
/// something.
///
/// A subclass sets `state`. On Apple's systems that needs `import
/// UIKit.UIGestureRecognizerSubclass`.
@MainActor open class UIGestureRecognizer: NSObject {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    public static var recognized: State { .ended }
  }

  open private(set) weak var view: UIView?
  open weak var delegate: (any UIGestureRecognizerDelegate)?
  /// If false, the view keeps its touches also when the gesture is recognised.
  open var cancelsTouchesInView = true
  open var delaysTouchesBegan = false
  open var delaysTouchesEnded = true
  open var requiresExclusiveTouchType = true
  open var name: String?
  var required: [UIGestureRecognizer] = []
  var touches: [UITouch] = []
  weak var sequence: TouchSequence?
  private var current = State.possible
  private var waiting: State?

  public init(target: Any?, action: Selector?) { super.init() }
  public override convenience init() { self.init(target: nil, action: nil) }

  open var isEnabled = true {
    didSet {
      guard !isEnabled, oldValue else { return }
      if current == .began || current == .changed { state = .cancelled } else { state = .failed }
    }
  }

  open var state: State {
    get { current }
    set { move(to: newValue) }
  }

  open var numberOfTouches: Int { touches.count }
  open func location(in view: UIView?) -> CGPoint {
    let places = touches.map { $0.location(in: view) }
    guard !places.isEmpty else { return .zero }
    return CGPoint(
      x: places.map(\.x).reduce(0, +) / CGFloat(places.count),
      y: places.map(\.y).reduce(0, +) / CGFloat(places.count))
  }
  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    touches[touchIndex].location(in: view)
  }
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    required.append(otherGestureRecognizer)
  }

  // MARK: For subclasses

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
  /// Called after the gesture has ended or failed, and before the next touch.
  open func reset() {}
  open func ignore(_ touch: UITouch, for event: UIEvent) { touches.removeAll { $0 === touch } }
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldReceive(_ event: UIEvent) -> Bool { true }

  /// Tells the double's own recognisers about a new state.
  func changed() {}

  // MARK: What the double does

  func attach(to view: UIView?) { self.view = view }

  var isActive: Bool { current == .began || current == .changed }
  var isOver: Bool { current == .ended || current == .cancelled || current == .failed }

  private func move(to new: State) {
    guard new != current || new == .changed else { return }
    switch (current, new) {
    case (.possible, .began), (.possible, .ended), (.possible, .changed): begin(new)
    case (.possible, .failed), (.possible, .cancelled): set(.failed)
    case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended), (.began, .cancelled),
      (.changed, .cancelled):
      set(new)
    case (.began, .failed), (.changed, .failed): set(.cancelled)
    case (_, .possible): set(.possible)
    default: break  // It is over; UIKit does not go back either.
    }
  }

  private func begin(_ new: State) {
    let others = sequence?.recognizers.filter { $0 !== self } ?? []
    if others.contains(where: { mustWait(for: $0) }) {
      waiting = new
      return
    }
    waiting = nil
    for other in others where (other.isActive || other.current == .ended) && !together(with: other) {
      if other.canPrevent(self), canBePrevented(by: other) { return set(.failed) }
    }
    guard delegate?.gestureRecognizerShouldBegin(self) ?? true,
      view?.gestureRecognizerShouldBegin(self) ?? true
    else {
      return set(.failed)
    }
    set(new)
    guard isActive || current == .ended else { return }
    for other in others where other.current == .possible && !together(with: other) {
      if canPrevent(other), other.canBePrevented(by: self) { other.fail() }
    }
  }

  private func mustWait(for other: UIGestureRecognizer) -> Bool {
    guard other.current == .possible, other.isEnabled else { return false }
    return required.contains { $0 === other } || shouldRequireFailure(of: other)
      || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  private func together(with other: UIGestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) == true
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) == true
  }

  private func set(_ new: State) {
    current = new
    if new == .failed { waiting = nil }
    changed()
    if new == .failed { sequence?.somethingFailed() }
  }

  /// Takes up what waited for another recogniser to fail.
  func resume() {
    guard let next = waiting, current == .possible else { return }
    waiting = nil
    state = next
  }

  func fail() { if current == .possible { state = .failed } }

  func endSequence() {
    if !isOver { state = isActive ? .cancelled : .failed }
    touches = []
    waiting = nil
    current = .possible
    reset()
  }
}
