// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A finger from its beginning to its end: who watches it, and whether the view still has it.
@MainActor final class TouchSequence {
  let touch = UITouch()
  let event = UIEvent()
  private(set) var recognizers: [UIGestureRecognizer] = []
  private var viewHasTouch = true
  private var isResuming = false

  /// - Parameter view: the one that was hit.
  init(view: UIView, window: UIWindow, place: CGPoint, time: TimeInterval, tapCount: Int = 1) {
    (touch.view, touch.window, touch.place, touch.previousPlace) = (view, window, place, place)
    (touch.timestamp, event.timestamp, touch.tapCount) = (time, time, tapCount)
    event.allTouches = [touch]
    var here: UIView? = view
    while let current = here {
      for recognizer in current.gestureRecognizers ?? []
      where recognizer.isEnabled && recognizer.shouldReceive(event) {
        if recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true {
          recognizers.append(recognizer)
        }
      }
      here = current.superview
    }
    touch.gestureRecognizers = recognizers
    for recognizer in recognizers {
      recognizer.sequence = self
      recognizer.touches = [touch]
    }
    deliver(
      { $0.touchesBegan([self.touch], with: self.event) }, { $0.touchesBegan([self.touch], with: self.event) }
    )
  }

  func move(to place: CGPoint, time: TimeInterval) {
    advance(to: place, time, .moved)
    deliver(
      { $0.touchesMoved([self.touch], with: self.event) }, { $0.touchesMoved([self.touch], with: self.event) }
    )
  }

  func end(at place: CGPoint, time: TimeInterval) {
    advance(to: place, time, .ended)
    deliver(
      { $0.touchesEnded([self.touch], with: self.event) }, { $0.touchesEnded([self.touch], with: self.event) }
    )
    finish()
  }

  /// The system takes the touch away, for example for its own gesture at the edge.
  func cancel(time: TimeInterval) {
    advance(to: touch.place, time, .cancelled)
    deliver(
      { $0.touchesCancelled([self.touch], with: self.event) },
      { $0.touchesCancelled([self.touch], with: self.event) })
    finish()
  }

  private func advance(to place: CGPoint, _ time: TimeInterval, _ phase: UITouch.Phase) {
    touch.previousPlace = touch.place
    (touch.place, touch.timestamp, touch.phase, event.timestamp) = (place, time, phase, time)
  }

  /// First the recognisers, the deepest first; then the view, unless one of them has taken the
  /// touch.
  private func deliver(_ toRecognizer: (UIGestureRecognizer) -> Void, _ toView: (UIView) -> Void) {
    for recognizer in recognizers
    where !recognizer.isOver && recognizer.touches.contains(where: { $0 === touch }) {
      toRecognizer(recognizer)
    }
    if viewHasTouch,
      recognizers.contains(where: { $0.cancelsTouchesInView && ($0.isActive || $0.state == .ended) })
    {
      viewHasTouch = false
      if touch.phase != .began { touch.view?.touchesCancelled([touch], with: event) }
    }
    if viewHasTouch, let view = touch.view { toView(view) }
  }

  /// Lets those go on that waited.
  func somethingFailed() {
    guard !isResuming else { return }
    isResuming = true
    for recognizer in recognizers { recognizer.resume() }
    isResuming = false
  }

  private func finish() {
    for recognizer in recognizers where recognizer.state == .possible { recognizer.fail() }
    somethingFailed()
    for recognizer in recognizers { recognizer.endSequence() }
  }
}
