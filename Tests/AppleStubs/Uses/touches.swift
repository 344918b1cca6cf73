// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: ios tvos visionos
import UIKit
import UIKit.UIGestureRecognizerSubclass

/// Ends as soon as a finger is lifted.
final class TouchRecognizer: UIGestureRecognizer {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    state = .began
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesEnded(touches, with: event)
    state = touches.count == numberOfTouches ? .ended : .failed
  }
  override func reset() { super.reset() }
}
