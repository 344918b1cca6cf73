// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: custom attributes of all types
// rank: essential

import BrazeKit
import Foundation

private func fact(braze: Braze) {
  braze.user.setCustomAttribute(key: "a", value: true)
  braze.user.setCustomAttribute(key: "a", value: 1)
  braze.user.setCustomAttribute(key: "a", value: 1.5)
  braze.user.setCustomAttribute(key: "a", value: "text")
  braze.user.setCustomAttribute(key: "a", value: Date(timeIntervalSince1970: 0))
  braze.user.setCustomAttribute(key: "a", array: ["x", "y"])
  braze.user.setCustomAttribute(key: "a", array: [["x": 1], ["y": nil]])
  braze.user.setCustomAttribute(key: "a", dictionary: ["x": 1], merge: true)
  braze.user.unsetCustomAttribute(key: "a")
  braze.user.addToCustomAttributeStringArray(key: "a", value: "z")
  braze.user.removeFromCustomAttributeStringArray(key: "a", value: "z")
  braze.user.incrementCustomUserAttribute(key: "a")
  braze.user.incrementCustomUserAttribute(key: "a", by: 2)
  braze.user.setLocationCustomAttribute(key: "a", latitude: 51, longitude: 0)
}
