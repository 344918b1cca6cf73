// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: margins and paddings as `UIEdgeInsets`
// rank: essential
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(UIKit)
import UIKit
#endif

@MainActor
private func fact() {
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.margin = UIEdgeInsets(
    top: 10, left: 10, bottom: 10, right: 10)
  BrazeInAppMessageUI.SlideupView.Attributes.defaults.margin.left = 20
  BrazeInAppMessageUI.ModalView.Attributes.defaults.padding = .init(top: 10, left: 10, bottom: 10, right: 10)
  BrazeInAppMessageUI.FullView.Attributes.defaults.padding.right = 10
  BrazeInAppMessageUI.ModalView.Attributes.defaults.buttonsAttributes.padding = .zero
}
