// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a `URLContext` of the app's own
// rank: rare

import BrazeKit
import Foundation

@MainActor
private func fact(url: URL) -> Braze.URLContext {
  Braze.URLContext(url: url, useWebView: true, channel: .inAppMessage, extras: ["a": "b"])
}
