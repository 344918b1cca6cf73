// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/extract-snippets: customisation-de:246, customisation-en:246, customisation-es:247, as it stands.

import BrazeKit
import BrazeUI
import Foundation

@MainActor
final class PreferredOrientation: BrazeInAppMessageUIDelegate {
func inAppMessage(
  _ ui: BrazeInAppMessageUI,
  prepareWith context: inout BrazeInAppMessageUI.PresentationContext
) {
  context.preferredOrientation = .portrait
}
}
