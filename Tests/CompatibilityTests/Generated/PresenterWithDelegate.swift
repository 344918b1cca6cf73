// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/extract-snippets: customisation-de:40, customisation-en:40, customisation-es:40, as it stands.

import BrazeKit
import BrazeUI
import Foundation

extension AppDelegate {
  func setPresenterWithDelegate() {
let inAppMessageUI = BrazeInAppMessageUI()
inAppMessageUI.delegate = self
AppDelegate.braze?.inAppMessagePresenter = inAppMessageUI
  }
}
