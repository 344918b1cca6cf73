// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/extract-snippets: customisation-de:15, customisation-en:15, customisation-es:15, as it stands.

import BrazeKit
import BrazeUI
import Foundation

extension AppDelegate: BrazeInAppMessageUIDelegate {
  // Implement your protocol methods here.
}
