// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `margin.left` and `margin.right`
// rank: useful

import BrazeKit
import BrazeUI

@MainActor
private func fact() {
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.margin.left = 20
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.margin.right += 4
  BrazeInAppMessageUI.ModalView.Attributes.defaults.padding = .init(top: 1, left: 2, bottom: 3, right: 4)
}
