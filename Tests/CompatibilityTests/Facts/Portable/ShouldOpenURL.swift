// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `braze(_:shouldOpenURL:)` and its context
// rank: essential

import BrazeKit
import Foundation

@MainActor
private final class Delegate: BrazeDelegate {
  func braze(_ braze: Braze, shouldOpenURL context: Braze.URLContext) -> Bool {
    context.useWebView = false
    context.isUniversalLink = context.extras["universal"] as? String == "true"
    return context.channel == .inAppMessage && context.url.host != nil
  }
}
