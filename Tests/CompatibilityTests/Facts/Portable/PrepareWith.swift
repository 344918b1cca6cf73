// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `prepareWith`: message, attributes, orientation, status bar
// rank: essential

import BrazeKit
import BrazeUI

@MainActor
private final class Delegate: BrazeInAppMessageUIDelegate {
  func inAppMessage(
    _ ui: BrazeInAppMessageUI, prepareWith context: inout BrazeInAppMessageUI.PresentationContext
  ) {
    context.message.animateIn = false
    context.message.orientation = .portrait
    context.attributes?.modal?.dismissOnBackgroundTap = true
    context.attributes?.slideup?.cornerRadius = 4
    context.preferredOrientation = .portrait
    context.statusBarHideBehavior = .hidden
  }
}
