// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: one closure for modals and full-screen messages
// rank: useful

import BrazeKit
import BrazeUI

@MainActor
private func fact() {
  let onLayout: @MainActor @Sendable (BrazeInAppMessageUI.ModalView) -> Void = { view in
    print(view.message.header)
  }
  BrazeInAppMessageUI.ModalView.Attributes.defaults.onLayout = onLayout
  BrazeInAppMessageUI.FullView.Attributes.defaults.onLayout = onLayout
}
