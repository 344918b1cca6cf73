// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: impression, click and action with the context of a message
// rank: essential

import BrazeKit

@MainActor
private func fact(message: Braze.InAppMessage) {
  guard let context = message.context, context.valid else { return }
  context.logImpression()
  context.logClick()
  context.logClick(buttonId: "0")
  context.processClickAction(message.clickAction)
  context.processClickAction(message.clickAction, target: nil)
  context.discard()
}
