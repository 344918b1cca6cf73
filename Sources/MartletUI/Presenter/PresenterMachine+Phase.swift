// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit

/// The app comes and goes.
///
/// Nobody sees the screen in the background. So nothing becomes visible there, and no time that is meant for a reader runs: neither until a
/// message closes by itself, nor until it is given up because it does not appear.
extension PresenterMachine {
  mutating func changePhase(isActive: Bool) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    switch state {
    // Whatever is answered now, it is asked again at its next turn.
    case .clearing(let item) where !isActive, .asking(let item) where !isActive, .preparing(let item) where !isActive:
      putBack(item, .inBackground)
      advance()
    case .presenting(let item) where !isActive: turnBack(item)
    case .presented(let item):
      effects += readingTimers(of: item).map { isActive ? .resumeTimer($0) : .holdTimer($0) }
    case .idle, .clearing, .asking, .preparing, .presenting, .dismissing: break
    }
  }

  /// It enters the screen and nobody looks: it leaves at once, uncounted, and waits for its next turn where it waited before.
  private mutating func turnBack(_ item: Item) {
    effects += [.willDismiss(item), .hide(item, animated: false), .didDismiss(item), .completeDismissals]
    // What its page has said is said again by the next one.
    var item = item
    item.closesItself = false
    round = nil
    putBack(item, .inBackground)
  }

  /// Those that run while a message is visible.
  private func readingTimers(of item: Item) -> [Timer] {
    var kinds: [Timer.Kind] = []
    if item.autoCloseDelay != nil { kinds.append(.autoClose) }
    if item.needsCloseControl { kinds.append(.closeControl) }
    return kinds.map { Timer(kind: $0, token: item.token) }
  }
}
