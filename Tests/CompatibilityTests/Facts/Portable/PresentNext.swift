// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the presenter, cast back, and its stack
// rank: essential

import BrazeKit
import BrazeUI

@MainActor
private func fact(braze: Braze) -> Int {
  let ui = braze.inAppMessagePresenter as? BrazeInAppMessageUI
  ui?.presentNext()
  ui?.dismiss(completion: nil)
  return ui?.stack.count ?? 0
}
