// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the presenter with its delegate
// rank: essential

import BrazeKit
import BrazeUI

@MainActor
private func fact(braze: Braze, delegate: any BrazeInAppMessageUIDelegate) {
  let ui = BrazeInAppMessageUI()
  ui.delegate = delegate
  braze.inAppMessagePresenter = ui
}
