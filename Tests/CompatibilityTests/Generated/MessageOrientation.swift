// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/extract-snippets: customisation-de:275, customisation-en:275, customisation-es:276, as it stands.

import BrazeKit
import BrazeUI
import Foundation

extension AppDelegate {
  func setOrientation(of inAppMessage: inout Braze.InAppMessage) {
// Set inAppMessage orientation to support any configuration
inAppMessage.orientation = .any

// Set inAppMessage orientation to only display in portrait
inAppMessage.orientation = .portrait

// Set inAppMessage orientation to only display in landscape
inAppMessage.orientation = .landscape
  }
}
