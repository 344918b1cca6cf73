// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/extract-snippets: customisation-de:212, customisation-en:212, customisation-es:213, as it stands.

import BrazeKit
import BrazeUI
import Foundation

extension AppDelegate {
  func dismissOnBackgroundTap() {
BrazeInAppMessageUI.ModalImageView.Attributes.defaults.dismissOnBackgroundTap = true
  }
}
