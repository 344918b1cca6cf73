// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the calls of a view: click, action, error
// rank: useful

import BrazeKit
import BrazeUI

@MainActor
private func fact(view: InAppMessageView) {
  view.logImpression()
  view.logClick()
  view.logClick(buttonId: "0")
  view.process(clickAction: .none, buttonId: "0")
  view.logError(Braze.ErrorString("no image"))
  view.makeKey()
}
