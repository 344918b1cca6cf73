// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

@MainActor open class UIEvent: NSObject {
  public enum EventType: Int, Sendable {
    case touches, motion, remoteControl, presses, scroll = 10, hover, transform = 14
  }

  open var type: EventType { .touches }
  open internal(set) var timestamp: TimeInterval = 0
  open internal(set) var allTouches: Set<UITouch>?

  package override init() { super.init() }

  open func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }
  open func touches(for window: UIWindow) -> Set<UITouch>? { allTouches?.filter { $0.window === window } }
}

open class UIPressesEvent: UIEvent {
  open internal(set) var allPresses: Set<UIPress> = []

  open override var type: EventType { .presses }
}
