// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `shouldProcess`, and the button by its id
// rank: essential

import BrazeKit
import BrazeUI

@MainActor
private final class Delegate: BrazeInAppMessageUIDelegate {
  func inAppMessage(
    _ ui: BrazeInAppMessageUI, shouldProcess clickAction: Braze.InAppMessage.ClickAction, buttonId: String?,
    message: Braze.InAppMessage, view: InAppMessageView
  ) -> Bool {
    guard let buttonId, let id = Int(buttonId), let button = message.modal?.buttons[id] else { return true }
    if case .url(let url, let useWebView) = clickAction { print(url, useWebView) }
    return button.clickAction.url != nil
  }
}
