// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit
#if canImport(ObjectiveC)
import UIKit.UIGestureRecognizerSubclass
#endif

/// Feeds the finger's movement to a `SwipeGesture`, which decides.
final class SwipeRecognizer: UIGestureRecognizer {
  /// Whether a finger at this point of the window may move the card. Elsewhere, the content
  /// scrolls.
  var begins: (@MainActor (CGPoint) -> Bool)?
  /// The card moves by this many points down the screen.
  var moved: (@MainActor (_ offset: Double) -> Void)?
  /// The finger has left the screen.
  var ended: (@MainActor (SwipeGesture.Verdict) -> Void)?

  private var gesture: SwipeGesture
  private var start = CGPoint.zero

  init(edge: MessageScene.Edge) {
    gesture = SwipeGesture(edge: edge)
    super.init(target: nil, action: nil)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, let touch = touches.first, numberOfTouches <= 1 else { return }
    start = touch.location(in: nil)
    guard begins?(start) ?? true else {
      state = .failed
      return
    }
    gesture.began(at: touch.milliseconds)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first else { return }
    gesture.moved(to: travel(of: touch))
    if state == .possible {
      // Until the finger has moved far enough, the touch may still be a tap.
      guard abs(travel(of: touch)) > SwipeGesture.tapDistance else { return }
      state = .began
    } else {
      state = .changed
    }
    moved?(gesture.offset)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first, state == .began || state == .changed else {
      state = .failed
      return
    }
    state = .ended
    ended?(gesture.ended(at: touch.milliseconds, translation: travel(of: touch)))
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .began || state == .changed else {
      state = .failed
      return
    }
    state = .cancelled
    ended?(gesture.cancelled())
  }

  private func travel(of touch: UITouch) -> Double { Double(touch.location(in: nil).y - start.y) }
}

extension UITouch {
  /// When it happened, on the system's clock.
  fileprivate var milliseconds: Double { timestamp * 1_000 }
}
#endif
