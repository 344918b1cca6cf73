// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `braze(_:noMatchingTriggerForEvent:)`
// rank: essential

import BrazeKit

@MainActor
private final class Delegate: BrazeDelegate {
  func braze(_ braze: Braze, noMatchingTriggerForEvent event: Braze.TriggerEvent) {
    switch event {
    case .sessionStart: print("session")
    case .customEvent(let name, let properties): print(name, properties["total"] as Any)
    case .purchase(let productId, _): print(productId)
    case .other: break
    @unknown default: break
    }
    print(event.identifier ?? "none")
  }
}
