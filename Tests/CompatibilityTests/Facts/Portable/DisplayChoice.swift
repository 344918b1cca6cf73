// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `displayChoiceForMessage` with every choice
// rank: essential

import BrazeKit
import BrazeUI

@MainActor
private final class Delegate: BrazeInAppMessageUIDelegate {
  func inAppMessage(
    _ ui: BrazeInAppMessageUI, displayChoiceForMessage message: Braze.InAppMessage
  ) -> BrazeInAppMessageUI.DisplayChoice {
    if message.extras["later"] != nil { return .reenqueue }
    return message.extras["never"] != nil ? .discard : .now
  }
}
