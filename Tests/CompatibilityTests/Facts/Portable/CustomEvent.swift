// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `logCustomEvent(name:properties:)`
// rank: essential

import BrazeKit
import Foundation

private func fact(braze: Braze, properties: [String: Any]) {
  braze.logCustomEvent(name: "viewed")
  braze.logCustomEvent(
    name: "viewed", properties: ["total": 42.5, "items": ["a", "b"], "at": Date(timeIntervalSince1970: 0)])
  braze.logCustomEvent(name: "viewed", properties: properties)
}
