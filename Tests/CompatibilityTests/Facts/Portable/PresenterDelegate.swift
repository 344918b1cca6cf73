// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: all methods of the presenter's delegate
// rank: essential

import BrazeKit
import BrazeUI

@MainActor
private final class Delegate: BrazeInAppMessageUIDelegate {
  func inAppMessage(
    _ ui: BrazeInAppMessageUI, willPresent message: Braze.InAppMessage, view: InAppMessageView
  ) {}
  func inAppMessage(_ ui: BrazeInAppMessageUI, didPresent message: Braze.InAppMessage, view: InAppMessageView)
  {}
  func inAppMessage(
    _ ui: BrazeInAppMessageUI, willDismiss message: Braze.InAppMessage, view: InAppMessageView
  ) {}
  func inAppMessage(_ ui: BrazeInAppMessageUI, didDismiss message: Braze.InAppMessage, view: InAppMessageView)
  {}
}
