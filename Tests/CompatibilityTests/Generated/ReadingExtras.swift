// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/extract-snippets: delivery-es:170, as it stands.

import BrazeKit
import BrazeUI
import Foundation

extension AppDelegate {
  func readExtras(of message: Braze.InAppMessage) -> String? {
let customization = message.extras["custom-display"] as? String
if customization == "colorful-slideup" {
  // Perform your custom logic.
}
    return customization
  }
}
