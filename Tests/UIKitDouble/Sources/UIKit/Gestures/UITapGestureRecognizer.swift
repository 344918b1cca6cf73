// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A finger that goes up where it came down.
open class UITapGestureRecognizer: UIGestureRecognizer {
  open var numberOfTapsRequired = 1
  open var numberOfTouchesRequired = 1
  private var start = CGPoint.zero

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    start = touches.first?.place ?? .zero
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let place = touches.first?.place else { return }
    if hypot(place.x - start.x, place.y - start.y) > 45 { state = .failed }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = (touches.first?.tapCount ?? 1) >= numberOfTapsRequired ? .ended : .failed
  }
}
