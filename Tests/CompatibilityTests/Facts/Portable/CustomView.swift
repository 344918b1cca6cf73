// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a view of the app's own
// rank: useful

import BrazeKit
import BrazeUI

@MainActor
private final class CustomModal: BrazeInAppMessageUI.ModalView {
  override func applyTheme() { super.applyTheme() }
  override func didPresent() {
    super.didPresent()
    if isLargeLandscape { prefersStatusBarHidden = true }
  }
}

@MainActor
private final class Delegate: BrazeInAppMessageUIDelegate {
  func inAppMessage(
    _ ui: BrazeInAppMessageUI, prepareWith context: inout BrazeInAppMessageUI.PresentationContext
  ) {
    if let modal = context.message.modal { context.customView = CustomModal(message: modal) }
  }
}
