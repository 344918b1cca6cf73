// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: subviews in `onLayout`
// rank: essential
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(UIKit)
import UIKit
#endif

@MainActor
private func fact() {
  BrazeInAppMessageUI.ModalView.Attributes.defaults.onLayout = { view in
    view.contentView.backgroundColor = .red
    view.closeButton.isHidden = true
  }
}
