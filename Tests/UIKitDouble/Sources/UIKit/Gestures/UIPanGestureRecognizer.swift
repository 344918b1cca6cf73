// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A finger that moves by at least 10 points.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  open var minimumNumberOfTouches = 1
  open var maximumNumberOfTouches = Int.max
  private var start = CGPoint.zero
  private var last = (place: CGPoint.zero, time: TimeInterval(0))
  private var speed = CGPoint.zero
  private var began: TimeInterval = 0
  /// The time from the first touch to the last movement, in seconds.
  private(set) var held: TimeInterval = 0

  open func translation(in view: UIView?) -> CGPoint {
    CGPoint(x: last.place.x - start.x, y: last.place.y - start.y)
  }
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    start = CGPoint(x: last.place.x - translation.x, y: last.place.y - translation.y)
  }
  /// In points per second.
  open func velocity(in view: UIView?) -> CGPoint { speed }

  func canBegin(_ way: CGPoint) -> Bool { true }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first else { return }
    start = touch.place
    last = (touch.place, touch.timestamp)
    speed = .zero
    (began, held) = (touch.timestamp, 0)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first else { return }
    let time = touch.timestamp - last.time
    if time > 0 {
      speed = CGPoint(x: (touch.place.x - last.place.x) / time, y: (touch.place.y - last.place.y) / time)
    }
    last = (touch.place, touch.timestamp)
    held = touch.timestamp - began
    if state == .possible {
      let way = translation(in: nil)
      guard abs(way.x) >= 10 || abs(way.y) >= 10 else { return }
      state = canBegin(way) ? .began : .failed
    } else {
      state = .changed
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }
}
