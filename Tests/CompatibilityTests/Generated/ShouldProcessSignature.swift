// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/extract-snippets: customisation-de:114, customisation-en:114, customisation-es:115, as it stands.

import BrazeKit
import BrazeUI
import Foundation

@MainActor
protocol ShouldProcessSignature: BrazeInAppMessageUIDelegate {
func inAppMessage(
  _ ui: BrazeInAppMessageUI,
  shouldProcess clickAction: Braze.InAppMessage.ClickAction,
  buttonId: String?,
  message: Braze.InAppMessage,
  view: InAppMessageView
) -> Bool
}

final class ShouldProcessSignatureDefault: ShouldProcessSignature {}
