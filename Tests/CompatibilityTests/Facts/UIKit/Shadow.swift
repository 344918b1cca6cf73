// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a shadow with a `UIColor`
// rank: useful
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(UIKit)
import UIKit
#endif

@MainActor
private func fact() {
  BrazeInAppMessageUI.ModalView.Attributes.defaults.shadow = Shadow(
    color: UIColor.black, offset: CGSize(width: 0, height: 2), radius: 8, opacity: 0.3)
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.shadow = nil
  BrazeInAppMessageUI.FullView.Attributes.defaults.shadow = .inAppMessage
}
