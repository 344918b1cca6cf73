// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/extract-snippets: delivery-es:33, as it stands.

import BrazeKit
import BrazeUI
import Foundation

extension AppDelegate {
  func setDefaultPresenter() {
AppDelegate.braze?.inAppMessagePresenter = BrazeInAppMessageUI()
  }
}
