// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit
#if canImport(ObjectiveC)
import UIKit.UIGestureRecognizerSubclass
#endif

/// Recognises a short touch that hardly moves, also on content that scrolls.
final class TapRecognizer: UIGestureRecognizer {
  private let recognized: @MainActor () -> Void
  private var start: CGPoint?

  init(_ recognized: @escaping @MainActor () -> Void) {
    self.recognized = recognized
    super.init(target: nil, action: nil)
    cancelsTouchesInView = false
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard start == nil, touches.count == 1, let touch = touches.first else {
      state = .failed
      return
    }
    start = touch.location(in: nil)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first, let start else { return }
    if touch.location(in: nil).distance(to: start) > SwipeGesture.tapDistance { state = .failed }
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard start != nil else {
      state = .failed
      return
    }
    state = .recognized
    recognized()
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

  override func reset() {
    super.reset()
    start = nil
  }
}

extension CGPoint {
  /// The distance in points.
  func distance(to other: CGPoint) -> Double {
    let (across, down) = (Double(x - other.x), Double(y - other.y))
    return (across * across + down * down).squareRoot()
  }
}
#endif
