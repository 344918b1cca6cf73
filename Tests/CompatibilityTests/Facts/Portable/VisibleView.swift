// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the attributes of the visible view
// rank: essential

import BrazeKit
import BrazeUI

@MainActor
private func fact(ui: BrazeInAppMessageUI) -> Bool {
  ui.messageView?.slideup?.attributes.margin.bottom = 100
  ui.messageView?.modal?.attributes.cornerRadius = 4
  return ui.messageView?.presented ?? false
}
