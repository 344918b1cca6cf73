// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/extract-snippets: customisation-de:322, customisation-en:322, customisation-es:323, as it stands.

import BrazeKit
import BrazeUI
import Foundation

@MainActor
protocol DisplayChoiceSignature: BrazeInAppMessageUIDelegate {
func inAppMessage(
  _ ui: BrazeInAppMessageUI,
  displayChoiceForMessage message: Braze.InAppMessage
) -> BrazeInAppMessageUI.DisplayChoice
}

final class DisplayChoiceSignatureDefault: DisplayChoiceSignature {}
